import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { recipeLimits } from '../../contract/run-constants.ts';
import type { CellId } from '../../contract/run-results.ts';
import type { RunDetails, RunSummary } from '../../contract/runs.ts';
import type { ServiceHandle } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import { describeRun, findLastRow, summarizeRun } from './describe-run.ts';
import { createFetch } from './fetch-cells.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { checkRecipe } from './recipe-check.ts';
import { driveRun, type RunDriver } from './run-driver.ts';
import { findEnd, type EndingRun, type StoredState } from './run-end.ts';
import type { EndReason } from './scheduler/scheduler.ts';
import type { RunChange, RunProvenance, RunRecord } from './store/run-record.ts';
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
  /** Repeats the requests of failed and invalid cells: of one, or of all if `cell` is null. */
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
  readonly reach: () => Promise<Result<ServiceHandle>>;
  readonly serviceHost: () => string;
  /** Returns whether the table of a run is being read. */
  readonly isReadingTable: (id: string) => boolean;
  readonly emit: EventBus['emit'];
  readonly onBug: (error: unknown) => void;
}

interface ActiveRun extends EndingRun {
  readonly driver: RunDriver;
  record: RunRecord;
  /** Resolves with its reason when the end is stored. */
  readonly finished: Promise<EndReason>;
}

const emitIntervalMs = 250;
const minConnectionRetryMs = 1000;

export function createRunLifecycle(options: RunLifecycleOptions): RunLifecycle {
  const { store, version, clock, reach, serviceHost, isReadingTable, emit, onBug } = options;
  const activeRuns = new Map<string, ActiveRun>();
  const activations = new Map<string, Promise<unknown>>();
  const emitTimers = new Map<string, NodeJS.Timeout>();
  let isClosing = false;
  let connectionRetriedAt = -Infinity;
  const steadyNow = (): number => performance.now();

  const describe = (record: RunRecord): RunDetails => describeRun(record, activeRuns.get(record.id)?.driver);

  const emitChange = (record: RunRecord, rowsRead?: number): void => {
    clearTimeout(emitTimers.get(record.id));
    emitTimers.delete(record.id);
    emit('runs.changed', [summarizeRun(record, activeRuns.get(record.id)?.driver, rowsRead)]);
  };

  const scheduleEmit = (id: string): void => {
    if (emitTimers.has(id) || isClosing) return;
    const emitNow = (): void => {
      emitTimers.delete(id);
      const run = activeRuns.get(id);
      if (run) emitChange(run.record);
    };
    emitTimers.set(id, setTimeout(emitNow, emitIntervalMs));
  };

  const publish = (changed: Result<RunRecord>): Result<RunDetails> => {
    if (!changed.ok) return changed;
    const run = activeRuns.get(changed.value.id);
    if (run) run.record = changed.value;
    emitChange(changed.value);
    return ok(describe(changed.value));
  };

  const findProvenance = async ({ recipe }: RunRecord): Promise<RunProvenance> => {
    const service = await reach();
    const modelIds = new Set(recipe.models.map(({ model }) => model));
    const models = service.ok ? service.value.models.filter(({ id }) => modelIds.has(id)) : [];
    return { serviceHost: serviceHost(), causewayVersion: version, models };
  };

  /** Runs one activation of a run at a time, because a second one would be refused after its results are deleted. */
  const activateInTurn = (id: string, work: () => Promise<Result<RunDetails>>): Promise<Result<RunDetails>> => {
    const done = (activations.get(id) ?? Promise.resolve()).then(work, work);
    activations.set(id, done);
    return done;
  };

  /** Starts the requests of a run: of one cell, or of all pending ones if `cell` is null. */
  const activate = async (before: RunRecord, cell: CellId | null, stateAfter: StoredState | null): Promise<Result<RunDetails>> => {
    const { id } = before;
    const lastRow = cell ? cell.row : findLastRow(before);
    const queued = cell ? ok(1) : await store.countPending({ id, lastRow });
    if (!queued.ok) return queued;
    const provenance = await findProvenance(before);
    const startedAt = before.startedAt ?? clock.now();
    // one cell of a draft must not leave a run that would continue with the whole table
    const isDryRun = before.isDryRun || stateAfter?.state === 'draft';
    const change: RunChange = { state: 'running', reason: null, isDryRun, startedAt, endedAt: null, provenance };
    const started = await store.change({ id, change });
    if (!started.ok) return started;
    if (isClosing) return fail('run-running');
    const record = started.value;
    const driver = driveRun({
      record,
      queued: queued.value,
      fetch: createFetch(store, record, cell, lastRow),
      save: (batch) => {
        limitHeapGrowth();
        return store.saveResults(batch);
      },
      reach,
      now: clock.now,
      steadyNow,
      maxConcurrency: recipeLimits.concurrency,
      onChange: () => scheduleEmit(id),
      onBug,
    });
    const finished = driver.ended.then((reason) => finish(id, reason));
    activeRuns.set(id, { driver, record, stateAfter, finished });
    emitChange(record);
    return ok(describe(record));
  };

  const finish = async (id: string, reason: EndReason): Promise<EndReason> => {
    const run = activeRuns.get(id);
    if (!run) return reason;
    const runningMs = run.driver.runningMs();
    const end = findEnd(run, reason, isClosing);
    const saved = await store.change({ id, change: { ...end, isDryRun: false, endedAt: clock.now(), runningMs } });
    activeRuns.delete(id);
    if (saved.ok) emitChange(saved.value);
    else onBug(new Error(`the end of a run could not be saved: ${describeFailure(saved.failure).message}`));
    return reason;
  };

  const continuePaused = async (id: string, { driver, record }: ActiveRun): Promise<Result<RunDetails>> => {
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
    emitChange,
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
        return changed.ok ? activate(changed.value, null, null) : changed;
      });
    },
    pause: async (id) => {
      const run = activeRuns.get(id);
      if (!run || run.driver.isEnding()) return fail('run-not-running');
      const changed = await store.change({ id, change: { state: 'paused', reason: 'user', runningMs: run.driver.runningMs() } });
      // only now, because a run whose pause isn't stored continues
      if (changed.ok) run.driver.pause();
      return publish(changed);
    },
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
    retry: async (id, cell) => {
      const retried = await store.retry({ id, cell });
      if (!retried.ok) return retried;
      if (retried.value.failed === 0) return fail('run-nothing-to-retry');
      return activateInTurn(id, async () => {
        const run = activeRuns.get(id);
        if (run && !run.stateAfter && !run.driver.isEnding()) {
          run.driver.requeue(retried.value);
          return ok(describe(run.record));
        }
        const end = await run?.finished;
        const record = await store.read(id);
        if (!record.ok) return record;
        // a stop also applies to the cells that waited, and the run continues with them
        if (end === 'user') return ok(describe(record.value));
        const { state, reason } = record.value;
        return activate(record.value, cell, cell ? { state: state === 'running' ? 'paused' : state, reason } : null);
      });
    },
    connectionChanged: () => {
      if (steadyNow() - connectionRetriedAt < minConnectionRetryMs) return;
      connectionRetriedAt = steadyNow();
      for (const { driver } of activeRuns.values()) driver.connectionChanged();
    },
    close: async () => {
      isClosing = true;
      for (const timer of emitTimers.values()) clearTimeout(timer);
      const runs = [...activeRuns.values()];
      for (const { driver } of runs) driver.close();
      await Promise.all(runs.map(({ finished }) => finished));
    },
  };
}
