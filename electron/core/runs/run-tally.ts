import type { FailureCode } from '../../contract/failure.ts';
import type { RunProgress } from '../../contract/runs.ts';
import type { DeletedResults, NewResult } from './store/results.ts';
import type { RunRecord } from './store/run-record.ts';

type Counted = 'done' | 'failed' | 'promptTokens' | 'completionTokens' | 'requests' | 'refused';

/** What a run has done so far, in numbers. */
export interface RunTally {
  readonly addResult: (result: NewResult) => void;
  readonly removeResults: (deleted: DeletedResults) => void;
  readonly addRequest: (kind: 'requests' | 'refused') => void;
  /** Returns the numbers, with the most frequent failures first. */
  readonly read: () => Pick<RunProgress, Counted | 'failures'>;
}

/** Counts on from what is saved of the run. */
export function createRunTally(record: RunRecord): RunTally {
  const { done, failed, promptTokens, completionTokens, requests, refused } = record;
  const counts: Record<Counted, number> = { done, failed, promptTokens, completionTokens, requests, refused };
  const failures = new Map<FailureCode, number>(record.failures.map(({ code, count }) => [code, count]));
  return {
    addResult: ({ state, detail }) => {
      counts[state === 'done' ? 'done' : 'failed'] += 1;
      counts.promptTokens += detail.usage?.promptTokens ?? 0;
      counts.completionTokens += detail.usage?.completionTokens ?? 0;
      if (detail.failure) failures.set(detail.failure.code, (failures.get(detail.failure.code) ?? 0) + 1);
    },
    removeResults: (deleted) => {
      for (const name of ['failed', 'promptTokens', 'completionTokens'] as const) counts[name] -= deleted[name];
      for (const { code, count } of deleted.failures) failures.set(code, (failures.get(code) ?? 0) - count);
    },
    addRequest: (kind) => {
      counts[kind] += 1;
    },
    read: () => ({
      ...counts,
      failures: [...failures]
        .map(([code, count]) => ({ code, count }))
        .filter(({ count }) => count > 0)
        .toSorted((one, other) => other.count - one.count),
    }),
  };
}
