import type { Failure } from '../../../contract/failure.ts';
import { FailureError } from '../../shared/failure-error.ts';
import type { Timers } from '../timers.ts';
import type { UsableSession } from './sessions.ts';

/** Requests that wait for a session. */
export interface DialQueue {
  readonly length: () => number;
  /** Rejects with the failure of `onTimeout` when it has waited long enough, with the signal's reason on abort. */
  readonly join: (signal: AbortSignal, limitMs: number, onTimeout: () => Failure) => Promise<UsableSession>;
  readonly serve: (session: UsableSession) => void;
  readonly rejectAll: (failure: Failure) => void;
}

/** A line nobody stands in. */
export function createDialQueue(timers: Timers): DialQueue {
  const line = new Set<{ readonly serve: (session: UsableSession) => void; readonly reject: (reason: unknown) => void }>();
  return {
    length: () => line.size,
    join: (signal, limitMs, onTimeout) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = (): void => {
          cancel();
          signal.removeEventListener('abort', onAbort);
          line.delete(place);
        };
        const place = {
          serve: (session: UsableSession) => {
            leave();
            resolve(session);
          },
          reject: (reason: unknown) => {
            leave();
            reject(reason);
          },
        };
        const onAbort = (): void => place.reject(signal.reason);
        const cancel = timers.after(Math.max(0, limitMs), () => place.reject(new FailureError(onTimeout())));
        signal.addEventListener('abort', onAbort, { once: true });
        line.add(place);
      }),
    serve: (session) => {
      for (const { serve } of line) serve(session);
    },
    rejectAll: (failure) => {
      for (const { reject } of line) reject(new FailureError(failure));
    },
  };
}
