import type { Duplex } from 'node:stream';
import type { Client, ClientChannel } from 'ssh2';
import type { DialTarget } from '../../shared/dial.ts';
import { createReceiveWindow, createWindowBudget, initialWindow } from './receive-window.ts';
import { ChannelStream } from './channel-stream.ts';
import { setFirstWindow, takeOverWindow } from './ssh2-internals.ts';

/** Opens connections through one SSH client and tracks the open ones. */
export interface ChannelOpener {
  /** Returns the connection, or the error. Rejects only on abort. */
  readonly open: (target: DialTarget, signal: AbortSignal) => Promise<Duplex | Error>;
  /** Destroys every connection with this error. */
  readonly destroyAll: (error: () => Error) => void;
}

/** Creates the opener. `socket` is the client's transport, and `onBytes` counts the bytes of its connections. */
export function createChannelOpener(client: Client, socket: Duplex, onBytes: (received: number, sent: number) => void): ChannelOpener {
  const streams = new Set<ChannelStream>();
  const budget = createWindowBudget();
  const drain = createDrainQueue(socket);
  const controlsWindow = setFirstWindow(client, initialWindow);

  return {
    open: async (target, signal) => {
      const channel = await openChannel(client, target, signal);
      if (channel instanceof Error) return channel;
      const window = controlsWindow ? createReceiveWindow(budget, takeOverWindow(client, channel)) : undefined;
      const stream = new ChannelStream(channel, { window, whenDrained: drain.wait, onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    destroyAll: (error) => {
      drain.clear();
      for (const stream of streams) stream.destroy(error());
    },
  };
}

/** Opens a channel to the target, or returns the error. Rejects only on abort. A channel that opens too late is closed. */
function openChannel(client: Client, target: DialTarget, signal: AbortSignal): Promise<ClientChannel | Error> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      client.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
        signal.removeEventListener('abort', onAbort);
        if (error) resolve(error);
        else if (signal.aborted) closeChannel(channel);
        else resolve(channel);
      });
    } catch (error) {
      // ssh2 throws if its connection is gone.
      signal.removeEventListener('abort', onAbort);
      resolve(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function closeChannel(channel: ClientChannel): void {
  channel.on('error', () => undefined);
  channel.resume();
  channel.close();
}

/** Writers wait above this many unsent bytes. A lower limit would cost speed. */
const highWaterBytes = 1024 * 1024;

/** Lets writers wait until a socket has drained. */
interface DrainQueue {
  /** Calls `proceed` at once if there is room. */
  readonly wait: (proceed: () => void) => void;
  /** Drops all waiting writers. */
  readonly clear: () => void;
}

/** Creates a queue with a single listener on the socket. */
function createDrainQueue(socket: Duplex): DrainQueue {
  let waiting: (() => void)[] = [];
  const onDrain = (): void => {
    const ready = waiting;
    waiting = [];
    for (const proceed of ready) proceed();
  };
  socket.on('drain', onDrain);
  return {
    wait: (proceed) => {
      if (socket.writableNeedDrain && socket.writableLength > highWaterBytes) waiting.push(proceed);
      else proceed();
    },
    clear: () => {
      socket.off('drain', onDrain);
      waiting = [];
    },
  };
}
