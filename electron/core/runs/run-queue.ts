import type { Result } from '../../contract/failure.ts';
import { unexpected } from '../../contract/failures/fail.ts';
import type { RunProgress, RunWait } from '../../contract/runs.ts';
import { createLimitedCheck } from './check-answer.ts';
import { createCellRequester } from './cells/cell-requester.ts';
import { countAttempt, toNewResult } from './cells/cell-attempts.ts';
import { failedResult, type CellOutcome, type CellResult, type Interruption } from './cells/request-cell.ts';
import { createFailingCells } from './failing-cells.ts';
import { createPendingCells, type QueuedCell } from './pending-cells.ts';
import { createRunProgress } from './run-progress.ts';
import type { ReachService } from './run-service.ts';
import { createRunWriter } from './run-writer.ts';
import {
  answered,
  connectionChanged,
  countAllowed,
  describeWait,
  initialServiceState,
  interrupted,
  nextTryAt,
  refused,
  resumed,
  type ServiceState,
} from './service-state.ts';
import type { DeletedResults, PendingRow } from './store/results.ts';
import type { RunRecord } from './store/run-record.ts';
import type { ResultBatch } from './store/run-store.ts';

export type EndReason = 'complete' | 'tokens' | 'minutes' | 'user';

export interface RunQueueOptions {
  readonly record: RunRecord;
  /** The number of cells without a result. */
  readonly queued: number;
  readonly limits: { readonly tokens: number | null; readonly minutes: number | null };
  readonly fetch: (after: number, limit: number) => Promise<Result<readonly PendingRow[]>>;
  readonly save: (batch: ResultBatch) => Promise<Result<undefined>>;
  readonly reachService: ReachService;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock. */
  readonly steadyNow: () => number;
  readonly onChange: () => void;
  /** Called when checks of answers take too long again and again. Until `continue`, no further answer is checked. */
  readonly onSlowChecks: () => void;
  readonly onBug: (error: unknown) => void;
}

/** The requests of one run, while it is running or paused. */
export type RunQueue = ReturnType<typeof createRunQueue>;

/** The limit of unsaved results, or six times the concurrency if that is more. A flush takes as long as many requests. */
const minUnsaved = 32;
/** How long the end of the program waits for a disk that can't be written. */
const closeAfterMs = 3000;

