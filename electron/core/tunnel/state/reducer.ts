import { failure as failureOf } from '../../../contract/failures/fail.ts';
import type { Failure } from '../../../contract/failure.ts';
import { needsUser, isRefusal, type TunnelSnapshot, type TunnelEvent, type TunnelState } from './tunnel-state.ts';

/** The state of a tunnel that was never started. */
export const initialState: TunnelSnapshot = { state: { kind: 'idle' }, failures: 0 };

const connecting = { kind: 'connecting', hop: undefined, identity: undefined } as const;
/** The delay after an inconclusive failure. */
const freeRetryMs = 500;

/** Returns the snapshot after an event at `now`. Returns the same object if the event doesn't apply to the state. */
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
  // The attempt that has just failed was the immediate one.
  const failures = Math.max(1, snapshot.failures);
  const delayMs = isRestarting(snapshot, event.failure, now) ? restartDelayMs(event.jitter) : backoffMs(failures, event.jitter);
  return { ...snapshot, state: waitingToRetry(now + delayMs, event.failure), failures: failures + 1 };
}

/** Returns whether the user should not be asked now: the login worked before and has not been refused for long. */
export function isUnattended({ hasWorked, refused }: TunnelSnapshot, now: number): boolean {
  return hasWorked === true && (refused === undefined || now - refused.since < refusalRetryMs);
}

function afterRefusal(snapshot: TunnelSnapshot, failure: Failure, now: number): TunnelSnapshot {
  const { since, count } = snapshot.refused ?? { since: now, count: 0 };
  const shown =
    failure.code === 'login-given-up'
      ? failureOf('sign-in-retried-unasked')
      : { ...failureOf('sign-in-retried', { cause: failure }), code: failure.code };
  return {
    ...snapshot,
    state: waitingToRetry(Math.max(since + refusalRetryAt(count), now + baseMs), shown),
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
  // A session that falls silent again and again keeps its age, so the time of the last loss counts too.
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

/** A session in doubt that answers again makes the one being dialled unnecessary. */
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

/** After this time in readiness, earlier failures are forgotten. Less would hammer a server that drops us at once. */
const stableMs = 30_000;

/**
 * How long a login that worked before may be refused before the user is asked. An instance may start before its home folders are
 * mounted.
 */
const refusalRetryMs = 10 * 60_000;

/** In seconds after the first refused login. */
const refusalRetries = [2, 5, 10, 18, 31, 52, 86, 141, 230, 350, 470] as const;

/**
 * Returns when to retry after the nth refused login, in milliseconds after the first one, so that slow attempts don't move the next
 * ones. Stays below sshd's `PerSourcePenalties`, which adds 5 s per failure and blocks at 15.
 */
function refusalRetryAt(refusals: number): number {
  return (refusalRetries[refusals] ?? refusalRetryMs / 1000) * 1000;
}

const restartMs = 60_000;

/** Returns whether the instance may be restarting: it doesn't listen yet, and a session broke a short time ago. */
function isRestarting({ lostAt }: TunnelSnapshot, failure: Failure, now: number): boolean {
  return failure.reason === 'ssh-refused' && lostAt !== undefined && now - lostAt < restartMs;
}

/** Returns a delay of 250 to 500 ms. The attempt reaches no sshd, not even that of a jump host, so it can't look like an attack. */
function restartDelayMs(jitter: number): number {
  return Math.round(250 * (1 + jitter));
}

/**
 * Returns the delay before the next attempt: none after the first failure, then full jitter over 1·2ⁿ s, at most 30 s. `jitter`
 * is between 0 and 1. Full jitter keeps an institute's clients from reconnecting in step after an outage.
 */
export function backoffMs(failures: number, jitter: number): number {
  if (failures <= 0) return 0;
  return Math.round(jitter * Math.min(capMs, baseMs * 2 ** (failures - 1)));
}
