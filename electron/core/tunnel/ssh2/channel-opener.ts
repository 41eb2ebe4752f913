import { Duplex } from 'node:stream';
import type { Client, ClientChannel } from 'ssh2';
import type { DialTarget } from '../../shared/dial.ts';
import {
  createReceiveWindow,
  createWindowBudget,
  initialWindow,
  type ReceiveWindow,
  setFirstWindow,
  takeOverWindow,
} from './ssh2-internals.ts';

/** Opens connections through one SSH client and tracks the open ones. */
export type ChannelOpener = ReturnType<typeof createChannelOpener>;

/** Creates the opener. `socket` is the client's transport, and `onBytes` counts the bytes of its connections. */
export function createChannelOpener(client: Client, socket: Duplex, onBytes: (received: number, sent: number) => void) {
  const streams = new Set<ChannelStream>();
  const budget = createWindowBudget();
  const drain = createDrainQueue(socket);
  const controlsWindow = setFirstWindow(client, initialWindow);

  return {
    /** Returns the connection, or the error. Rejects only on abort. */
    open: async (target: DialTarget, signal: AbortSignal): Promise<Duplex | Error> => {
      const channel = await openChannel(client, target, signal);
      if (channel instanceof Error) return channel;
      const window = controlsWindow ? createReceiveWindow(budget, takeOverWindow(client, channel)) : undefined;
      const stream = new ChannelStream(channel, { window, whenDrained: drain.wait, onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    /** Destroys every connection with this error. */
    destroyAll: (error: () => Error): void => {
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

/** Lets writers wait until a socket has drained, with a single listener on it. */
function createDrainQueue(socket: Duplex) {
  let waiting: (() => void)[] = [];
  const onDrain = (): void => {
    const ready = waiting;
    waiting = [];
    for (const proceed of ready) proceed();
  };
  socket.on('drain', onDrain);
  return {
    /** Calls `proceed` at once if there is room. */
    wait: (proceed: () => void): void => {
      if (socket.writableNeedDrain && socket.writableLength > highWaterBytes) waiting.push(proceed);
      else proceed();
    },
    /** Drops all waiting writers. */
    clear: (): void => {
      socket.off('drain', onDrain);
      waiting = [];
    },
  };
}

interface ChannelStreamOptions {
  /** Undefined if ssh2 manages the window itself. */
  readonly window: ReceiveWindow | undefined;
  /** Calls back when the SSH connection can take more, which ssh2 never waits for. */
  readonly whenDrained: (proceed: () => void) => void;
  readonly onBytes: (received: number, sent: number) => void;
}

/**
 * A forwarded connection with correct stream semantics. ssh2's own channel ends cleanly when SSH dies, is never destroyed and
 * stays half open. This one is destroyed with an error by its session, closes fully and manages its receive window.
 */
export class ChannelStream extends Duplex {
  readonly #channel: ClientChannel;
  readonly #options: ChannelStreamOptions;

  constructor(channel: ClientChannel, options: ChannelStreamOptions) {
    super({ allowHalfOpen: false, readableHighWaterMark: 64 * 1024, writableHighWaterMark: 256 * 1024 });
    this.#channel = channel;
    this.#options = options;
    this.on('error', () => undefined); // the session may break before the stream's user adds its own listener
    // Node destroys ended streams, and ssh2 would then end the channel again and create an error with its stack.
    channel.destroy = () => {
      channel.close();
      return channel;
    };
    channel.on('data', (chunk: Buffer) => {
      const { length } = chunk;
      options.onBytes(length, 0);
      this.push(chunk); // even above the high-water mark, because the window limits it
      options.window?.onReceived(length, this.readableLength);
      if (!options.window && this.readableLength > this.readableHighWaterMark) channel.pause();
    });
    channel.on('end', () => this.push(null));
    channel.on('error', (error: Error) => this.destroy(error));
    channel.on('close', () => {
      // Nothing more can be sent, and a write that waits for the window would wait forever. Received data may still be read.
      const finish = (): void => void this.destroy(this.writableLength > 0 ? closedByPeer() : undefined);
      if (this.readableEnded) finish();
      else this.once('end', finish);
    });
  }

  override _read(): void {
    this.#options.window?.onRead(this.readableLength);
    if (!this.#options.window) this.#channel.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.#channel.writable) {
      done(closedByPeer());
      return;
    }
    this.#options.onBytes(0, chunk.length);
    this.#channel.write(chunk, encoding, (error) => (error ? done(error) : this.#options.whenDrained(done)));
  }

  override _writev(
    parts: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(parts.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#channel.writable) this.#channel.end();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#options.window?.close();
    this.#channel.close();
    this.#channel.resume(); // its end and close come only after all data was read
    done(error);
  }
}

function closedByPeer(): Error {
  return Object.assign(new Error('the connection is closed at the other end'), { code: 'EPIPE' });
}
