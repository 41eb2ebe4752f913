import type { Failure, Result } from '../../contract/failure.ts';
import type { NewResult } from './store/results.ts';
import type { ResultBatch } from './store/run-store.ts';

/** Writes results in batches, one transaction each. */
export interface RunWriter {
  readonly add: (result: NewResult) => void;
  readonly countRequest: (kind: 'made' | 'refused') => void;
  readonly countTokens: (count: number) => void;
  /** Resolves when all results so far are on disk. */
  readonly flush: () => Promise<void>;
  /** Resolves once fewer than `maxUnsaved` results are unsaved, because after a crash their requests are sent again. */
  readonly waitForCapacity: (maxUnsaved: number) => Promise<void>;
  /** Resolves all promises of `waitForCapacity`. */
  readonly releaseWaiters: () => void;
  /** Counts the results that are not on disk yet. */
  readonly countUnsaved: () => number;
  /** Stops writing. Results that are not on disk are lost. */
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

/** How long results are collected for a batch, because each transaction costs a flush of the disk. */
const batchDelayMs = 20;
const maxBatch = 1000;
const retryMs = 2000;

export function createRunWriter({ id, save, runningMs, onSaved, onStorage }: RunWriterOptions): RunWriter {
  let results: NewResult[] = [];
  let [requests, refused, tokens, saving] = [0, 0, 0, 0];
  let writing: Promise<void> | undefined;
  let isClosed = false;
  let capacityWaiters: { readonly maxUnsaved: number; readonly resolve: () => void }[] = [];
  let hasFailed = false;

  const writeBatch = async (): Promise<boolean> => {
    const batch = results.slice(0, maxBatch);
    const counted = { requests, refused, tokens };
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
    tokens -= counted.tokens;
    if (hasFailed) onStorage(null);
    hasFailed = false;
    onSaved(batch);
    const { length } = results;
    for (const { maxUnsaved, resolve } of capacityWaiters) if (length < maxUnsaved) resolve();
    capacityWaiters = capacityWaiters.filter(({ maxUnsaved }) => length >= maxUnsaved);
    return true;
  };

  const releaseWaiters = (): void => {
    for (const { resolve } of capacityWaiters) resolve();
    capacityWaiters = [];
  };
  const hasMore = (): boolean => (results.length > 0 || requests > 0 || tokens > 0) && !isClosed;

  const write = async (): Promise<void> => {
    while (hasMore()) {
      await delay(batchDelayMs);
      // the results stay in memory until they can be written
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
    countTokens: (count) => {
      tokens += count;
    },
    flush: async () => {
      if (hasMore()) writing ??= write();
      await writing;
    },
    waitForCapacity: async (maxUnsaved) => {
      if (results.length >= maxUnsaved && !isClosed)
        await new Promise<void>((resolve) => void capacityWaiters.push({ maxUnsaved, resolve }));
    },
    releaseWaiters,
    countUnsaved: () => Math.max(results.length, saving),
    close: () => {
      isClosed = true;
      releaseWaiters();
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
