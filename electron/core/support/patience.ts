import type { Settings } from '../../contract/settings.ts';

/** How long is waited for what others do; read at each request, because the user can change it. */
export interface Patience {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  /** Undefined leaves an unused tunnel up. */
  readonly tunnelIdleMs: number | undefined;
}

/** What the user has chosen, in the unit of timers. */
export function patienceOf({ connectSeconds, firstByteSeconds, idleSeconds, tunnelIdleMinutes }: Settings['connection']): Patience {
  return {
    connectMs: connectSeconds * 1000,
    firstByteMs: firstByteSeconds * 1000,
    idleMs: idleSeconds * 1000,
    tunnelIdleMs: tunnelIdleMinutes === null ? undefined : tunnelIdleMinutes * 60_000,
  };
}
