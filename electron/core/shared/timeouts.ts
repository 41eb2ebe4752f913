import type { Settings } from '../../contract/settings.ts';

/** How long is waited for what others do; read at each request, because the user can change it. */
export interface Timeouts {
  readonly connectMs: number;
  /** For a tunnel that is down or in doubt. */
  readonly tunnelWaitMs: number;
  /** For a connection to the instance that does not answer, while answers are under way over it. */
  readonly silenceMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  /** Undefined leaves an unused tunnel up. */
  readonly tunnelIdleMs: number | undefined;
}

/** What the user has chosen, in the unit of timers. */
export function timeoutsFrom(limits: Settings['connection']): Timeouts {
  const { connectSeconds, tunnelWaitSeconds, silenceMinutes, firstByteSeconds, idleSeconds, tunnelIdleMinutes } = limits;
  return {
    connectMs: connectSeconds * 1000,
    tunnelWaitMs: tunnelWaitSeconds * 1000,
    silenceMs: silenceMinutes * 60_000,
    firstByteMs: firstByteSeconds * 1000,
    idleMs: idleSeconds * 1000,
    tunnelIdleMs: tunnelIdleMinutes === null ? undefined : tunnelIdleMinutes * 60_000,
  };
}
