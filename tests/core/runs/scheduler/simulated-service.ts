import {
  advance,
  startScheduler,
  type SchedulerEvent,
  type SchedulerOptions,
  type SchedulerStep,
} from '../../../../electron/core/runs/scheduler/scheduler.ts';
import { seeded } from '../../../support/seeded.ts';

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
  readonly step: SchedulerStep;
}

const roundTripMs = 15;

/** Simulates the scheduler and a service for a duration. */
export function simulate(service: SimulatedService, options: Partial<SchedulerOptions>, durationMs: number, seed = 1): Simulation {
  const random = seeded(seed);
  const maxConcurrency = options.maxConcurrency ?? 256;
  const queue: { readonly at: number; readonly run: (now: number) => void }[] = [];
  const later = (at: number, run: (now: number) => void): void => {
    const index = queue.findIndex((entry) => entry.at > at);
    queue.splice(index === -1 ? queue.length : index, 0, { at, run });
  };
  const answers: number[] = [];
  let [busy, refused, highest, wakeAt] = [0, 0, 0, Infinity];
  const waiting: (() => void)[] = [];

  let step = startScheduler(
    {
      concurrency: 'auto',
      limits: { tokens: null, minutes: null },
      queued: 1_000_000,
      tokens: 0,
      runningMs: 0,
      maxConcurrency,
      ...options,
    },
    0,
  );
  const dispatch = (event: SchedulerEvent, now: number): void => {
    step = advance(step.state, event, now, maxConcurrency);
    applyEffects(now);
  };
  const applyEffects = (now: number): void => {
    for (const effect of step.effects) {
      if (effect.kind === 'send') for (let count = effect.count; count > 0; count -= 1) request(now);
      if (effect.kind === 'wake' && (effect.at < wakeAt || wakeAt <= now)) {
        wakeAt = effect.at;
        later(effect.at, (at) => {
          if (at === wakeAt) wakeAt = Infinity;
          dispatch({ kind: 'tick' }, at);
        });
      }
    }
    highest = Math.max(highest, step.state.inFlight);
  };
  const request = (startedAt: number): void =>
    later(startedAt + roundTripMs / 2, (now) => {
      const serve = (from: number): void => {
        busy += 1;
        const ms = service.serviceMs * (1 + service.spread * (2 * random() - 1));
        const firstByteMs = from + (service.firstByteMs?.(from) ?? Math.min(100, ms / 2)) - startedAt + roundTripMs / 2;
        later(from + ms, (end) => {
          later(end + (service.releaseMs ?? 0), () => {
            busy -= 1;
            waiting.shift()?.();
          });
          later(end + roundTripMs / 2, (at) => {
            answers.push(at);
            dispatch({ kind: 'answered', startedAt, firstByteMs, tokens: 10, isRequeued: false }, at);
          });
        });
      };
      if (busy < service.capacity(now)) serve(now);
      else if (service.excess === 'queued') waiting.push(() => serve(queue[0] === undefined ? now : currentTime));
      else {
        refused += 1;
        later(now + roundTripMs / 2, (at) =>
          dispatch({ kind: 'refused', startedAt, retryAfterMs: service.retryAfterMs ?? null, isRequeued: true }, at),
        );
      }
    });
  let currentTime = 0;
  applyEffects(0);
  for (let entry = queue.shift(); entry && entry.at <= durationMs; entry = queue.shift()) {
    currentTime = entry.at;
    entry.run(entry.at);
  }
  return { answers, refused, highest, step };
}
