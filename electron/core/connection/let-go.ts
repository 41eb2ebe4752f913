import type { Patience } from '../support/patience.ts';
import type { CountedUpstream } from './counted-upstream.ts';

/** A follow-up comes within this time more often than not, and finds its connection still open. */
const letGoMs = 30_000;

/** Closes the kept-alive connections of a rested upstream: each is an open channel, so its tunnel would never count as unused. */
export interface LetGo {
  /** The last request has ended. */
  readonly rested: () => void;
  readonly close: () => void;
}

/** Does nothing where an unused tunnel stays up. */
export function createLetGo(upstream: () => Pick<CountedUpstream, 'underWay' | 'renew'>, patience: () => Patience): LetGo {
  let timer: NodeJS.Timeout | undefined;
  return {
    rested: () => {
      const { tunnelIdleMs } = patience();
      clearTimeout(timer);
      if (tunnelIdleMs === undefined) return;
      timer = setTimeout(
        () => {
          if (upstream().underWay() === 0) upstream().renew();
        },
        Math.min(letGoMs, tunnelIdleMs),
      ).unref();
    },
    close: () => clearTimeout(timer),
  };
}
