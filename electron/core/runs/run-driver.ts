import type { Result } from '../../contract/failure.ts';
import { unexpected } from '../../contract/failures/fail.ts';
import type { RunProgress, RunWait } from '../../contract/runs.ts';
import { createLimitedCheck } from './answer-rules/limited-check.ts';
import { createCellQueue, type QueuedCell } from './cell-queue.ts';
import { createCellRequester } from './cells/cell-requester.ts';
import { failedResult, type CellOutcome, type CellResult } from './cells/request-cell.ts';
import { createRetryPolicy } from './retry-policy.ts';
import type { ReachService } from './run-service.ts';
import { createRunTally } from './run-tally.ts';
import { createRunWriter } from './run-writer.ts';
import { describeWait } from './scheduler/describe-wait.ts';
import {
  advance,
  computeRunningMs,
  startScheduler,
  type EndReason,
  type SchedulerEvent,
  type SchedulerLimits,
  type SchedulerStep,
} from './scheduler/scheduler.ts';
import type { DeletedResults, NewResult, PendingRow } from './store/results.ts';
import type { RunRecord } from './store/run-record.ts';
import type { ResultBatch } from './store/run-store.ts';
import { createThroughput } from './throughput.ts';
import { cellsPerRow } from './variants.ts';

/** The requests of one run, while it is running or paused. */
export interface RunDriver {
  readonly pause: () => void;
  readonly continue: () => void;
  /** Cancels the requests in flight. */
  readonly stop: () => void;
  /** Like `stop`, and gives up results that can't be saved. */
  readonly close: () => void;
  readonly connectionChanged: () => void;
  /** Puts cells whose results were deleted back into the queue. */
  readonly requeue: (deleted: DeletedResults) => void;
  readonly progress: () => Omit<RunProgress, 'cells'>;
  readonly wait: () => RunWait | null;
  readonly runningMs: () => number;
  /** Whether no more requests are sent. Cells that are requeued now would be lost. */
  readonly isEnding: () => boolean;
  /** Resolves after the last result is on disk. */
  readonly ended: Promise<EndReason>;
}

export interface RunDriverOptions {
  readonly record: RunRecord;
  /** The number of cells without a result. */
  readonly queued: number;
  readonly limits: SchedulerLimits;
  readonly fetch: (after: number, limit: number) => Promise<Result<readonly PendingRow[]>>;
  readonly save: (batch: ResultBatch) => Promise<Result<undefined>>;
  readonly reachService: ReachService;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock. */
  readonly steadyNow: () => number;
  readonly maxConcurrency: number;
  readonly onChange: () => void;
  /** Called when checks of answers take too long again and again. Until `continue`, no further answer is checked. */
  readonly onSlowChecks: () => void;
  readonly onBug: (error: unknown) => void;
}

/** The limit of unsaved results, or six times the concurrency if that is more. A flush takes as long as many requests. */
const minUnsaved = 32;
/** How long the end of the program waits for a disk that can't be written. */
const closeAfterMs = 3000;

