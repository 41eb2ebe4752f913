import type { RunSummary } from '../../electron/contract/runs.ts';

/** A run in progress. */
export const runningRun: RunSummary = {
  id: 'r',
  name: 'Reviews',
  state: 'running',
  reason: null,
  wait: null,
  isDryRun: false,
  rows: 10,
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  table: null,
  progress: {
    cells: 10,
    done: 4,
    failed: 1,
    inFlight: 1,
    concurrency: 1,
    rowsPerMinute: null,
    remainingMs: null,
    promptTokens: 0,
    completionTokens: 0,
    requests: 5,
    refused: 0,
    failures: [],
  },
};
