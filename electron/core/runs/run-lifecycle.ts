import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { recipeLimits } from '../../contract/run-constants.ts';
import type { CellId } from '../../contract/run-results.ts';
import type { RunDetails, RunSummary } from '../../contract/runs.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import { describeRun, findLastRow, summarizeRun } from './describe-run.ts';
import { createFetch, createFetchOf, mergeKeys } from './fetch-cells.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { checkRecipe } from './recipe-check.ts';
import { createRunChanges } from './run-changes.ts';
import { driveRun, type RunDriver } from './run-driver.ts';
import { findEnd, type EndingRun, type Retry, type StoredState } from './run-end.ts';
import { createRunService, findProvenance, type RunConnection } from './run-service.ts';
import type { EndReason } from './scheduler/scheduler.ts';
import type { RunChange, RunRecord } from './store/run-record.ts';
import type { RunStore } from './store/run-store.ts';

/** Starts, pauses and ends runs, and emits their changes. A run is active from its start to its end, also while it is paused. */
export interface RunLifecycle {
  readonly isActive: (id: string) => boolean;
  readonly summarize: (record: RunRecord) => RunSummary;
  readonly describe: (record: RunRecord) => RunDetails;
  /** Emits a change of a run. `rowsRead` are those of its table so far, while that is read. */
  readonly emitChange: (record: RunRecord, rowsRead?: number) => void;
  /** Emits a run that the store has changed, and returns its details. Returns a failure as it is. */
  readonly publish: (changed: Result<RunRecord>) => Result<RunDetails>;
  /** Starts a run, or continues a paused or stopped one. */
  readonly start: (id: string, options: { readonly isDryRun: boolean }) => Promise<Result<RunDetails>>;
  readonly pause: (id: string) => Promise<Result<RunDetails>>;
  /** Ends a run, and cancels its requests if it is active. */
  readonly stop: (id: string) => Promise<Result<RunDetails>>;
  /** Cancels the requests of a run if it is active, and waits until its end is stored. */
  readonly cancelRequests: (id: string) => Promise<void>;
  /** Repeats only the requests of failed and invalid cells: of one, or of all if `cell` is null. */
  readonly retry: (id: string, cell: CellId | null) => Promise<Result<RunDetails>>;
  /** Tries the connection again for runs that wait for it. */
  readonly connectionChanged: () => void;
  /** Pauses the active runs, so that they continue after the next start of the program. */
  readonly close: () => Promise<void>;
}

export interface RunLifecycleOptions {
  readonly store: RemoteStore<RunStore>;
  readonly version: string;
  readonly clock: Clock;
  readonly connection: RunConnection;
  /** Returns whether the table of a run is being read. */
  readonly isReadingTable: (id: string) => boolean;
  readonly emit: EventBus['emit'];
  readonly onBug: (error: unknown) => void;
}

interface ActiveTurn extends EndingRun {
  readonly driver: RunDriver;
  record: RunRecord;
  /** Resolves with its reason when the end is stored. */
  readonly finished: Promise<EndReason>;
}

const minConnectionRetryMs = 1000;