/** Starts the requests of a run. */
export function driveRun(options: RunDriverOptions): RunDriver {
  const { record, reachService, now, steadyNow, maxConcurrency, onChange, onBug } = options;
  const { recipe } = record;
  const cancelling = new AbortController();
  const ended = Promise.withResolvers<EndReason>();
  const throughput = createThroughput(steadyNow);
  const tally = createRunTally(record);
  const queue = createCellQueue(options.fetch);
  const policy = createRetryPolicy(now);
  const { check, reset: resetCheck } = createLimitedCheck(recipe.answer, options.onSlowChecks);
  const cellByResult = new Map<NewResult, QueuedCell>();
  let wakeTimer: NodeJS.Timeout | undefined;
  let isFinished = false;

  const writer = createRunWriter({
    id: record.id,
    save: options.save,
    runningMs: () => computeRunningMs(step.state, steadyNow()),
    onSaved: (results) => {
      for (const result of results) {
        tally.addResult(result);
        const cell = cellByResult.get(result);
        if (cell) queue.complete(cell);
        cellByResult.delete(result);
      }
      throughput.add(results.length);
      onChange();
    },
    onStorage: (failure) => dispatch({ kind: 'storage', failure }),
  });

  const requestAnswer = createCellRequester({
    record,
    check,
    signal: cancelling.signal,
    now,
    onRequest: () => {
      tally.addRequest('requests');
      writer.countRequest('made');
    },
  });

  const dispatch = (event: SchedulerEvent): void => {
    const before = step.state;
    step = advance(step.state, event, steadyNow(), maxConcurrency);
    applyEffects();
    if (before.phase !== step.state.phase || before.interruption !== step.state.interruption) onChange();
  };

  const applyEffects = (): void => {
    clearTimeout(wakeTimer);
    for (const effect of step.effects) {
      switch (effect.kind) {
        case 'send':
          for (let left = effect.count; left > 0; left -= 1) void processCell();
          break;
        case 'wake':
          wakeTimer = setTimeout(() => dispatch({ kind: 'tick' }), Math.max(0, Math.min(effect.at - steadyNow(), 2 ** 31 - 1)));
          break;
        case 'cancel':
          cancelling.abort();
          writer.releaseWaiters();
          break;
        case 'end':
          void finish(effect.reason);
      }
    }
  };

  const finish = async (reason: EndReason): Promise<void> => {
    if (isFinished) return;
    isFinished = true;
    await writer.flush();
    ended.resolve(reason);
  };

  /** Takes a cell from the queue, sends its request and handles the outcome. */
  const processCell = async (): Promise<void> => {
    if (!cancelling.signal.aborted) await writer.waitForCapacity(Math.max(minUnsaved, 6 * Math.floor(step.state.concurrency.limit)));
    const startedAt = steadyNow();
    const reached = await reachService(cancelling.signal, step.state.interruption?.reason === 'model');
    if (reached.kind === 'interrupted') return dispatch({ ...reached, startedAt, counts: false, isRequeued: true });
    const { interruption, refusals } = step.state;
    // the next cell shows whether the problem is that of the last one
    const taken = await queue.take(interruption !== null || refusals > 1 || policy.hasServiceErrors());
    if (!taken.ok)
      return dispatch({ kind: 'interrupted', startedAt, reason: 'connection', failure: taken.failure, counts: false, isRequeued: true });
    const cell = taken.value;
    // fewer cells were pending than counted, which only a change by another program could cause
    if (cell === undefined) return dispatch({ kind: 'answered', startedAt, firstByteMs: null, tokens: 0, isRequeued: false });
    try {
      handleOutcome(cell, startedAt, await requestAnswer(cell, reached.service));
    } catch (error) {
      onBug(error);
      save(cell, failedResult(unexpected().failure, now(), 1));
      dispatch({ kind: 'answered', startedAt, firstByteMs: null, tokens: 0, isRequeued: false });
    }
  };

  const handleOutcome = (cell: QueuedCell, startedAt: number, outcome: CellOutcome): void => {
    const { result, event } = policy.decide(cell, startedAt, outcome);
    writer.countTokens(outcome.tokens);
    if (event.kind !== 'answered' && outcome.tokens > 0) dispatch({ kind: 'spent', tokens: outcome.tokens });
    if (outcome.kind === 'refused') {
      tally.addRequest('refused');
      writer.countRequest('refused');
    }
    if (result) save(cell, result);
    else queue.putBack(cell);
    dispatch(event);
  };

  const save = (cell: QueuedCell, result: CellResult): void => {
    const before = cell.tries + cell.refusals + cell.losses;
    const attempts = Math.max(result.detail.attempts, before + (result.state === 'failed' ? 0 : result.detail.attempts));
    const whole = { ...result, row: cell.row, slot: cell.slot, detail: { ...result.detail, attempts } };
    cellByResult.set(whole, cell);
    writer.add(whole);
  };

  let step: SchedulerStep = startScheduler(
    {
      concurrency: recipe.concurrency,
      maxConcurrency,
      limits: options.limits,
      queued: options.queued,
      tokens: record.spentTokens,
      runningMs: record.runningMs,
    },
    steadyNow(),
  );
  applyEffects();

  return {
    pause: () => dispatch({ kind: 'pause' }),
    continue: () => {
      resetCheck();
      dispatch({ kind: 'continue' });
    },
    stop: () => dispatch({ kind: 'stop' }),
    close: () => {
      dispatch({ kind: 'stop' });
      setTimeout(writer.close, closeAfterMs).unref();
    },
    connectionChanged: () => dispatch({ kind: 'connection-changed' }),
    requeue: (deleted) => {
      tally.removeResults(deleted);
      queue.rescan();
      dispatch({ kind: 'queued', count: deleted.failed });
    },
    runningMs: () => computeRunningMs(step.state, steadyNow()),
    isEnding: () => step.state.ending !== null,
    progress: () => {
      const { state } = step;
      const perMs = state.phase === 'running' ? throughput.perMs() : null;
      const left = state.queued + state.inFlight;
      return {
        ...tally.read(),
        inFlight: state.inFlight,
        concurrency: state.phase === 'running' ? Math.floor(state.concurrency.limit) : 0,
        rowsPerMinute: perMs === null ? null : (perMs * 60_000) / cellsPerRow(recipe),
        remainingMs: perMs === null || perMs === 0 ? null : left / perMs,
      };
    },
    wait: () => {
      const wait = describeWait(step.state, steadyNow());
      // the scheduler's clock is not the user's
      return wait && { ...wait, until: wait.until === null ? null : Math.round(now() + wait.until - steadyNow()) };
    },
    ended: ended.promise,
  };
}
