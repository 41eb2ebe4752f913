import type { Clock } from '../../shared/clock.ts';
import type { Timers } from '../timers.ts';
import type { Session } from '../transport.ts';

/** As soon as this after the last byte a session is asked for a sign of life, and ever later while none come. */
const firstProbeMs = 1000;
/** A ping that is not answered within this, or four of the round trips measured before, makes a session count as silent. */
const answerTimeoutMs = 2000;
/** As above after a wake or a network change, when silence is likelier than delay. */
const probeTimeoutMs = 500;
const timeoutRoundTrips = 4;
/** A silent session is asked again as often; the pings are what its TCP connection retransmits. */
const silentProbeMs = 5000;

export interface KeepaliveOptions {
  readonly session: Session;
  /** How often an unused session is asked. */
  readonly idleIntervalMs: number;
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
  readonly onTraffic: (received: number) => void;
  /** Asks now, with a short limit. */
  readonly probe: () => void;
  readonly stop: () => void;
}

/** How long after the last beat the next comes, `quietMs` after the last byte. */
export function nextProbeMs(quietMs: number, everyMs: number): number {
  return Math.min(everyMs, Math.max(firstProbeMs, quietMs));
}

/** The first beat comes at once: it measures the round trip. */
export function startKeepalive(options: KeepaliveOptions): Keepalive {
  const { session, idleIntervalMs, clock, timers } = options;
  let isStopped = false;
  let isSilent = false;
  let isPinging = false;
  let roundTripMs = 0;
  let receivedChunks = 0;
  let receivedAt = Number.NEGATIVE_INFINITY;
  let usedAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => undefined;

  const schedule = (ms: number): void => {
    cancel();
    if (isStopped) return;
    nextAt = clock.now() + ms;
    cancel = timers.after(ms, () => void scheduledPing());
  };
  /** Whether it answered, or other bytes came meanwhile. */
  const ping = async (minTimeoutMs: number): Promise<boolean> => {
    const before = receivedChunks;
    const result = await session.ping(Math.max(minTimeoutMs, timeoutRoundTrips * roundTripMs));
    if (isStopped) return false;
    if (result.kind === 'answered') {
      roundTripMs = result.ms;
      options.onRoundTrip(result.ms);
    }
    return result.kind !== 'silent' || receivedChunks > before;
  };
  const update = (isAlive: boolean, isProbe: boolean): void => {
    if (isStopped) return;
    const wasSilent = isSilent;
    isSilent = !isAlive;
    if (isSilent && !wasSilent) options.onSilent();
    else if (!isSilent && (wasSilent || isProbe)) options.onAlive();
  };
  const scheduledPing = async (): Promise<void> => {
    if (isPinging) return;
    // Bytes that have just come say as much as an answer would.
    const quietMs = clock.now() - receivedAt;
    // Where the clock was set back, nothing is known of them.
    if (!isSilent && quietMs >= 0 && quietMs < firstProbeMs) return schedule(firstProbeMs - quietMs);
    isPinging = true;
    const sentAt = clock.now();
    const isAlive = await ping(isSilent ? silentProbeMs : answerTimeoutMs);
    isPinging = false;
    update(isAlive, false);
    schedule(isSilent ? Math.max(0, sentAt + silentProbeMs - clock.now()) : nextProbeMs(clock.now() - usedAt, idleIntervalMs));
  };
  const probe = async (): Promise<void> => {
    update(await ping(probeTimeoutMs), true);
    if (isSilent) schedule(0);
  };
  void scheduledPing();

  return {
    onTraffic: (received) => {
      usedAt = clock.now();
      if (received > 0) {
        receivedChunks += 1;
        receivedAt = usedAt;
      }
      if (isSilent && received > 0) update(true, false); // sooner than the answer to a ping, which comes after these bytes
      if (nextAt - usedAt > firstProbeMs) schedule(firstProbeMs);
    },
    probe: () => void probe(),
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
