import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { Clock } from '../../shared/clock.ts';
import { reduce, initialState, isUnattended } from './reducer.ts';
import type { TunnelChange, TunnelEvent, TunnelState } from './tunnel-state.ts';
import { activityText } from '../text.ts';

const maxHistory = 200;

/**
 * Creates what holds the state, keeps its history and notifies listeners. `reconcile` adapts sessions and timers to the state. It gets the current state, not the transition,
 * because a listener may cause the next change before the first was handled.
 */
export function createStateMachine(clock: Clock, reconcile: (state: TunnelState) => void) {
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
    state: (): TunnelState => snapshot.state,
    /** Returns whether the user should not be asked now. */
    isUnattended: (): boolean => isUnattended(snapshot, clock.now()),
    /** Applies an event. Notifies nobody if the state stays the same. */
    dispatch: (event: TunnelEvent): void => {
      const before = snapshot;
      snapshot = reduce(before, event, clock.now());
      if (snapshot === before) return;
      record(describeEvent(event));
      reconcile(snapshot.state);
    },
    /** Adds an entry to the history without a state change. */
    note: record,
    /** Notifies listeners again, because something besides the state has changed. */
    notifyListeners: (): void => {
      for (const listener of listeners) listener({ at: clock.now(), state: snapshot.state, cause: changes.at(-1)?.cause ?? '' });
    },
    history: (): readonly TunnelChange[] => [...changes],
    onChange: (listener: (change: TunnelChange) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the cause of a state change for the history. */
function describeEvent(event: TunnelEvent): string {
  switch (event.kind) {
    case 'started':
    case 'suspected':
    case 'retry-soon':
    case 'stopped':
      return event.cause;
    case 'progress':
      return event.identity === undefined ? activityText.connectingTo(event.hop) : activityText.trying(event.identity, event.hop);
    case 'asked':
      return activityText.needsAnswer(event.question.hop);
    case 'answered':
      return activityText.answered;
    case 'connected':
      return activityText.signedIn;
    case 'not-connected':
    case 'lost':
    case 'forwarding-forbidden':
      return describeFailure(event.failure).message;
    case 'alive':
      return activityText.alive;
    case 'retry-due':
      return activityText.retrying;
    case 'idle-timeout':
      return activityText.unused;
  }
}
