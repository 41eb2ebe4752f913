import type { Timers } from '../timers.ts';
import type { Session } from '../transport.ts';

/** After a wake or a network change one ping must be answered within this. */
const probeMs = 2500;

export interface HeartbeatOptions {
  readonly session: Session;
  readonly everyMs: number;
  readonly timers: Timers;
  readonly onRoundTrip: (ms: number) => void;
  readonly onSilence: () => void;
}

/** Asks a session for a sign of life from time to time. */
export interface Heartbeat {
  /** Asks now, with a short limit. */
  readonly probe: () => Promise<boolean>;
  readonly end: () => void;
}

/** The first beat comes at once: it measures the round trip. */
export function startHeartbeat({ session, everyMs, timers, onRoundTrip, onSilence }: HeartbeatOptions): Heartbeat {
  let isEnded = false;
  let cancel = (): void => undefined;

  const ask = async (limitMs: number): Promise<boolean> => {
    const pulse = await session.ping(limitMs);
    if (pulse.kind === 'answered' && !isEnded) onRoundTrip(pulse.ms);
    return pulse.kind !== 'silent';
  };
  const beat = async (): Promise<void> => {
    const isAlive = await ask(everyMs);
    if (isEnded) return;
    cancel = timers.after(everyMs, () => void beat());
    if (!isAlive) onSilence();
  };
  void beat();

  return {
    probe: () => ask(probeMs),
    end: () => {
      isEnded = true;
      cancel();
    },
  };
}
