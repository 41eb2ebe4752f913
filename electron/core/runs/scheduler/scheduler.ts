import type { Failure } from '../../../contract/failure.ts';
import { afterAnswer, afterInterruption, afterRefusal, initialConcurrency, type Concurrency } from './concurrency.ts';

/** Why the service can't be used. */
export type InterruptionReason = 'connection' | 'token' | 'profile' | 'mode' | 'model';
/** A time in which the service can't be used. `counts` says that each try is a loss of its cell, which fails after too many. */
interface Interruption {
  readonly reason: InterruptionReason;
  readonly failure: Failure;
  readonly counts: boolean;
}

export type EndReason = 'complete' | 'tokens' | 'minutes' | 'user';

/** The state of a run's requests. The scheduler only counts cells. The caller chooses them. */
export interface SchedulerState {
  readonly phase: 'running' | 'paused' | 'ended';
  /** Cells whose request is not sent yet. */
  readonly queued: number;
  readonly inFlight: number;
  readonly concurrency: Concurrency;
  /** No request is sent before this time, because the service sent a Retry-After or refused all requests. */
  readonly busyUntil: number;
  /** Refusals without an answer in between. */
  readonly refusals: number;
  /** Set while the service can't be used. The run retries with one request at a time. */
  readonly interruption: (Interruption & { readonly tries: number; readonly tryAt: number }) | null;
  /** Set while results can't be saved. No request is sent. */
  readonly storageFailure: Failure | null;
  readonly tokens: number;
  readonly limits: SchedulerLimits;
  /** Time spent running, before `runningSince`. */
  readonly runningMs: number;
  readonly runningSince: number | null;
  /** Why no more requests are sent. The run ends with the last request in flight. */
  readonly ending: EndReason | null;
}

export interface SchedulerLimits {
  readonly tokens: number | null;
  readonly minutes: number | null;
}

export interface SchedulerOptions {
  readonly concurrency: 'auto' | number;
  /** The maximum number of requests in flight. */
  readonly maxConcurrency: number;
  readonly limits: SchedulerLimits;
  readonly queued: number;
  /** Spent before, if the run is continued. */
  readonly tokens: number;
  readonly runningMs: number;
}

/** An event of the run. `isRequeued` says that the cell is in the queue again. All times are milliseconds of the same clock. */
export type SchedulerEvent =
  | {
      readonly kind: 'answered';
      readonly startedAt: number;
      readonly firstByteMs: number | null;
      readonly tokens: number;
      readonly isRequeued: boolean;
    }
  /** The service has too much to do or is starting: 429, 502, 503, 504, or no first byte in time. */
  | { readonly kind: 'refused'; readonly startedAt: number; readonly retryAfterMs: number | null; readonly isRequeued: boolean }
  | (Interruption & { readonly kind: 'interrupted'; readonly startedAt: number; readonly isRequeued: boolean })
  /** An answer was discarded because of a later request for the same cell. */
  | { readonly kind: 'spent'; readonly tokens: number }
  /** Cancelled by a stop. */
  | { readonly kind: 'cancelled' }
  /** The connection has changed, so a request may succeed. Causes no try that counts, because it also comes during an outage. */
  | { readonly kind: 'connection-changed' }
  | { readonly kind: 'storage'; readonly failure: Failure | null }
  | { readonly kind: 'queued'; readonly count: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'tick' };

/** An action for the caller. */
export type SchedulerEffect =
  | { readonly kind: 'send'; readonly count: number }
  /** Send a `tick` at this time, at the latest. */
  | { readonly kind: 'wake'; readonly at: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'end'; readonly reason: EndReason };

export interface SchedulerStep {
  readonly state: SchedulerState;
  readonly effects: readonly SchedulerEffect[];
}

const backoffMs = { first: 500, max: 60_000 };
const tryEveryMs = { first: 1000, max: 30_000 };
const tryTokenEveryMs = { first: 15_000, max: 60_000 };

/** Starts the requests of a run. */
export function startScheduler(
  { concurrency, maxConcurrency, limits, queued, tokens, runningMs }: SchedulerOptions,
  now: number,
): SchedulerStep {
  return plan(
    {
      phase: 'running',
      queued,
      inFlight: 0,
      concurrency: initialConcurrency(concurrency === 'auto' ? 'auto' : Math.min(concurrency, maxConcurrency)),
      busyUntil: -Infinity,
      refusals: 0,
      interruption: null,
      storageFailure: null,
      tokens,
      limits,
      runningMs,
      runningSince: now,
      ending: null,
    },
    now,
  );
}

/** Returns the state after an event, and the actions for the caller. */
export function advance(state: SchedulerState, event: SchedulerEvent, now: number, maxConcurrency: number): SchedulerStep {
  if (state.phase === 'ended') return { state, effects: [] };
  const step = plan(apply(state, event, now, maxConcurrency), now);
  return event.kind === 'stop' && state.inFlight > 0 ? { ...step, effects: [{ kind: 'cancel' }, ...step.effects] } : step;
}

