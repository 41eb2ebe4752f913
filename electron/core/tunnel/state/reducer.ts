import type { Failure } from '../../../contract/failure.ts';
import { needsUser, isRefusal, type TunnelSnapshot, type TunnelEvent, type TunnelState } from './tunnel-state.ts';

/** A tunnel nobody has asked for yet. */
export const initialState: TunnelSnapshot = { state: { kind: 'idle' }, failures: 0 };

const connecting = { kind: 'connecting', hop: undefined, identity: undefined } as const;
/** Between attempts that are free of charge. */
const freeRetryMs = 500;

/** What becomes of a snapshot when something happens at `now`. An event that does not fit the state changes nothing: the very same snapshot. */
export function reduce(snapshot: TunnelSnapshot, event: TunnelEvent, now: number): TunnelSnapshot {
  const { state } = snapshot;
  switch (event.kind) {
    case 'started':
      if (!isOneOf(state, 'idle', 'stopped', 'failed', 'waiting-to-retry')) return snapshot;
      return { state: connecting, failures: 0, ...(snapshot.hasWorked && !event.isByUser ? { hasWorked: true } : {}) };
    case 'progress':
      return state.kind === 'connecting'
        ? { ...snapshot, state: { kind: 'connecting', hop: event.hop, identity: event.identity } }
        : snapshot;
    case 'asked':
      return isConnecting(state) ? { ...snapshot, state: { kind: 'waiting-for-user', question: event.question } } : snapshot;
    case 'answered':
      return state.kind === 'waiting-for-user' ? { ...snapshot, state: { ...connecting, hop: state.question.hop } } : snapshot;
    case 'connected':
      return isConnecting(state) ? becomeReady(snapshot, event.since) : snapshot;
    case 'not-connected':
      return isConnecting(state) ? afterFailedAttempt(snapshot, event, now) : snapshot;
    case 'lost':
      return afterLoss(snapshot, event, now);
    case 'suspected':
      return state.kind === 'ready' ? { ...snapshot, state: { kind: 'suspect', readySince: state.since, cause: event.cause } } : snapshot;
    case 'alive':
      return canUseSession(state, event.since) ? becomeReady(snapshot, event.since) : snapshot;
    case 'retry-soon':
      return state.kind === 'waiting-to-retry' && !isRefusal(state.failure) && state.until > now + event.withinMs
        ? { ...snapshot, state: { ...state, until: now + event.withinMs } }
        : snapshot;
    case 'retry-due':
      return state.kind === 'waiting-to-retry' ? { ...snapshot, state: connecting } : snapshot;
    case 'forwarding-forbidden':
      return isOneOf(state, 'ready', 'suspect') ? { ...snapshot, state: { kind: 'failed', failure: event.failure } } : snapshot;
    case 'idle-timeout':
      return state.kind === 'ready' ? { ...initialState, hasWorked: true } : snapshot;
    case 'stopped':
      return state.kind === 'stopped' ? snapshot : { state: { kind: 'stopped' }, failures: 0 };
  }
}

function afterFailedAttempt(snapshot: TunnelSnapshot, event: Extract<TunnelEvent, { kind: 'not-connected' }>, now: number): TunnelSnapshot {
  if (isRefusal(event.failure) && isUnattended(snapshot, now)) return afterRefusal(snapshot, event.failure, now);
  if (needsUser(event.failure)) return { ...snapshot, state: { kind: 'failed', failure: event.failure } };
  if (event.isInconclusive) return { ...snapshot, state: waitingToRetry(now + freeRetryMs, event.failure) };
  // The attempt that has just failed was the one "at once".
  const failures = Math.max(1, snapshot.failures);
  return { ...snapshot, state: waitingToRetry(now + backoffMs(failures, event.jitter), event.failure), failures: failures + 1 };
}

/** Whether nobody is to be asked for now: the login worked, and if it is refused, then not for long. */
export function isUnattended({ hasWorked, refused }: TunnelSnapshot, now: number): boolean {
  return hasWorked === true && (refused === undefined || now - refused.since < refusalRetryMs);
}

function afterRefusal(snapshot: TunnelSnapshot, { message, ...failure }: Failure, now: number): TunnelSnapshot {
  const { since, count } = snapshot.refused ?? { since: now, count: 0 };
  const shownMessage = failure.code === 'login-given-up' ? 'The login, which worked before, is refused now.' : message;
  const remedy = 'Causeway tries again by itself for 10 minutes, because this login worked before.';
  return {
    ...snapshot,
    state: waitingToRetry(now + refusalDelayMs(count), { ...failure, message: shownMessage, remedy }),
    refused: { since, count: count + 1 },
  };
}

function becomeReady({ failures, lostAt }: TunnelSnapshot, since: number): TunnelSnapshot {
  return { state: { kind: 'ready', since }, failures, hasWorked: true, ...(lostAt === undefined ? {} : { lostAt }) };
}

function afterLoss(snapshot: TunnelSnapshot, event: Extract<TunnelEvent, { kind: 'lost' }>, now: number): TunnelSnapshot {
  const { state } = snapshot;
  if (state.kind !== 'ready' && state.kind !== 'suspect') return snapshot;
  if (needsUser(event.failure)) return { ...snapshot, state: { kind: 'failed', failure: event.failure } };
  const since = state.kind === 'ready' ? state.since : state.readySince;
  // A session that keeps falling silent and answering again is as old as ever, so what counts is also when it last did.
  const wasStable = now - since >= stableMs && (snapshot.lostAt === undefined || now - snapshot.lostAt >= stableMs);
  const failures = wasStable ? 0 : snapshot.failures;
  return {
    ...snapshot,
    state: waitingToRetry(now + backoffMs(failures, event.jitter), event.failure),
    failures: failures + 1,
    lostAt: now,
  };
}

function waitingToRetry(until: number, failure: Failure): TunnelState {
  return { kind: 'waiting-to-retry', until, failure };
}

/** What was dialled beside a session in doubt is not needed once that one answers. */
function canUseSession(state: TunnelState, since: number): boolean {
  if (state.kind === 'ready') return state.since !== since;
  return isConnecting(state) || isOneOf(state, 'suspect', 'waiting-to-retry');
}

function isConnecting(state: TunnelState): boolean {
  return isOneOf(state, 'connecting', 'waiting-for-user');
}

function isOneOf(state: TunnelState, ...kinds: readonly TunnelState['kind'][]): boolean {
  return kinds.includes(state.kind);
}

const baseMs = 1000;
const capMs = 30_000;

/** Readiness that is long enough to forget earlier failures; less would let a server that drops us at once be hammered. */
export const stableMs = 30_000;

/** For so long a login that worked before may be refused before anybody is asked: an instance comes up before its homes are mounted. */
export const refusalRetryMs = 10 * 60_000;

const refusalDelays = [2, 3, 5, 8, 13, 21, 34, 55, 89, 120] as const;

/**
 * How long to wait after the nth refused login. Never so often that an sshd of its own accord keeps us out: `PerSourcePenalties` has
 * 5 s for each, and bars who owes 15.
 */
export function refusalDelayMs(refusals: number): number {
  return (refusalDelays[refusals] ?? 120) * 1000;
}

/**
 * How long to wait before the next attempt: at once after the first failure, then full jitter over 1·2ⁿ s, at most 30 s.
 * `jitter` is between 0 and 1. Full jitter, so that a whole institute does not come back in step after an outage.
 */
export function backoffMs(failures: number, jitter: number): number {
  if (failures <= 0) return 0;
  return Math.round(jitter * Math.min(capMs, baseMs * 2 ** (failures - 1)));
}
