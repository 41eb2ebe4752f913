import type { Clock } from '../../shared/clock.ts';
import type { Timers } from '../timers.ts';
import type { Session } from '../transport.ts';

/** As soon as this after the last byte a session is asked for a sign of life, and ever later while none come. */
const firstBeatMs = 1000;
/** A ping that is not answered within this, or four of the round trips measured before, makes a session count as silent. */
const answerMs = 2000;
/** As above after a wake or a network change, when silence is likelier than delay. */
const probeMs = 500;
const roundTrips = 4;
/** A silent session is asked again as often; the pings are what its TCP connection retransmits. */
const silentBeatMs = 5000;

export interface KeepaliveOptions {
  readonly session: Session;
  /** How often an unused session is asked. */
  readonly everyMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onRoundTrip: (ms: number) => void;
  readonly onSilent: () => void;
  /** It was silent, or was probed, and has answered. */
  readonly onAlive: () => void;
}

/** Asks a session for a sign of life from time to time: soon after traffic, seldom when it is not used. */
export interface Keepalive {
  /** Bytes of its connections went by. */
  readonly heard: (received: number) => void;
  /** Asks now, with a short limit. */
  readonly probe: () => void;
  readonly end: () => void;
}

/** How long after the last beat the next comes, `quietMs` after the last byte. */
export function nextProbeMs(quietMs: number, everyMs: number): number {
  return Math.min(everyMs, Math.max(firstBeatMs, quietMs));
}

/** The first beat comes at once: it measures the round trip. */
export function startKeepalive(options: KeepaliveOptions): Keepalive {
  const { session, everyMs, clock, timers } = options;
  let isEnded = false;
  let isSilent = false;
  let isAsking = false;
  let roundTripMs = 0;
  let pieces = 0;
  let receivedAt = Number.NEGATIVE_INFINITY;
  let usedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;

  const schedule = (ms: number): void => {
    cancel();
    if (isEnded) return;
    nextAt = clock.now() + ms;
    cancel = timers.after(ms, () => void beat());
  };
  /** Whether it answered, or other bytes came meanwhile. */
  const ask = async (leastMs: number): Promise<boolean> => {
    const before = pieces;
    const pulse = await session.ping(Math.max(leastMs, roundTrips * roundTripMs));
    if (isEnded) return false;
    if (pulse.kind === 'answered') {
      roundTripMs = pulse.ms;
      options.onRoundTrip(pulse.ms);
    }
    return pulse.kind !== 'silent' || pieces > before;
  };
  const settle = (isAlive: boolean, isProbe: boolean): void => {
    if (isEnded) return;
    const wasSilent = isSilent;
    isSilent = !isAlive;
    if (isSilent && !wasSilent) options.onSilent();
    else if (!isSilent && (wasSilent || isProbe)) options.onAlive();
  };
  const beat = async (): Promise<void> => {
    if (isAsking) return;
    // Bytes that have just come say as much as an answer would.
    const quietMs = clock.now() - receivedAt;
    // Where the clock was set back, nothing is known of them.
    if (!isSilent && quietMs >= 0 && quietMs < firstBeatMs) return schedule(firstBeatMs - quietMs);
    isAsking = true;
    const askedAt = clock.now();
    const isAlive = await ask(isSilent ? silentBeatMs : answerMs);
    isAsking = false;
    settle(isAlive, false);
    schedule(isSilent ? Math.max(0, askedAt + silentBeatMs - clock.now()) : nextProbeMs(clock.now() - usedAt, everyMs));
  };
  const probe = async (): Promise<void> => {
    settle(await ask(probeMs), true);
    if (isSilent) schedule(0);
  };
  void beat();

  return {
    heard: (received) => {
      usedAt = clock.now();
      if (received > 0) {
        pieces += 1;
        receivedAt = usedAt;
      }
      if (isSilent && received > 0) settle(true, false); // sooner than the answer to a ping, which comes after these bytes
      if (nextAt - usedAt > firstBeatMs) schedule(firstBeatMs);
    },
    probe: () => void probe(),
    end: () => {
      isEnded = true;
      cancel();
    },
  };
}
