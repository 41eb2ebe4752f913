import { answered, countAllowed, initialServiceState, nextTryAt, refused } from '../../../electron/core/runs/service-state.ts';
import { seeded } from '../../support/seeded.ts';

/** A service that handles a number of requests at once, in simulated time. */
export interface SimulatedService {
  readonly capacity: (now: number) => number;
  /** Whether requests above the capacity are refused or queued. */
  readonly excess: 'refused' | 'queued';
  readonly serviceMs: number;
  /** The maximum deviation of a time from `serviceMs`, as a share. */
  readonly spread: number;
  readonly retryAfterMs?: number;
  /** The time to the first byte of a request that isn't queued. */
  readonly firstByteMs?: (now: number) => number;
  /** How long a request counts after its answer, as in a service that releases it late. */
  readonly releaseMs?: number;
}

export interface Simulation {
  readonly answers: readonly number[];
  readonly refused: number;
  readonly highest: number;
  readonly inFlight: number;
}

const roundTripMs = 15;

/** Simulates a run with many cells and a service for a duration. */
export function simulate(service: SimulatedService, concurrency: 'auto' | number, durationMs: number, seed = 1): Simulation {
  const random = seeded(seed);
  const queue: { readonly at: number; readonly run: (now: number) => void }[] = [];
  const later = (at: number, run: (now: number) => void): void => {
    const index = queue.findIndex((entry) => entry.at > at);
    queue.splice(index === -1 ? queue.length : index, 0, { at, run });
  };
  const answers: number[] = [];
  let [busy, refusals, highest, inFlight, wakeAt] = [0, 0, 0, 0, Infinity];
  const waiting: (() => void)[] = [];

  let state = initialServiceState(concurrency);
  const pump = (now: number): void => {
    for (let count = countAllowed(state, now, inFlight); count > 0; count -= 1) {
      inFlight += 1;
      request(now);
    }
    highest = Math.max(highest, inFlight);
    const at = nextTryAt(state, now, inFlight);
    if (at === Infinity || (at >= wakeAt && wakeAt > now)) return;
    wakeAt = at;
    later(at, (then) => {
      if (then === wakeAt) wakeAt = Infinity;
      pump(then);
    });
  };
  const end = (next: typeof state, now: number): void => {
    state = next;
    inFlight -= 1;
    pump(now);
  };
  const request = (startedAt: number): void =>
    later(startedAt + roundTripMs / 2, (now) => {
      const serve = (from: number): void => {
        busy += 1;
        const ms = service.serviceMs * (1 + service.spread * (2 * random() - 1));
        const firstByteMs = from + (service.firstByteMs?.(from) ?? Math.min(100, ms / 2)) - startedAt + roundTripMs / 2;
        later(from + ms, (servedAt) => {
          later(servedAt + (service.releaseMs ?? 0), () => {
            busy -= 1;
            waiting.shift()?.();
          });
          later(servedAt + roundTripMs / 2, (at) => {
            answers.push(at);
            end(answered(state, firstByteMs, inFlight), at);
          });
        });
      };
      if (busy < service.capacity(now)) serve(now);
      else if (service.excess === 'queued') waiting.push(() => serve(queue[0] === undefined ? now : currentTime));
      else {
        refusals += 1;
        later(now + roundTripMs / 2, (at) => end(refused(state, at, startedAt, inFlight, service.retryAfterMs ?? null), at));
      }
    });
  let currentTime = 0;
  pump(0);
  for (let entry = queue.shift(); entry && entry.at <= durationMs; entry = queue.shift()) {
    currentTime = entry.at;
    entry.run(entry.at);
  }
  return { answers, refused: refusals, highest, inFlight };
}
