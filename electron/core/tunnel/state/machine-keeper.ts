import type { Clock } from '../../support/clock.ts';
import { advance, atRest, isUnattended } from './advance.ts';
import { causeOf } from './cause-of.ts';
import type { TunnelChange, TunnelEvent, TunnelState } from './tunnel-state.ts';

const kept = 200;

/** Holds the state, remembers its changes and tells of them. */
export interface MachineKeeper {
  readonly state: () => TunnelState;
  /** Whether nobody is to be asked for now. */
  readonly isUnattended: () => boolean;
  /** Takes an event; says nothing where it changes nothing. */
  readonly take: (event: TunnelEvent) => void;
  /** Puts something worth knowing into the history without a change. */
  readonly note: (cause: string) => void;
  /** Tells of the state once more: something beside it has changed. */
  readonly tellAgain: () => void;
  readonly history: () => readonly TunnelChange[];
  readonly onChange: (listener: (change: TunnelChange) => void) => () => void;
}

/**
 * `reconcile` brings sessions and timers in line with the state. It is handed the state as it is by then, not the
 * transition, because a listener or itself may cause the next change before the first has been acted upon.
 */
export function createMachineKeeper(clock: Clock, reconcile: (state: TunnelState) => void): MachineKeeper {
  let machine = atRest;
  const changes: TunnelChange[] = [];
  const listeners = new Set<(change: TunnelChange) => void>();

  const tell = (cause: string): void => {
    const change = { at: clock.now(), state: machine.state, cause };
    changes.push(change);
    if (changes.length > kept) changes.shift();
    for (const listener of listeners) listener(change);
  };

  return {
    state: () => machine.state,
    isUnattended: () => isUnattended(machine, clock.now()),
    take: (event) => {
      const before = machine;
      machine = advance(before, event, clock.now());
      if (machine === before) return;
      tell(causeOf(event));
      reconcile(machine.state);
    },
    note: tell,
    tellAgain: () => {
      for (const listener of listeners) listener({ at: clock.now(), state: machine.state, cause: changes.at(-1)?.cause ?? '' });
    },
    history: () => [...changes],
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
