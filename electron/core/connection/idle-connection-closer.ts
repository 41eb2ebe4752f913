import type { Timeouts } from '../shared/timeouts.ts';
import type { RenewableUpstream } from './renewable-upstream.ts';

/** A follow-up comes within this time more often than not, and finds its connection still open. */
const letGoMs = 30_000;

/** Closes the kept-alive connections of a rested upstream: each is an open channel, so its tunnel would never count as unused. */
export interface IdleConnectionCloser {
  /** The last request has ended. */
  readonly rested: () => void;
  readonly close: () => void;
}

/** Does nothing where an unused tunnel stays up. */
export function createIdleConnectionCloser(
  upstream: () => Pick<RenewableUpstream, 'inFlight' | 'renew'>,
  patience: () => Timeouts,
): IdleConnectionCloser {
  let timer: NodeJS.Timeout | undefined;
  return {
    rested: () => {
      const { tunnelIdleMs } = patience();
      clearTimeout(timer);
      if (tunnelIdleMs === undefined) return;
      timer = setTimeout(
        () => {
          if (upstream().inFlight() === 0) upstream().renew();
        },
        Math.min(letGoMs, tunnelIdleMs),
      ).unref();
    },
    close: () => clearTimeout(timer),
  };
}