/** Sends the requests of a run: takes cells, requests their answers, and decides whether an outcome is a result or the cell is sent again. */
export function createRunQueue(options: RunQueueOptions) {
  const { record, limits, reachService, now, steadyNow, onChange, onBug } = options;
  const cancelling = new AbortController();
  const ended = Promise.withResolvers<EndReason>();
  const pending = createPendingCells(options.fetch);
  const progress = createRunProgress(record, steadyNow);
  const { check, reset: resetCheck } = createLimitedCheck(record.recipe.answer, options.onSlowChecks);
  let phase: 'running' | 'paused' | 'ended' = 'running';
  let [queued, inFlight, tokens] = [options.queued, 0, record.spentTokens];
  let service = initialServiceState(record.recipe.concurrency);
  const failing = createFailingCells();
  /** Why no more requests are sent. The run ends with the last request in flight. */
  let ending: EndReason | null = null;
  let timer: NodeJS.Timeout | undefined;

  const writer = createRunWriter({
    id: record.id,
    save: options.save,
    runningMs: progress.runningMs,
    onSaved: (results) => {
      for (const result of results) pending.complete(result);
      progress.addResults(results);
      onChange();
      pump();
    },
    onFailed: onChange,
  });

  const requestAnswer = createCellRequester({
    record,
    check,
    signal: cancelling.signal,
    now,
    onRequest: () => {
      progress.addRequest('requests');
      writer.count('requests', 1);
    },
  });

  /** Sends as many requests as are allowed now, and wakes up when more may be. */
  const pump = (): void => {
    clearTimeout(timer);
    if (phase === 'ended') return;
    if (limits.tokens !== null && tokens >= limits.tokens) ending ??= 'tokens';
    const timeLeft = limits.minutes === null ? Infinity : limits.minutes * 60_000 - progress.runningMs();
    if (timeLeft <= 0) ending ??= 'minutes';
    if (inFlight === 0 && (ending !== null || (queued === 0 && phase === 'running'))) return void end(ending ?? 'complete');
    if (ending !== null || phase === 'paused') return;
    const maxUnsaved = Math.max(minUnsaved, 6 * Math.floor(service.concurrency.limit));
    const mayTry = queued > 0 && writer.failure() === null;
    const allowed = mayTry && writer.countUnsaved() < maxUnsaved ? countAllowed(service, steadyNow(), inFlight) : 0;
    // the requests in flight show whether the cells or the service failed
    const ready = inFlight > 0 ? queued - failing.count() : queued;
    for (let count = Math.min(ready, allowed); count > 0; count -= 1) void processCell();
    const waitMs = Math.min(timeLeft, mayTry ? nextTryAt(service, steadyNow(), inFlight) - steadyNow() : Infinity);
    if (waitMs < Infinity) timer = setTimeout(pump, Math.min(Math.max(0, waitMs), 2 ** 31 - 1));
  };

  const end = async (reason: EndReason): Promise<void> => {
    phase = 'ended';
    ending = reason;
    progress.stopClock();
    await writer.flush();
    ended.resolve(reason);
  };

  /** Ends a request that had no cell yet. */
  const interrupt = (startedAt: number, interruption: Interruption): void =>
    settle(undefined, null, interrupted(service, steadyNow(), startedAt, interruption));

  const processCell = async (): Promise<void> => {
    inFlight += 1;
    queued -= 1;
    const startedAt = steadyNow();
    const reached = await reachService(cancelling.signal, service.outage?.reason === 'model');
    if (reached.kind === 'interrupted') return interrupt(startedAt, { ...reached, counts: false });
    // the next cell shows whether the problem is that of the last one
    const taken = await pending.take(service.outage !== null || service.refusals > 1 || failing.count() > 0);
    if (!taken.ok) return interrupt(startedAt, { reason: 'connection', failure: taken.failure, counts: false });
    const cell = taken.value;
    if (cell === undefined) {
      // fewer cells were pending than counted, which only a change by another program could cause
      inFlight -= 1;
      return pump();
    }
    try {
      decide(cell, startedAt, await requestAnswer(cell, reached.service));
    } catch (error) {
      onBug(error);
      settle(cell, failedResult(unexpected().failure, now(), 1), service);
    }
  };

  /** Decides whether the outcome of a request is the result of its cell, or the cell is sent again. */
  const decide = (cell: QueuedCell, startedAt: number, outcome: CellOutcome): void => {
    tokens += outcome.tokens;
    writer.count('tokens', outcome.tokens);
    switch (outcome.kind) {
      case 'result':
        if (outcome.result.state !== 'failed') failing.clear();
        return settle(cell, outcome.result, answered(service, outcome.firstByteMs, inFlight));
      case 'failed':
        if (outcome.outage !== null && failing.add(cell, queued + inFlight))
          return settle(cell, null, interrupted(service, steadyNow(), startedAt, outcome.outage));
        return settle(cell, countAttempt(cell, outcome, now()), answered(service, null, inFlight));
      case 'refused':
        progress.addRequest('refused');
        writer.count('refused', 1);
        return settle(cell, countAttempt(cell, outcome, now()), refused(service, steadyNow(), startedAt, inFlight, outcome.retryAfterMs));
      case 'interrupted':
        return settle(cell, countAttempt(cell, outcome, now()), interrupted(service, steadyNow(), startedAt, outcome));
      case 'cancelled':
        return settle(cell, null, service);
    }
  };

  /** Ends a request: saves the result of its cell, or puts the cell back if there is none. */
  const settle = (cell: QueuedCell | undefined, result: CellResult | null, next: ServiceState): void => {
    inFlight -= 1;
    if (result === null) queued += 1;
    if (cell && result === null) pending.putBack(cell);
    if (cell && result) {
      failing.remove(cell);
      writer.add(toNewResult(cell, result));
    }
    if (next.outage !== service.outage || next.busyUntil !== service.busyUntil) onChange();
    service = next;
    pump();
  };

  const stop = (): void => {
    ending = 'user';
    cancelling.abort();
    pump();
  };

  pump();

  return {
    pause: () => {
      if (phase !== 'running') return;
      phase = 'paused';
      progress.stopClock();
      pump();
    },
    continue: () => {
      resetCheck();
      if (phase !== 'paused') return;
      phase = 'running';
      progress.startClock();
      service = resumed(service);
      pump();
    },
    /** Cancels the requests in flight. */
    stop,
    /** Like `stop`, and gives up results that can't be saved. */
    close: () => {
      stop();
      setTimeout(writer.close, closeAfterMs).unref();
    },
    connectionChanged: () => {
      service = connectionChanged(service, steadyNow());
      pump();
    },
    /** Puts cells whose results were deleted back into the queue. */
    requeue: (deleted: DeletedResults) => {
      progress.removeResults(deleted);
      pending.rescan();
      queued += deleted.failed;
      pump();
    },
    progress: (): Omit<RunProgress, 'cells'> => ({
      ...progress.read(phase === 'running' ? queued + inFlight : null),
      inFlight,
      concurrency: phase === 'running' ? Math.floor(service.concurrency.limit) : 0,
    }),
    /** Returns why a running run sends no requests. Null if it does. */
    wait: (): RunWait | null => {
      if (phase !== 'running' || ending !== null) return null;
      const failure = writer.failure();
      if (failure) return { reason: 'storage', failure, until: null };
      const wait = describeWait(service, steadyNow());
      // the queue's clock is not the user's
      return wait && { ...wait, until: wait.until === null ? null : Math.round(now() + wait.until - steadyNow()) };
    },
    runningMs: progress.runningMs,
    /** Whether no more requests are sent. Cells that are requeued now would be lost. */
    isEnding: () => ending !== null,
    /** Resolves after the last result is on disk. */
    ended: ended.promise,
  };
}