export function createRunLifecycle(options: RunLifecycleOptions): RunLifecycle {
  const { store, version, clock, connection, isReadingTable, onBug } = options;
  const activeRuns = new Map<string, ActiveTurn>();
  const activations = new Map<string, Promise<unknown>>();
  const changes = createRunChanges({ emit: options.emit, findActive: (id) => activeRuns.get(id) });
  let isClosing = false;
  let connectionTimer: NodeJS.Timeout | undefined;
  let connectionRetriedAt = -Infinity;
  const steadyNow = (): number => performance.now();

  const describe = (record: RunRecord): RunDetails => describeRun(record, activeRuns.get(record.id)?.driver);

  const publish = (changed: Result<RunRecord>): Result<RunDetails> => {
    if (!changed.ok) return changed;
    const run = activeRuns.get(changed.value.id);
    if (run) run.record = changed.value;
    changes.emit(changed.value);
    return ok(describe(changed.value));
  };

  /** Runs one activation or retry of a run at a time, because the activation reads the counters that a retry changes. */
  const activateInTurn = (id: string, work: () => Promise<Result<RunDetails>>): Promise<Result<RunDetails>> => {
    const done = (activations.get(id) ?? Promise.resolve()).then(work, work);
    activations.set(id, done);
    return done;
  };

  /** Starts the requests of a run: of all pending cells, or only of those to retry. */
  const activate = async (before: RunRecord, retry: Retry | null): Promise<Result<RunDetails>> => {
    const { id } = before;
    const lastRow = findLastRow(before);
    const queued = retry ? ok(retry.keys.length) : await store.countPending({ id, lastRow });
    if (!queued.ok) return queued;
    const provenance = await findProvenance(before, connection, version);
    const startedAt = before.startedAt ?? clock.now();
    // a retry in a draft must not leave a run that would continue with the whole table
    const isDryRun = before.isDryRun || retry?.stateAfter.state === 'draft';
    const change: RunChange = { state: 'running', reason: null, isDryRun, startedAt, endedAt: null, provenance };
    const started = await store.change({ id, change });
    if (!started.ok) return started;
    if (isClosing) return fail('run-running');
    const record = started.value;
    const driver = driveRun({
      record,
      queued: queued.value,
      // a limit that ended the run must not end a retry before its first request
      limits: retry ? { tokens: null, minutes: null } : record.recipe.limits,
      fetch: retry ? createFetchOf(store, id, () => retry.keys) : createFetch(store, id, lastRow),
      save: (batch) => {
        limitHeapGrowth();
        return store.saveResults(batch);
      },
      reachService: createRunService(record, connection, steadyNow),
      now: clock.now,
      steadyNow,
      maxConcurrency: recipeLimits.concurrency,
      onChange: () => changes.schedule(id),
      onSlowChecks: () => void pauseSlow(id),
      onBug,
    });
    const finished = driver.ended.then((reason) => finish(id, reason));
    activeRuns.set(id, { driver, record, retry, finished });
    changes.emit(record);
    return ok(describe(record));
  };

  const finish = async (id: string, reason: EndReason): Promise<EndReason> => {
    const run = activeRuns.get(id);
    if (!run) return reason;
    const runningMs = run.driver.runningMs();
    const end = findEnd(run, reason, isClosing);
    const saved = await store.change({ id, change: { ...end, isDryRun: false, endedAt: clock.now(), runningMs } });
    activeRuns.delete(id);
    if (saved.ok) changes.emit(saved.value);
    else onBug(new Error(`the end of a run could not be saved: ${describeFailure(saved.failure).message}`));
    return reason;
  };

  const pause = async (id: string, reason: RunRecord['reason']): Promise<Result<RunDetails>> => {
    const run = activeRuns.get(id);
    if (!run || run.driver.isEnding()) return fail('run-not-running');
    const changed = await store.change({ id, change: { state: 'paused', reason, runningMs: run.driver.runningMs() } });
    // only now, because a run whose pause isn't stored continues
    if (changed.ok) run.driver.pause();
    return publish(changed);
  };

  /** Pauses a run whose checks take too long. A dry run has few rows and can't be paused. */
  const pauseSlow = async (id: string): Promise<void> => {
    const run = activeRuns.get(id);
    if (run?.record.isDryRun || !(await pause(id, 'slow-check')).ok) run?.driver.continue();
  };

  const continuePaused = async (id: string, { driver, record }: ActiveTurn): Promise<Result<RunDetails>> => {
    if (record.state !== 'paused') return fail('run-running');
    const changed = await store.change({ id, change: { state: 'running', reason: null } });
    if (changed.ok) driver.continue();
    return publish(changed);
  };

  const cancelRequests = async (id: string): Promise<void> => {
    const run = activeRuns.get(id);
    run?.driver.stop();
    await run?.finished;
  };

  return {
    isActive: (id) => activeRuns.has(id),
    summarize: (record) => summarizeRun(record, activeRuns.get(record.id)?.driver),
    describe,
    emitChange: changes.emit,
    publish,
    start: async (id, { isDryRun }) => {
      const run = activeRuns.get(id);
      if (run && !run.driver.isEnding()) return continuePaused(id, run);
      return activateInTurn(id, async () => {
        await run?.finished;
        if (activeRuns.has(id)) return fail('run-running');
        const record = await store.read(id);
        if (!record.ok) return record;
        const { recipe, rows, source, isReading } = record.value;
        if (isReading || isReadingTable(id)) return fail('run-table-loading');
        const checked = checkRecipe(recipe, rows, source?.columns ?? []);
        if (!checked.ok) return checked;
        const changed = await store.change({ id, change: { isDryRun } });
        return changed.ok ? activate(changed.value, null) : changed;
      });
    },
    pause: (id) => pause(id, 'user'),
    stop: async (id) => {
      const isActive = activeRuns.has(id);
      await cancelRequests(id);
      const record = await store.read(id);
      if (!record.ok) return record;
      if (isActive) return ok(describe(record.value));
      if (record.value.state !== 'paused') return fail('run-not-running');
      return publish(await store.change({ id, change: { state: 'stopped', reason: 'user', endedAt: clock.now() } }));
    },
    cancelRequests,
    retry: (id, cell) =>
      activateInTurn(id, async () => {
        const retried = await store.retry({ id, cell });
        if (!retried.ok) return retried;
        if (retried.value.failed === 0) return fail('run-nothing-to-retry');
        const run = activeRuns.get(id);
        if (run && !run.driver.isEnding()) {
          if (run.retry) run.retry.keys = mergeKeys(run.retry.keys, retried.value.keys);
          run.driver.requeue(retried.value);
          return ok(describe(run.record));
        }
        const end = await run?.finished;
        const record = await store.read(id);
        if (!record.ok) return record;
        // a stop also applies to the cells that waited, and the run continues with them
        if (end === 'user') return ok(describe(record.value));
        const { state, reason } = record.value;
        const stateAfter: StoredState = { state: state === 'running' ? 'paused' : state, reason };
        return activate(record.value, { keys: retried.value.keys, stateAfter });
      }),
    connectionChanged: () => {
      const retry = (): void => {
        connectionTimer = undefined;
        connectionRetriedAt = steadyNow();
        for (const { driver } of activeRuns.values()) driver.connectionChanged();
      };
      const waitMs = connectionRetriedAt + minConnectionRetryMs - steadyNow();
      if (waitMs <= 0) retry();
      else if (!isClosing) connectionTimer ??= setTimeout(retry, waitMs);
    },
    close: async () => {
      isClosing = true;
      clearTimeout(connectionTimer);
      changes.close();
      const runs = [...activeRuns.values()];
      for (const { driver } of runs) driver.close();
      await Promise.all(runs.map(({ finished }) => finished));
    },
  };
}
