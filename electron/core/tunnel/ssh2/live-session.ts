import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { Client } from 'ssh2';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import type { DialTarget } from '../../shared/dial.ts';
import { FailureError } from '../../shared/failure-error.ts';
import { errorMessage } from '../../shared/node-error.ts';
import type { Hop } from '../types.ts';
import type { Timers } from '../timers.ts';
import type { PingResult, Session } from '../transport.ts';
import { openFailure, lostFailure } from './ssh-failure.ts';
import { lossDetails } from '../text.ts';
import type { ChannelOpener } from './channel-opener.ts';
import { ping } from './ssh2-internals.ts';

/** A logged-in SSH client for one hop. */
export interface HopConnection {
  readonly hop: Hop;
  readonly client: Client;
  /** The client's transport. */
  readonly socket: Duplex;
  readonly channels: ChannelOpener;
}

/** The connections of all hops. */
export interface ConnectionChain {
  /** The TCP connection to the first hop. All others run inside it. */
  readonly tcp: Socket;
  /** In the order of the hops. */
  readonly connections: readonly HopConnection[];
}

const closeTimeoutMs = 1000;

/** Creates a session from a chain whose last connection is the instance's. */
export function createLiveSession(chain: ConnectionChain, timers: Timers): Session {
  const last = chain.connections.at(-1);
  if (!last) throw new TypeError('a chain has a link');
  const { hop, client, socket, channels } = last;
  let lost: Failure | undefined;
  let isClosed = false;
  let receivedBytes = 0;
  let lostListener: ((failure: Failure) => void) | undefined;
  socket.on('data', (chunk: Buffer) => void (receivedBytes += chunk.length));

  const lose = (failure: Failure): void => {
    if (lost || isClosed) return;
    lost = failure;
    // Must come before ssh2 ends its channels, because it ends them cleanly.
    channels.destroyAll(() => new FailureError(failure));
    chain.tcp.destroy();
    lostListener?.(failure);
  };
  for (const link of chain.connections) {
    link.client.on('error', (error) => lose(lostFailure(link.hop, errorMessage(error))));
    link.client.on('end', () => lose(lostFailure(link.hop, lossDetails.hungUp)));
    link.client.on('close', () => lose(lostFailure(link.hop, lossDetails.cut)));
  }
  if (chain.tcp.destroyed) lose(lostFailure(hop, lossDetails.cut));

  return {
    open: async (target: DialTarget, signal: AbortSignal): Promise<Result<Duplex>> => {
      const opened = await channels.open(target, signal);
      if (lost || isClosed) {
        if (!(opened instanceof Error)) opened.destroy();
        return { ok: false, failure: lost ?? lostFailure(hop, lossDetails.closed) };
      }
      return opened instanceof Error ? { ok: false, failure: openFailure(opened, hop, target) } : ok(opened);
    },
    ping: (limitMs) =>
      new Promise<PingResult>((resolve) => {
        if (lost || isClosed) return resolve({ kind: 'silent' });
        const before = receivedBytes;
        const sentAt = performance.now();
        const cancel = timers.after(limitMs, () => resolve({ kind: receivedBytes > before ? 'busy' : 'silent' }));
        ping(client, (isAlive) => {
          cancel();
          resolve(isAlive ? { kind: 'answered', ms: performance.now() - sentAt } : { kind: 'silent' });
        });
      }),
    onLost: (listener) => {
      lostListener = listener;
      if (lost) listener(lost);
    },
    close: () => {
      if (lost || isClosed) return;
      isClosed = true;
      channels.destroyAll(() => new FailureError(lostFailure(hop, lossDetails.closed)));
      for (const link of chain.connections.toReversed()) link.client.end();
      // A dead peer gets a moment to respond.
      const cancel = timers.after(closeTimeoutMs, () => chain.tcp.destroy());
      chain.tcp.once('close', cancel);
      chain.tcp.destroySoon();
    },
  };
}
