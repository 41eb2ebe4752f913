import type { Duplex } from 'node:stream';
import type { Client } from 'ssh2';
import type { DialTarget } from '../../shared/dial.ts';
import { createReceiveWindow } from '../flow-control/receive-window.ts';
import { createWindowBudget } from '../flow-control/window-budget.ts';
import { firstWindow } from '../flow-control/window-plan.ts';
import { ChannelStream } from './channel-stream.ts';
import { createDrainQueue } from './drain-queue.ts';
import { openChannel } from './open-channel.ts';
import { setFirstWindow, takeOverWindow } from './ssh2-internals.ts';

/** Opens connections through one SSH client and knows those that are open. */
export interface ChannelOpener {
  /** The connection, or why not. Rejects on abort only. */
  readonly open: (target: DialTarget, signal: AbortSignal) => Promise<Duplex | Error>;
  /** Ends every connection with this error. */
  readonly breakAll: (error: () => Error) => void;
}

/** `socket` is what the client speaks over; `onBytes` hears of what goes through its connections. */
export function createChannelOpener(client: Client, socket: Duplex, onBytes: (received: number, sent: number) => void): ChannelOpener {
  const streams = new Set<ChannelStream>();
  const budget = createWindowBudget();
  const drain = createDrainQueue(socket);
  const isWindowOurs = setFirstWindow(client, firstWindow);

  return {
    open: async (target, signal) => {
      const channel = await openChannel(client, target, signal);
      if (channel instanceof Error) return channel;
      const window = isWindowOurs ? createReceiveWindow(budget, takeOverWindow(client, channel)) : undefined;
      const stream = new ChannelStream(channel, { window, whenDrained: drain.wait, onBytes });
      streams.add(stream);
      stream.once('close', () => streams.delete(stream));
      return stream;
    },
    breakAll: (error) => {
      drain.end();
      for (const stream of streams) stream.destroy(error());
    },
  };
}
