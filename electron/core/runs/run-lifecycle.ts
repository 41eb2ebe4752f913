import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { CellId } from '../../contract/run-results.ts';
import type { RunDetails } from '../../contract/runs.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import { checkImages } from './check-images.ts';
import { describeRun, findLastRow, summarizeRun } from './describe-run.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { checkRecipe } from './recipe-check.ts';
import { createRunQueue, type EndReason, type RunQueue } from './run-queue.ts';
import { createRunService, findProvenance, type RunConnection } from './run-service.ts';
import type { RunChange, RunRecord } from './store/run-record.ts';
import type { RunStore } from './store/run-store.ts';

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

type StoredState = Pick<RunRecord, 'state' | 'reason'>;

/** A run from its start to its end, also while it is paused. */
interface ActiveRun {
  readonly queue: RunQueue;
  record: RunRecord;
  /** The state after a retry of failed cells. Null if the run itself is active. */
  readonly stateAfterRetry: StoredState | null;
  /** Resolves with its reason when the end is stored. */
  readonly finished: Promise<EndReason>;
}

/** How long changes of an active run are collected for an event. */
const emitDelayMs = 250;

/** Starts, pauses and ends runs, and emits their changes. */
export function createRunLifecycle({ store, version, clock, connection, isReadingTable, emit, onBug }: RunLifecycleOptions) {
  const activeRuns = new Map<string, ActiveRun>();
  const activations = new Map<string, Promise<unknown>>();
  const emitTimers = new Map<string, NodeJS.Timeout>();
  let isClosing = false;
  const steadyNow = (): number => performance.now();

  const describe = (record: RunRecord): RunDetails => describeRun(record, activeRuns.get(record.id)?.queue);

  /** Emits a change of a run. `rowsRead` are those of its table so far, while that is read. */
  const emitChange = (record: RunRecord, rowsRead?: number): void => {
    clearTimeout(emitTimers.get(record.id));
    emitTimers.delete(record.id);
    emit('runs.changed', [summarizeRun(record, activeRuns.get(record.id)?.queue, rowsRead)]);
  };

  /** Emits an active run soon, together with further changes. */
  const emitSoon = (id: string): void => {
    if (emitTimers.has(id) || isClosing) return;
    const emitActive = (): void => {
      emitTimers.delete(id);
      const run = activeRuns.get(id);
      if (run) emitChange(run.record);
    };
    emitTimers.set(id, setTimeout(emitActive, emitDelayMs));
  };

  /** Emits a run that the store has changed, and returns its details. Returns a failure as it is. */
  const publish = (changed: Result<RunRecord>): Result<RunDetails> => {
    if (!changed.ok) return changed;
    const run = activeRuns.get(changed.value.id);
    if (run) run.record = changed.value;
    emitChange(changed.value);
    return ok(describe(changed.value));
  };

  /** Runs one activation or retry of a run at a time, because the activation reads the counters that a retry changes. */
  const activateInTurn = (id: string, work: () => Promise<Result<RunDetails>>): Promise<Result<RunDetails>> => {
    const done = (activations.get(id) ?? Promise.resolve()).then(work, work);
    activations.set(id, done);
    return done;
  };

  /** Starts the requests of a run: of all pending cells, or only of those to retry. */
  const activate = async (before: RunRecord, stateAfterRetry: StoredState | null): Promise<Result<RunDetails>> => {
    const { id } = before;
    const lastRow = findLastRow(before);
    const isRetry = stateAfterRetry !== null;
    const queued = await store.countPending({ id, lastRow, isRetry });
    if (!queued.ok) return queued;
    const provenance = await findProvenance(before, connection, version);
    const startedAt = before.startedAt ?? clock.now();
    // a retry in a draft must not leave a run that would continue with the whole table
    const isDryRun = before.isDryRun || stateAfterRetry?.state === 'draft';
    const change: RunChange = { state: 'running', reason: null, isDryRun, startedAt, endedAt: null, provenance };
    const started = await store.change({ id, change });
    if (!started.ok) return started;
    if (isClosing) return fail('run-running');
    const record = started.value;
    const queue = createRunQueue({
      record,
      queued: queued.value,
      // a limit that ended the run must not end a retry before its first request
      limits: isRetry ? { tokens: null, minutes: null } : record.recipe.limits,
      fetch: (after, limit) => store.pending({ id, after, lastRow, limit, isRetry }),
      save: (batch) => {
        limitHeapGrowth();
        return store.saveResults(batch);
      },
      reachService: createRunService(record, connection, steadyNow),
      now: clock.now,
      steadyNow,
      onChange: () => emitSoon(id),
      onSlowChecks: () => void pauseSlow(id),
      onBug,
    });
    const finished = queue.ended.then((reason) => finish(id, reason));
    activeRuns.set(id, { queue, record, stateAfterRetry, finished });
    return publish(started);
  };

  const finish = async (id: string, reason: EndReason): Promise<EndReason> => {
    const run = activeRuns.get(id);
    if (!run) return reason;
    const end = findEnd(run, reason, isClosing);
    const change: RunChange = { ...end, isDryRun: false, endedAt: clock.now(), runningMs: run.queue.runningMs() };
    const saved = await store.change({ id, change });
    activeRuns.delete(id);
    if (saved.ok) emitChange(saved.value);
    else onBug(new Error(`the end of a run could not be saved: ${describeFailure(saved.failure).message}`));
    return reason;
  };

  const pause = async (id: string, reason: RunRecord['reason']): Promise<Result<RunDetails>> => {
    const run = activeRuns.get(id);
    if (!run || run.queue.isEnding()) return fail('run-not-running');
    const changed = await store.change({ id, change: { state: 'paused', reason, runningMs: run.queue.runningMs() } });
    // only now, because a run whose pause isn't stored continues
    if (changed.ok) run.queue.pause();
    return publish(changed);
  };

  /** Pauses a run whose checks take too long. A dry run has few rows and can't be paused. */
  const pauseSlow = async (id: string): Promise<void> => {
    const run = activeRuns.get(id);
    if (run?.record.isDryRun || !(await pause(id, 'slow-check')).ok) run?.queue.continue();
  };

  const continuePaused = async (id: string, { queue, record }: ActiveRun): Promise<Result<RunDetails>> => {
    if (record.state !== 'paused') return fail('run-running');
    const changed = await store.change({ id, change: { state: 'running', reason: null } });
    if (changed.ok) queue.continue();
    return publish(changed);
  };

  /** Cancels the requests of a run if it is active, and waits until its end is stored. */
  const cancelRequests = async (id: string): Promise<void> => {
    const run = activeRuns.get(id);
    run?.queue.stop();
    await run?.finished;
  };

  return {
    isActive: (id: string) => activeRuns.has(id),
    summarize: (record: RunRecord) => summarizeRun(record, activeRuns.get(record.id)?.queue),
    describe,
    emitChange,
    publish,
    /** Starts a run, or continues a paused or stopped one. */
    start: async (id: string, { isDryRun }: { readonly isDryRun: boolean }): Promise<Result<RunDetails>> => {
      const run = activeRuns.get(id);
      if (run && !run.queue.isEnding()) return continuePaused(id, run);
      return activateInTurn(id, async () => {
        await run?.finished;
        if (activeRuns.has(id)) return fail('run-running');
        const record = await store.read(id);
        if (!record.ok) return record;
        const { recipe, rows, source, isReading } = record.value;
        if (isReading || isReadingTable(id)) return fail('run-table-loading');
        const checked = checkRecipe(recipe, rows, source?.columns ?? []);
        if (!checked.ok) return checked;
        const images = await checkImages({ ...record.value, isDryRun }, connection, store);
        if (!images.ok) return images;
        const changed = await store.change({ id, change: { isDryRun } });
        return changed.ok ? activate(changed.value, null) : changed;
      });
    },
    pause: (id: string) => pause(id, 'user'),
    /** Ends a run, and cancels its requests if it is active. */
    stop: async (id: string): Promise<Result<RunDetails>> => {
      const isActive = activeRuns.has(id);
      await cancelRequests(id);
      const record = await store.read(id);
      if (!record.ok) return record;
      if (isActive) return ok(describe(record.value));
      if (record.value.state !== 'paused') return fail('run-not-running');
      return publish(await store.change({ id, change: { state: 'stopped', reason: 'user', endedAt: clock.now() } }));
    },
    cancelRequests,
    /** Repeats only the requests of failed and invalid cells: of one, or of all if `cell` is null. */
    retry: (id: string, cell: CellId | null) =>
      activateInTurn(id, async () => {
        const run = activeRuns.get(id);
        const retried = await store.retry({ id, cell, isNew: run === undefined });
        if (!retried.ok) return retried;
        if (retried.value.failed === 0) return fail('run-nothing-to-retry');
        if (run && !run.queue.isEnding()) {
          run.queue.requeue(retried.value);
          return ok(describe(run.record));
        }
        const end = await run?.finished;
        const record = await store.read(id);
        if (!record.ok) return record;
        // a stop also applies to the cells that waited, and the run continues with them
        if (end === 'user') return ok(describe(record.value));
        const { state, reason } = record.value;
        return activate(record.value, { state: state === 'running' ? 'paused' : state, reason });
      }),
    /** Tries the connection again for runs that wait for it. */
    connectionChanged: () => {
      for (const { queue } of activeRuns.values()) queue.connectionChanged();
    },
    /** Pauses the active runs, so that they continue after the next start of the program. */
    close: async () => {
      isClosing = true;
      for (const timer of emitTimers.values()) clearTimeout(timer);
      const runs = [...activeRuns.values()];
      for (const { queue } of runs) queue.close();
      await Promise.all(runs.map(({ finished }) => finished));
    },
  };
}

/** Returns the state of a run after its last request. */
function findEnd({ record, stateAfterRetry }: ActiveRun, reason: EndReason, isClosing: boolean): StoredState {
  if (record.isDryRun) return { state: 'draft', reason: 'dry-run' };
  if (isClosing) return { state: 'paused', reason: 'program-ended' };
  // its cell is pending again, and only a run that can continue sends it
  if (reason === 'user') return { state: 'stopped', reason };
  if (stateAfterRetry) return stateAfterRetry;
  if (reason !== 'complete') return { state: 'finished', reason };
  return { state: 'finished', reason: findLastRow(record) < record.rows ? 'rows' : 'complete' };
}
