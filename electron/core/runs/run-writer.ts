import type { Failure, Result } from '../../contract/failure.ts';
import type { NewResult } from './store/results.ts';
import type { ResultBatch } from './store/run-store.ts';

interface RunWriterOptions {
  readonly id: string;
  readonly save: (batch: ResultBatch) => Promise<Result<undefined>>;
  readonly runningMs: () => number;
  readonly onSaved: (results: readonly NewResult[]) => void;
  /** Called whenever results can't be written. They are written again soon. */
  readonly onFailed: () => void;
}

/** How long results are collected for a batch, because each transaction costs a flush of the disk. */
const batchDelayMs = 20;
const maxBatch = 1000;
const retryMs = 2000;

/** Writes the results of a run in batches, one transaction each. Results stay in memory until they can be written. */
export function createRunWriter({ id, save, runningMs, onSaved, onFailed }: RunWriterOptions) {
  let results: NewResult[] = [];
  const counts = { requests: 0, refused: 0, tokens: 0 };
  let writing: Promise<void> | undefined;
  let failure: Failure | null = null;
  let isClosed = false;

  const hasMore = (): boolean => (results.length > 0 || counts.requests > 0 || counts.tokens > 0) && !isClosed;

  const writeBatch = async (): Promise<boolean> => {
    const batch = results.slice(0, maxBatch);
    const counted = { ...counts };
    const saved = await save({ id, results: batch, ...counted, runningMs: runningMs() });
    failure = saved.ok ? null : saved.failure;
    if (!saved.ok) {
      onFailed();
      return false;
    }
    results = results.slice(batch.length);
    for (const name of ['requests', 'refused', 'tokens'] as const) counts[name] -= counted[name];
    onSaved(batch);
    return true;
  };

  const write = async (): Promise<void> => {
    while (hasMore()) {
      await delay(batchDelayMs);
      if (!(await writeBatch())) await delay(retryMs);
    }
    writing = undefined;
  };

  return {
    add: (result: NewResult) => {
      results.push(result);
      writing ??= write();
    },
    /** Counts for the next batch. */
    count: (name: keyof typeof counts, more: number) => {
      counts[name] += more;
    },
    /** Counts the results that are not on disk. After a crash, their requests are sent again. */
    countUnsaved: () => results.length,
    /** Returns why results can't be written at the moment. */
    failure: () => failure,
    /** Resolves when all results so far are on disk. */
    flush: async () => {
      if (hasMore()) writing ??= write();
      await writing;
    },
    /** Stops writing. Results that are not on disk are lost. */
    close: () => {
      isClosed = true;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
