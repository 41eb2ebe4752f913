import type { Failure, Result } from '../../contract/failure.ts';
import type { NewResult } from './store/results.ts';
import type { ResultBatch } from './store/run-store.ts';

/** Writes results in batches, one transaction each. */
export interface RunWriter {
  readonly add: (result: NewResult) => void;
  readonly countRequest: (kind: 'made' | 'refused') => void;
  /** Resolves when everything so far is on disk. */
  readonly drained: () => Promise<void>;
  /** Resolves once fewer than so many results wait for the disk, because all that wait are asked again after a crash. */
  readonly room: (most: number) => Promise<void>;
  /** Lets all go on that wait for room. */
  readonly release: () => void;
  /** How many results are not on disk yet. */
  readonly waiting: () => number;
  /** Gives up what can't be written. */
  readonly close: () => void;
}

export interface RunWriterOptions {
  readonly id: string;
  readonly save: (batch: ResultBatch) => Promise<Result<undefined>>;
  readonly runningMs: () => number;
  readonly onSaved: (results: readonly NewResult[]) => void;
  /** Called with a failure if results can't be written, and with null once they can again. */
  readonly onStorage: (failure: Failure | null) => void;
}

/** Collects results for so long, because each transaction costs a flush of the disk. */
const gatherMs = 4;
const maxBatch = 1000;
const retryMs = 2000;

export function createRunWriter({ id, save, runningMs, onSaved, onStorage }: RunWriterOptions): RunWriter {
  let results: NewResult[] = [];
  let [requests, refused, saving] = [0, 0, 0];
  let writing: Promise<void> | undefined;
  let isClosed = false;
  let roomWaiters: { readonly most: number; readonly resolve: () => void }[] = [];
  let hasFailed = false;

  const writeBatch = async (): Promise<boolean> => {
    const batch = results.slice(0, maxBatch);
    const counted = { requests, refused };
    saving = batch.length;
    const saved = await save({ id, results: batch, ...counted, runningMs: runningMs() });
    saving = 0;
    if (!saved.ok) {
      hasFailed = true;
      onStorage(saved.failure);
      return false;
    }
    results = results.slice(batch.length);
    requests -= counted.requests;
    refused -= counted.refused;
    if (hasFailed) onStorage(null);
    hasFailed = false;
    onSaved(batch);
    const { length } = results;
    for (const { most, resolve } of roomWaiters) if (length < most) resolve();
    roomWaiters = roomWaiters.filter(({ most }) => length >= most);
    return true;
  };

  const release = (): void => {
    for (const { resolve } of roomWaiters) resolve();
    roomWaiters = [];
  };
  const hasMore = (): boolean => (results.length > 0 || requests > 0) && !isClosed;

  const write = async (): Promise<void> => {
    await delay(gatherMs);
    while (hasMore()) {
      // the answers stay in memory until the disk takes them
      if (!(await writeBatch())) await delay(retryMs);
    }
    writing = undefined;
  };

  return {
    add: (result) => {
      results.push(result);
      writing ??= write();
    },
    countRequest: (kind) => {
      if (kind === 'made') requests += 1;
      else refused += 1;
    },
    drained: async () => {
      if (results.length > 0 || requests > 0) writing ??= write();
      await writing;
    },
    room: async (most) => {
      if (results.length >= most && !isClosed) await new Promise<void>((resolve) => void roomWaiters.push({ most, resolve }));
    },
    release,
    waiting: () => Math.max(results.length, saving),
    close: () => {
      isClosed = true;
      release();
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
