import type { Failure } from '../../../contract/failure.ts';
import { backoffMs, steadyMs } from '../backoff.ts';
import { isForUser, type Machine, type TunnelEvent, type TunnelState } from './tunnel-state.ts';

/** A tunnel nobody has asked for yet. */
export const atRest: Machine = { state: { kind: 'idle' }, failures: 0 };

const connecting = { kind: 'connecting', hop: undefined, identity: undefined } as const;
/** Between attempts that are free of charge. */
const freeRetryMs = 500;

/** What becomes of a machine when something happens at `now`. An event that does not fit the state changes nothing: the very same machine. */
export function advance(machine: Machine, event: TunnelEvent, now: number): Machine {
  const { state } = machine;
  switch (event.kind) {
    case 'started':
      return isOneOf(state, 'idle', 'stopped', 'failed', 'waiting-to-retry') ? { state: connecting, failures: 0 } : machine;
    case 'trying':
      return state.kind === 'connecting'
        ? { ...machine, state: { kind: 'connecting', hop: event.hop, identity: event.identity } }
        : machine;
    case 'asked':
      return isUnderWay(state) ? { ...machine, state: { kind: 'waiting-for-user', question: event.question } } : machine;
    case 'answered':
      return state.kind === 'waiting-for-user' ? { ...machine, state: { ...connecting, hop: state.question.hop } } : machine;
    case 'connected':
      return isUnderWay(state) ? { ...machine, state: { kind: 'ready', since: now } } : machine;
    case 'not-connected':
      return isUnderWay(state) ? afterFailedAttempt(machine, event, now) : machine;
    case 'lost':
      return afterLoss(machine, event, now);
    case 'suspected':
      return state.kind === 'ready' ? { ...machine, state: { kind: 'suspect', readySince: state.since, cause: event.cause } } : machine;
    case 'alive':
      return state.kind === 'suspect' ? { ...machine, state: { kind: 'ready', since: state.readySince } } : machine;
    case 'hurried':
      return state.kind === 'waiting-to-retry' && state.until > now + event.withinMs
        ? { ...machine, state: { ...state, until: now + event.withinMs } }
        : machine;
    case 'due':
      return state.kind === 'waiting-to-retry' ? { ...machine, state: connecting } : machine;
    case 'forbidden':
      return isOneOf(state, 'ready', 'suspect') ? { ...machine, state: { kind: 'failed', failure: event.failure } } : machine;
    case 'unused':
      return state.kind === 'ready' ? atRest : machine;
    case 'stopped':
      return state.kind === 'stopped' ? machine : { state: { kind: 'stopped' }, failures: 0 };
  }
}

function afterFailedAttempt(machine: Machine, event: Extract<TunnelEvent, { kind: 'not-connected' }>, now: number): Machine {
  if (isForUser(event.failure)) return { ...machine, state: { kind: 'failed', failure: event.failure } };
  if (event.isFree) return { ...machine, state: waiting(now + freeRetryMs, event.failure) };
  // The attempt that has just failed was the one "at once".
  const failures = Math.max(1, machine.failures);
  return { state: waiting(now + backoffMs(failures, event.chance), event.failure), failures: failures + 1 };
}

function afterLoss(machine: Machine, event: Extract<TunnelEvent, { kind: 'lost' }>, now: number): Machine {
  const { state } = machine;
  if (state.kind !== 'ready' && state.kind !== 'suspect') return machine;
  if (isForUser(event.failure)) return { ...machine, state: { kind: 'failed', failure: event.failure } };
  const since = state.kind === 'ready' ? state.since : state.readySince;
  const failures = now - since >= steadyMs ? 0 : machine.failures;
  return { state: waiting(now + backoffMs(failures, event.chance), event.failure), failures: failures + 1 };
}

function waiting(until: number, failure: Failure): TunnelState {
  return { kind: 'waiting-to-retry', until, failure };
}

function isUnderWay(state: TunnelState): boolean {
  return isOneOf(state, 'connecting', 'waiting-for-user');
}

function isOneOf(state: TunnelState, ...kinds: readonly TunnelState['kind'][]): boolean {
  return kinds.includes(state.kind);
}
