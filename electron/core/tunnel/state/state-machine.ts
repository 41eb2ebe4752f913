import type { Clock } from '../../shared/clock.ts';
import { reduce, initialState, isUnattended } from './reducer.ts';
import type { TunnelChange, TunnelEvent, TunnelState } from './tunnel-state.ts';

const maxHistory = 200;

/** Holds the state, remembers its changes and tells of them. */
export interface StateMachine {
  readonly state: () => TunnelState;
  /** Whether nobody is to be asked for now. */
  readonly isUnattended: () => boolean;
  /** Takes an event; says nothing where it changes nothing. */
  readonly dispatch: (event: TunnelEvent) => void;
  /** Puts something worth knowing into the history without a change. */
  readonly note: (cause: string) => void;
  /** Tells of the state once more: something beside it has changed. */
  readonly notifyListeners: () => void;
  readonly history: () => readonly TunnelChange[];
  readonly onChange: (listener: (change: TunnelChange) => void) => () => void;
}

/**
 * `reconcile` brings sessions and timers in line with the state. It is handed the state as it is by then, not the
 * transition, because a listener or itself may cause the next change before the first has been acted upon.
 */
export function createStateMachine(clock: Clock, reconcile: (state: TunnelState) => void): StateMachine {
  let snapshot = initialState;
  const changes: TunnelChange[] = [];
  const listeners = new Set<(change: TunnelChange) => void>();

  const record = (cause: string): void => {
    const change = { at: clock.now(), state: snapshot.state, cause };
    changes.push(change);
    if (changes.length > maxHistory) changes.shift();
    for (const listener of listeners) listener(change);
  };

  return {
    state: () => snapshot.state,
    isUnattended: () => isUnattended(snapshot, clock.now()),
    dispatch: (event) => {
      const before = snapshot;
      snapshot = reduce(before, event, clock.now());
      if (snapshot === before) return;
      record(describeEvent(event));
      reconcile(snapshot.state);
    },
    note: record,
    notifyListeners: () => {
      for (const listener of listeners) listener({ at: clock.now(), state: snapshot.state, cause: changes.at(-1)?.cause ?? '' });
    },
    history: () => [...changes],
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Why the state changed, in words for the history. */
export function describeEvent(event: TunnelEvent): string {
  switch (event.kind) {
    case 'started':
    case 'suspected':
    case 'retry-soon':
    case 'stopped':
      return event.cause;
    case 'progress':
      return event.identity === undefined ? `reaching ${event.hop}` : `offering ${event.identity} to ${event.hop}`;
    case 'asked':
      return `${event.question.hop} needs an answer`;
    case 'answered':
      return 'the question is settled';
    case 'connected':
      return 'logged in';
    case 'not-connected':
    case 'lost':
    case 'forwarding-forbidden':
      return event.failure.message;
    case 'alive':
      return 'the instance answered';
    case 'retry-due':
      return 'time for the next attempt';
    case 'idle-timeout':
      return 'not used for a while';
  }
}