function apply(state: SchedulerState, event: SchedulerEvent, now: number, maxConcurrency: number): SchedulerState {
  switch (event.kind) {
    case 'answered': {
      const concurrency = state.interruption
        ? afterInterruption(state.concurrency)
        : afterAnswer(state.concurrency, event.firstByteMs, state.inFlight, maxConcurrency);
      const tokens = state.tokens + event.tokens;
      return { ...withoutOneInFlight(state, event.isRequeued), concurrency, refusals: 0, interruption: null, tokens };
    }
    case 'refused': {
      const concurrency = afterRefusal(state.concurrency, now, event.startedAt, state.inFlight);
      const isNew = event.startedAt > state.concurrency.cutAt || state.concurrency.isFixed;
      const refusals = isNew ? state.refusals + 1 : state.refusals;
      // the first refusal only halves the limit, further ones without an answer in between also wait
      const backoff = refusals > 1 ? Math.min(backoffMs.max, backoffMs.first * 2 ** (refusals - 2)) : 0;
      const busyUntil = Math.max(state.busyUntil, now + Math.max(event.retryAfterMs ?? 0, backoff));
      return { ...withoutOneInFlight(state, event.isRequeued), concurrency, refusals, busyUntil, interruption: null };
    }
    case 'interrupted': {
      const { reason, failure, counts, isRequeued } = event;
      const { interruption } = state;
      // requests that were in flight before don't count as tries
      if (interruption && event.startedAt < interruption.tryAt) return withoutOneInFlight(state, isRequeued);
      const tries = interruption === null ? 0 : interruption.tries + 1;
      const { first, max } = reason === 'token' ? tryTokenEveryMs : tryEveryMs;
      const tryAt = now + Math.min(max, first * 2 ** tries);
      return { ...withoutOneInFlight(state, isRequeued), interruption: { reason, failure, counts, tries, tryAt } };
    }
    case 'spent':
      return { ...state, tokens: state.tokens + event.tokens };
    case 'cancelled':
      return withoutOneInFlight(state, true);
    case 'connection-changed':
      return state.interruption?.counts === false ? { ...state, interruption: { ...state.interruption, tryAt: now } } : state;
    case 'storage':
      return { ...state, storageFailure: event.failure };
    case 'queued':
      return { ...state, queued: state.queued + event.count };
    case 'pause':
      return state.phase === 'running' ? { ...state, phase: 'paused', ...stopClock(state, now) } : state;
    case 'continue':
      if (state.phase !== 'paused') return state;
      return { ...state, phase: 'running', runningSince: now, concurrency: afterInterruption(state.concurrency) };
    case 'stop':
      return { ...state, ending: 'user' };
    case 'tick':
      return state;
  }
}

function withoutOneInFlight(state: SchedulerState, isRequeued: boolean): SchedulerState {
  return { ...state, inFlight: state.inFlight - 1, queued: state.queued + (isRequeued ? 1 : 0) };
}

function stopClock(state: SchedulerState, now: number): Pick<SchedulerState, 'runningMs' | 'runningSince'> {
  return { runningMs: computeRunningMs(state, now), runningSince: null };
}

/** Returns how long the run has been running, without pauses. */
export function computeRunningMs({ runningMs, runningSince }: SchedulerState, now: number): number {
  return runningMs + (runningSince === null ? 0 : now - runningSince);
}

/** Decides how many requests to send now, and when to wake up. */
function plan(before: SchedulerState, now: number): SchedulerStep {
  const state = { ...before, ending: before.ending ?? limitReached(before, now) };
  if (state.ending !== null || (state.queued === 0 && state.inFlight === 0 && state.phase === 'running')) {
    if (state.inFlight > 0) return { state, effects: [] };
    const reason = state.ending ?? 'complete';
    return { state: { ...state, phase: 'ended', ending: reason, ...stopClock(state, now) }, effects: [{ kind: 'end', reason }] };
  }
  if (state.phase === 'paused') return { state, effects: [] };
  const count = state.queued === 0 || state.storageFailure ? 0 : countSendable(state, now);
  const next = count === 0 ? state : { ...state, inFlight: state.inFlight + count, queued: state.queued - count };
  const at = wakeAt(next, now);
  return {
    state: next,
    effects: [...(count > 0 ? [{ kind: 'send', count } as const] : []), ...(at < Infinity ? [{ kind: 'wake', at } as const] : [])],
  };
}

function countSendable(state: SchedulerState, now: number): number {
  if (state.interruption) return state.inFlight === 0 && now >= state.interruption.tryAt ? 1 : 0;
  if (now < state.busyUntil) return 0;
  // after several refusals in a row, a single request checks whether the service accepts any
  const limit = state.refusals > 1 ? 1 : Math.max(1, Math.floor(state.concurrency.limit));
  return Math.max(0, Math.min(state.queued, limit - state.inFlight));
}

function limitReached({ limits, tokens, ...state }: SchedulerState, now: number): EndReason | null {
  if (limits.tokens !== null && tokens >= limits.tokens) return 'tokens';
  const elapsed = state.runningMs + (state.runningSince === null ? 0 : now - state.runningSince);
  return limits.minutes !== null && elapsed >= limits.minutes * 60_000 ? 'minutes' : null;
}

function wakeAt(state: SchedulerState, now: number): number {
  const { limits, interruption } = state;
  const timeLimitAt =
    limits.minutes === null || state.runningSince === null ? Infinity : state.runningSince + limits.minutes * 60_000 - state.runningMs;
  if (state.queued === 0 || state.storageFailure) return timeLimitAt;
  if (interruption) return Math.min(timeLimitAt, state.inFlight === 0 ? Math.max(now, interruption.tryAt) : Infinity);
  return Math.min(timeLimitAt, state.busyUntil > now ? state.busyUntil : Infinity);
}
