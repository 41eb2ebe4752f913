import path from 'node:path';
import type { Failure } from '../../contract/failure.ts';
import type { Clock } from '../shared/clock.ts';
import { createWorkerClient, type WorkerClient } from '../shared/sqlite/worker-client.ts';
import type { RunStore } from './store/run-store.ts';

export interface RunStoreOptions {
  /** The data folder; the file is `runs.db` in it. */
  readonly folder: string;
  readonly clock: Clock;
  /** `isOpen` is false if the database can't be used. */
  readonly onProblem: (failure: Failure, isOpen: boolean) => void;
  /** Called whenever the database was opened, also after it couldn't be used. */
  readonly onOpen?: (() => void) | undefined;
  readonly onBug: (error: unknown) => void;
}

/** Opens the run store at its first use. It has its own thread, because a table must not slow the history. */
export function openRunStore({ folder, clock, onProblem, onOpen, onBug }: RunStoreOptions): WorkerClient<RunStore> {
  return createWorkerClient<RunStore, undefined>({
    name: 'runs',
    file: path.join(folder, 'runs.db'),
    workerUrl: new URL('./store-worker.ts', import.meta.url),
    now: clock.now,
    onBug,
    onOpened: (failure, isOpen) => {
      if (isOpen) onOpen?.();
      if (failure) onProblem(failure, isOpen);
    },
    onChanges: () => undefined,
  });
}
