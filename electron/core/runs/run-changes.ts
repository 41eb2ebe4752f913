import type { EventBus } from '../shared/event-bus.ts';
import { summarizeRun } from './describe-run.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunRecord } from './store/run-record.ts';

/** Emits changes of runs. */
export interface RunChanges {
  /** Emits a change now. `rowsRead` are those of the run's table so far, while that is read. */
  readonly emit: (record: RunRecord, rowsRead?: number) => void;
  /** Emits an active run soon, together with further changes. */
  readonly schedule: (id: string) => void;
  /** Drops scheduled changes. */
  readonly close: () => void;
}

export interface RunChangesOptions {
  readonly emit: EventBus['emit'];
  readonly findActive: (id: string) => { readonly record: RunRecord; readonly driver: RunDriver } | undefined;
}

const intervalMs = 250;

export function createRunChanges({ emit, findActive }: RunChangesOptions): RunChanges {
  const timers = new Map<string, NodeJS.Timeout>();
  let isClosed = false;

  const emitNow: RunChanges['emit'] = (record, rowsRead) => {
    clearTimeout(timers.get(record.id));
    timers.delete(record.id);
    emit('runs.changed', [summarizeRun(record, findActive(record.id)?.driver, rowsRead)]);
  };

  return {
    emit: emitNow,
    schedule: (id) => {
      if (timers.has(id) || isClosed) return;
      const emitActive = (): void => {
        timers.delete(id);
        const run = findActive(id);
        if (run) emitNow(run.record);
      };
      timers.set(id, setTimeout(emitActive, intervalMs));
    },
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
