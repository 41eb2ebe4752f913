import type { Clock } from '../../shared/clock.ts';
import type { Timers } from '../timers.ts';
import type { PingResult, Session } from '../types.ts';

/** Delay of the first ping after the last byte. Later pings come at growing intervals. */
const firstProbeMs = 1000;
/** A session is silent if a ping gets no answer within this time or four round trips, whichever is longer. */
const answerTimeoutMs = 2000;
/** The same after a wake or a network change, when a dead session is likelier than a slow one. */
const probeTimeoutMs = 500;
const timeoutRoundTrips = 4;
/** Interval of pings to a silent session. TCP retransmits them. */
const silentProbeMs = 5000;

export interface KeepaliveOptions {
  readonly session: Session;
  /** How often an idle session is pinged. */
  readonly idleIntervalMs: number;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly onRoundTrip: (ms: number) => void;
  readonly onSilent: () => void;
  /** Called when a silent or probed session has answered. */
  readonly onAlive: () => void;
}

/** Pings a session: soon after traffic, rarely when idle. */
export type Keepalive = ReturnType<typeof startKeepalive>;

/** Returns the delay until the next ping, `quietMs` after the last byte. */
export function nextProbeMs(quietMs: number, everyMs: number): number {
  return Math.min(everyMs, Math.max(firstProbeMs, quietMs));
}

/** Starts the pings. The first is sent at once and measures the round trip. */
export function startKeepalive(options: KeepaliveOptions) {
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
  /** Returns whether the session is alive: it answered, received other bytes, or was alive before a ping that could not be sent. */
  const ping = async (minTimeoutMs: number): Promise<boolean> => {
    const before = receivedChunks;
    const unsent = (): PingResult => ({ kind: 'unsent' });
    const result = await session.ping(Math.max(minTimeoutMs, timeoutRoundTrips * roundTripMs)).catch(unsent);
    if (isStopped) return false;
    if (result.kind === 'answered') {
      roundTripMs = result.ms;
      options.onRoundTrip(result.ms);
    }
    const isAlive = result.kind === 'unsent' ? !isSilent : result.kind !== 'silent';
    return isAlive || receivedChunks > before;
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
    // Recently received bytes prove as much as an answer would.
    const quietMs = clock.now() - receivedAt;
    // A negative value means that the clock was set back.
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
    /** Called when its connections transfer bytes. */
    onTraffic: (received: number): void => {
      usedAt = clock.now();
      if (received > 0) {
        receivedChunks += 1;
        receivedAt = usedAt;
      }
      if (isSilent && received > 0) update(true, false); // comes before the ping's answer, which follows these bytes
      if (nextAt - usedAt > firstProbeMs) schedule(firstProbeMs);
    },
    /** Pings now, with a short timeout. */
    probe: (): void => void probe(),
    stop: (): void => {
      isStopped = true;
      cancel();
    },
  };
}
