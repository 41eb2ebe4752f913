import type { Failure } from '../../../contract/failure.ts';
import { isForUser, isRefusal, type TunnelSnapshot, type TunnelEvent, type TunnelState } from './tunnel-state.ts';

/** A tunnel nobody has asked for yet. */
export const initialState: TunnelSnapshot = { state: { kind: 'idle' }, failures: 0 };

const connecting = { kind: 'connecting', hop: undefined, identity: undefined } as const;
/** Between attempts that are free of charge. */
const freeRetryMs = 500;

/** What becomes of a machine when something happens at `now`. An event that does not fit the state changes nothing: the very same machine. */
export function reduce(machine: TunnelSnapshot, event: TunnelEvent, now: number): TunnelSnapshot {
  const { state } = machine;
  switch (event.kind) {
    case 'started':
      if (!isOneOf(state, 'idle', 'stopped', 'failed', 'waiting-to-retry')) return machine;
      return { state: connecting, failures: 0, ...(machine.hasWorked && !event.isByUser ? { hasWorked: true } : {}) };
    case 'trying':
      return state.kind === 'connecting'
        ? { ...machine, state: { kind: 'connecting', hop: event.hop, identity: event.identity } }
        : machine;
    case 'asked':
      return isUnderWay(state) ? { ...machine, state: { kind: 'waiting-for-user', question: event.question } } : machine;
    case 'answered':
      return state.kind === 'waiting-for-user' ? { ...machine, state: { ...connecting, hop: state.question.hop } } : machine;
    case 'connected':
      return isUnderWay(state) ? servedBy(machine, event.since) : machine;
    case 'not-connected':
      return isUnderWay(state) ? afterFailedAttempt(machine, event, now) : machine;
    case 'lost':
      return afterLoss(machine, event, now);
    case 'suspected':
      return state.kind === 'ready' ? { ...machine, state: { kind: 'suspect', readySince: state.since, cause: event.cause } } : machine;
    case 'alive':
      return canBeServed(state, event.since) ? servedBy(machine, event.since) : machine;
    case 'hurried':
      return state.kind === 'waiting-to-retry' && !isRefusal(state.failure) && state.until > now + event.withinMs
        ? { ...machine, state: { ...state, until: now + event.withinMs } }
        : machine;
    case 'due':
      return state.kind === 'waiting-to-retry' ? { ...machine, state: connecting } : machine;
    case 'forbidden':
      return isOneOf(state, 'ready', 'suspect') ? { ...machine, state: { kind: 'failed', failure: event.failure } } : machine;
    case 'unused':
      return state.kind === 'ready' ? { ...initialState, hasWorked: true } : machine;
    case 'stopped':
      return state.kind === 'stopped' ? machine : { state: { kind: 'stopped' }, failures: 0 };
  }
}

function afterFailedAttempt(machine: TunnelSnapshot, event: Extract<TunnelEvent, { kind: 'not-connected' }>, now: number): TunnelSnapshot {
  if (isRefusal(event.failure) && isUnattended(machine, now)) return afterRefusal(machine, event.failure, now);
  if (isForUser(event.failure)) return { ...machine, state: { kind: 'failed', failure: event.failure } };
  if (event.isFree) return { ...machine, state: waiting(now + freeRetryMs, event.failure) };
  // The attempt that has just failed was the one "at once".
  const failures = Math.max(1, machine.failures);
  return { ...machine, state: waiting(now + backoffMs(failures, event.chance), event.failure), failures: failures + 1 };
}

/** Whether nobody is to be asked for now: the login worked, and if it is refused, then not for long. */
export function isUnattended({ hasWorked, refused }: TunnelSnapshot, now: number): boolean {
  return hasWorked === true && (refused === undefined || now - refused.since < refusalsMs);
}

function afterRefusal(machine: TunnelSnapshot, { message, ...failure }: Failure, now: number): TunnelSnapshot {
  const { since, count } = machine.refused ?? { since: now, count: 0 };
  const told = failure.code === 'login-given-up' ? 'The login, which worked before, is refused now.' : message;
  const remedy = 'Causeway tries again by itself for 10 minutes, because this login worked before.';
  return {
    ...machine,
    state: waiting(now + refusalPauseMs(count), { ...failure, message: told, remedy }),
    refused: { since, count: count + 1 },
  };
}

function servedBy({ failures, lostAt }: TunnelSnapshot, since: number): TunnelSnapshot {
  return { state: { kind: 'ready', since }, failures, hasWorked: true, ...(lostAt === undefined ? {} : { lostAt }) };
}

function afterLoss(machine: TunnelSnapshot, event: Extract<TunnelEvent, { kind: 'lost' }>, now: number): TunnelSnapshot {
  const { state } = machine;
  if (state.kind !== 'ready' && state.kind !== 'suspect') return machine;
  if (isForUser(event.failure)) return { ...machine, state: { kind: 'failed', failure: event.failure } };
  const since = state.kind === 'ready' ? state.since : state.readySince;
  // A session that keeps falling silent and answering again is as old as ever, so what counts is also when it last did.
  const isSteady = now - since >= steadyMs && (machine.lostAt === undefined || now - machine.lostAt >= steadyMs);
  const failures = isSteady ? 0 : machine.failures;
  return { ...machine, state: waiting(now + backoffMs(failures, event.chance), event.failure), failures: failures + 1, lostAt: now };
}

function waiting(until: number, failure: Failure): TunnelState {
  return { kind: 'waiting-to-retry', until, failure };
}

/** What was dialled beside a session in doubt is not needed once that one answers. */
function canBeServed(state: TunnelState, since: number): boolean {
  if (state.kind === 'ready') return state.since !== since;
  return isUnderWay(state) || isOneOf(state, 'suspect', 'waiting-to-retry');
}

function isUnderWay(state: TunnelState): boolean {
  return isOneOf(state, 'connecting', 'waiting-for-user');
}

function isOneOf(state: TunnelState, ...kinds: readonly TunnelState['kind'][]): boolean {
  return kinds.includes(state.kind);
}

const baseMs = 1000;
const capMs = 30_000;

/** Readiness that is long enough to forget earlier failures; less would let a server that drops us at once be hammered. */
export const steadyMs = 30_000;

/** For so long a login that worked before may be refused before anybody is asked: an instance comes up before its homes are mounted. */
export const refusalsMs = 10 * 60_000;

const refusalPauses = [2, 3, 5, 8, 13, 21, 34, 55, 89, 120] as const;

/**
 * How long to wait after the nth refused login. Never so often that an sshd of its own accord keeps us out: `PerSourcePenalties` has
 * 5 s for each, and bars who owes 15.
 */
export function refusalPauseMs(refusals: number): number {
  return (refusalPauses[refusals] ?? 120) * 1000;
}

/**
 * How long to wait before the next attempt: at once after the first failure, then full jitter over 1·2ⁿ s, at most 30 s.
 * `chance` is between 0 and 1. Full jitter, so that a whole institute does not come back in step after an outage.
 */
export function backoffMs(failures: number, chance: number): number {
  if (failures <= 0) return 0;
  return Math.round(chance * Math.min(capMs, baseMs * 2 ** (failures - 1)));
}
