import type { FailureCode } from '../../contract/failure.ts';
import type { RunProgress } from '../../contract/runs.ts';
import type { DeletedResults, NewResult } from './store/results.ts';
import type { RunRecord } from './store/run-record.ts';
import { cellsPerRow } from '../../contract/run-variants.ts';

const windowMs = 60_000;
const stepMs = 1000;
const minElapsedMs = 2000;

/** Counts what a run has done and how long it ran, on from what is saved of it. Measures the rate of results over the last minute. */
export function createRunProgress(record: RunRecord, now: () => number) {
  const { done, failed, promptTokens, completionTokens, requests, refused } = record;
  const counts = { done, failed, promptTokens, completionTokens, requests, refused };
  const failures = new Map<FailureCode, number>(record.failures.map(({ code, count }) => [code, count]));
  const startedAt = now();
  let runningMs = record.runningMs;
  let runningSince: number | null = startedAt;
  let steps: { readonly at: number; count: number }[] = [];

  /** Returns results per millisecond. Null without results, and in the first two seconds. */
  const readRate = (): number | null => {
    steps = steps.filter(({ at }) => at >= now() - windowMs);
    const elapsed = Math.min(windowMs, now() - startedAt);
    const total = steps.reduce((sum, { count }) => sum + count, 0);
    return elapsed < minElapsedMs || total === 0 ? null : total / elapsed;
  };

  const readRunningMs = (): number => runningMs + (runningSince === null ? 0 : now() - runningSince);

  return {
    /** Returns how long the run has been running, without pauses. */
    runningMs: readRunningMs,
    startClock: () => {
      runningSince = now();
    },
    stopClock: () => {
      runningMs = readRunningMs();
      runningSince = null;
    },
    addResults: (results: readonly NewResult[]) => {
      for (const { state, detail } of results) {
        counts[state === 'done' ? 'done' : 'failed'] += 1;
        counts.promptTokens += detail.usage?.promptTokens ?? 0;
        counts.completionTokens += detail.usage?.completionTokens ?? 0;
        if (detail.failure) failures.set(detail.failure.code, (failures.get(detail.failure.code) ?? 0) + 1);
      }
      const last = steps.at(-1);
      if (last && now() - last.at < stepMs) last.count += results.length;
      else steps = [...steps.filter(({ at }) => at >= now() - windowMs), { at: now(), count: results.length }];
    },
    removeResults: (deleted: DeletedResults) => {
      for (const name of ['failed', 'promptTokens', 'completionTokens'] as const) counts[name] -= deleted[name];
      for (const { code, count } of deleted.failures) failures.set(code, (failures.get(code) ?? 0) - count);
    },
    addRequest: (kind: 'requests' | 'refused') => {
      counts[kind] += 1;
    },
    /** Returns the numbers, with the most frequent failures first. `left` is the number of cells without a result; null during a pause. */
    read: (left: number | null): Omit<RunProgress, 'cells' | 'inFlight' | 'concurrency'> => {
      const perMs = left === null ? null : readRate();
      return {
        ...counts,
        failures: [...failures]
          .map(([code, count]) => ({ code, count }))
          .filter(({ count }) => count > 0)
          .toSorted((one, other) => other.count - one.count),
        rowsPerMinute: perMs === null ? null : (perMs * 60_000) / cellsPerRow(record.recipe),
        remainingMs: perMs === null || left === null ? null : left / perMs,
      };
    },
  };
}
