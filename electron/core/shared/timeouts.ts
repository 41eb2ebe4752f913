import type { Settings } from '../../contract/settings.ts';

/** Timeouts, read at each request, because the user can change them. */
export interface Timeouts {
  readonly connectMs: number;
  /** For a tunnel that is down or may be. */
  readonly tunnelWaitMs: number;
  /** For a connection to the instance that is silent while answers are in progress over it. */
  readonly silenceMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  /** Undefined keeps an idle tunnel open. */
  readonly tunnelIdleMs: number | undefined;
}

/** How long an answer may continue over what new requests no longer use. The longest answer known to us took a quarter of an hour. */
export const maxAnswerMs = 30 * 60_000;

/** Converts the user's settings to milliseconds. */
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
