import type { RunWait } from '../../contract/runs.ts';
import { recipeLimits } from '../../contract/constants.ts';
import type { Interruption } from './cells/request-cell.ts';
import { afterAnswer, afterInterruption, afterRefusal, initialConcurrency, type Concurrency } from './concurrency.ts';

/** A time in which the service can't be used. The run tries it with one request at a time. */
interface Outage extends Interruption {
  readonly tries: number;
  readonly triedAt: number;
  readonly tryAt: number;
}

/** What the outcomes of a run's requests say about the service. All times are milliseconds of the same clock. */
export interface ServiceState {
  readonly concurrency: Concurrency;
  readonly outage: Outage | null;
  /** Refusals without an answer in between. */
  readonly refusals: number;
  /** No request is sent before this time, because the service sent a Retry-After or refused all requests. */
  readonly busyUntil: number;
}

const backoffMs = { first: 500, max: 60_000 };
const tryEveryMs = { first: 1000, max: 30_000 };
/** Only a person can give a token or access. */
const tryAccessEveryMs = { first: 15_000, max: 60_000 };

export function initialServiceState(concurrency: 'auto' | number): ServiceState {
  return { concurrency: initialConcurrency(concurrency), outage: null, refusals: 0, busyUntil: -Infinity };
}

/** Returns the state after an answer. `inFlight` counts its request too, as in all functions here. */
export function answered(state: ServiceState, firstByteMs: number | null, inFlight: number): ServiceState {
  const { concurrency, outage, busyUntil } = state;
  const next = outage ? afterInterruption(concurrency) : afterAnswer(concurrency, firstByteMs, inFlight, recipeLimits.concurrency);
  return { concurrency: next, outage: null, refusals: 0, busyUntil };
}

/** Returns the state after the service refused a request because it has too much to do. */
export function refused(state: ServiceState, now: number, startedAt: number, inFlight: number, retryAfterMs: number | null): ServiceState {
  const { concurrency, busyUntil } = state;
  const isNewBurst = startedAt > concurrency.cutAt || concurrency.isFixed;
  const refusals = isNewBurst ? state.refusals + 1 : state.refusals;
  // the first refusal only halves the limit, further ones without an answer in between also wait
  const backoff = refusals > 1 ? Math.min(backoffMs.max, backoffMs.first * 2 ** (refusals - 2)) : 0;
  return {
    concurrency: afterRefusal(concurrency, now, startedAt, inFlight),
    outage: null,
    refusals,
    busyUntil: Math.max(busyUntil, now + Math.max(retryAfterMs ?? 0, backoff)),
  };
}

/** Returns the state after a request that could not use the service. Requests that were in flight before don't count as tries. */
export function interrupted(state: ServiceState, now: number, startedAt: number, interruption: Interruption): ServiceState {
  const { outage } = state;
  if (outage && startedAt < outage.tryAt) return state;
  const { reason, failure, counts } = interruption;
  const tries = outage ? outage.tries + 1 : 0;
  const { first, max } = reason === 'token' || reason === 'access' ? tryAccessEveryMs : tryEveryMs;
  return { ...state, outage: { reason, failure, counts, tries, triedAt: now, tryAt: now + Math.min(max, first * 2 ** tries) } };
}

/** Returns the state after a change of the connection. It causes no try that counts, because it also comes during an outage. */
export function connectionChanged(state: ServiceState, now: number): ServiceState {
  const { outage } = state;
  if (!outage || outage.counts) return state;
  return { ...state, outage: { ...outage, tryAt: Math.min(outage.tryAt, Math.max(now, outage.triedAt + tryEveryMs.first)) } };
}

/** Returns the state after a pause. */
export function resumed(state: ServiceState): ServiceState {
  return { ...state, concurrency: afterInterruption(state.concurrency) };
}

/** Counts the requests that may be sent now. */
export function countAllowed({ concurrency, outage, refusals, busyUntil }: ServiceState, now: number, inFlight: number): number {
  if (outage) return inFlight === 0 && now >= outage.tryAt ? 1 : 0;
  if (now < busyUntil) return 0;
  // after several refusals in a row, a single request checks whether the service accepts any
  return Math.max(0, (refusals > 1 ? 1 : Math.floor(concurrency.limit)) - inFlight);
}

/** Returns when time alone allows a request. Infinity if something else must happen first. */
export function nextTryAt({ outage, busyUntil }: ServiceState, now: number, inFlight: number): number {
  if (outage) return inFlight === 0 ? outage.tryAt : Infinity;
  return busyUntil > now ? busyUntil : Infinity;
}

/** Returns why no requests are sent, and until when. Null if they are. */
export function describeWait({ outage, busyUntil }: ServiceState, now: number): RunWait | null {
  if (outage) {
    const { reason, failure, tryAt } = outage;
    // a try doesn't help before the user has switched
    return { reason, failure, until: reason === 'profile' || reason === 'mode' ? null : tryAt };
  }
  return busyUntil > now ? { reason: 'busy', failure: null, until: busyUntil } : null;
}
