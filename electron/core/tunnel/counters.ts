import type { Duplex } from 'node:stream';
import type { Clock } from '../shared/clock.ts';
import type { TunnelState } from './state/tunnel-state.ts';

/** The tunnel's statistics. */
export interface TunnelCounters {
  readonly received: number;
  readonly sent: number;
  readonly openChannels: number;
  /** The last round trip to the instance, or undefined before the first. */
  readonly roundTripMs: number | undefined;
  /** How long the tunnel has been ready, or 0 if it is not. */
  readonly uptimeMs: number;
  readonly reconnects: number;
  /** Connections over sessions that are no longer the current one. */
  readonly earlier: number;
}

/** Counts bytes, connections and reconnects. */
export interface TunnelMeter {
  readonly addBytes: (received: number, sent: number) => void;
  /** Calls `onClosed` when the stream closes. */
  readonly trackStream: (stream: Duplex, onClosed: () => void) => void;
  readonly setRoundTrip: (ms: number) => void;
  readonly addConnect: () => void;
  readonly openChannels: () => number;
  readonly read: (state: TunnelState) => Omit<TunnelCounters, 'earlier'>;
}

/** Creates a meter with all counters at zero. */
export function createTunnelMeter(clock: Clock): TunnelMeter {
  let received = 0;
  let sent = 0;
  let connects = 0;
  let roundTripMs: number | undefined;
  const open = new Set<Duplex>();

  return {
    addBytes: (receivedBytes, sentBytes) => {
      received += receivedBytes;
      sent += sentBytes;
    },
    trackStream: (stream, onClosed) => {
      open.add(stream);
      stream.once('close', () => {
        open.delete(stream);
        onClosed();
      });
    },
    setRoundTrip: (ms) => void (roundTripMs = ms),
    addConnect: () => void (connects += 1),
    openChannels: () => open.size,
    read: (state) => ({
      received,
      sent,
      openChannels: open.size,
      roundTripMs,
      uptimeMs: state.kind === 'ready' ? clock.now() - state.since : state.kind === 'suspect' ? clock.now() - state.readySince : 0,
      reconnects: Math.max(0, connects - 1),
    }),
  };
}
