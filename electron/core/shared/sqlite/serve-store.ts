import { parentPort, workerData } from 'node:worker_threads';
import type { Failed, Result } from '../../../contract/failure.ts';
import { fail, unexpected } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../node-error.ts';
import type { Database } from './database.ts';
import { isUnwritable, sqliteFailure } from './failures.ts';
import { writeFailure } from '../rename-file.ts';
import { openStoredDatabase, type DatabaseFormat, type Opened } from './open-database.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-client.ts';

type Call = Extract<ToWorker, { kind: 'call' }>;
type Handler = (message: ToWorker) => void;

/** What a long call gets besides its input. */
export interface CallControl {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Reports the changes made so far, without waiting for the end of the call. */
  readonly reportChanges: () => void;
}

/** A store over an open database. */
export interface ServedStore<Changes> {
  /** The operations: each takes one input and, if it is long, a `CallControl`. */
  readonly store: object;
  /** Returns the changes since the last time. A call that fails has deleted nothing since then. */
  readonly takeChanges: (hasFailed: boolean) => Changes;
  /** Called once in the life of the program, before the first call. If nothing can be written then, before a later one. */
  readonly cleanUp: () => void;
  /** Does a little of what may wait until no call does. Returns whether more is left. */
  readonly doIdleWork?: (sliceMs: number) => boolean;
}

export interface ServeOptions<Changes> {
  readonly format: DatabaseFormat;
  readonly noChanges: Changes;
  readonly createStore: (db: Database, now: () => number) => ServedStore<Changes>;
}

const idleSliceMs = 20;
const progressEveryMs = 100;
/** How long a file that can't be opened is left alone, because a locked one takes seconds to fail. */
const reopenAfterMs = 1000;

/** Serves a store on the thread that owns its database. It answers calls in their order. */
export function serveStore<Changes>({ format, noChanges, createStore }: ServeOptions<Changes>): void {
  const port = parentPort;
  if (!port) throw new Error('a store is served on a thread of its own');
  const { file, now: startedAt, isFirst } = workerData as WorkerStart; // set by worker-client.ts

  const post = (message: FromWorker<Changes>): void => port.postMessage(message, []);
  const reportBug = (error: unknown): void => post({ kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) });

  const open = (now: number): Opened | Failed => {
    try {
      return openStoredDatabase(format, { file, now });
    } catch (error) {
      reportBug(error);
      const notOpened = fail('database-not-opened', { database: format.name, detail: errorMessage(error), file });
      return sqliteFailure(error, file, format.name) ?? writeFailure(error, file, notOpened);
    }
  };

  /** Reports progress at most every `progressEveryMs`, and always the end. */
  const createProgress = (id: number): CallControl['progress'] => {
    let reportedAt = 0;
    return (done, total) => {
      if (performance.now() - reportedAt < progressEveryMs && done < total) return;
      reportedAt = performance.now();
      post({ kind: 'progress', id, done, total });
    };
  };

  /** Fails calls while the database can't be opened. A later call opens it again, because the cause may have passed. */
  const failCalls = (first: Failed): Handler => {
    let failed = first;
    let triedAt = performance.now();
    post({ kind: 'opened', isOpen: false, failure: failed.failure });
    return (message) => {
      if (message.kind === 'close') port.close();
      if (message.kind !== 'call') return;
      if (performance.now() - triedAt >= reopenAfterMs) {
        const opened = open(message.now);
        triedAt = performance.now();
        if ('db' in opened) {
          handle = serve(opened);
          handle(message);
          return;
        }
        failed = opened;
      }
      post({ kind: 'result', id: message.id, result: failed, changes: noChanges });
    };
  };

  const serve = ({ db, problem }: Opened): Handler => {
    let now = startedAt;
    let isClosed = false;
    let idle: NodeJS.Immediate | undefined;
    const { store, takeChanges, cleanUp, doIdleWork } = createStore(db, () => now);
    const active = new Map<number, AbortController>();
    const reportChanges = (): void => post({ kind: 'changes', changes: takeChanges(false) });
    const deferred = isFirst ? deferCleanUp(db, cleanUp, reportBug) : undefined;

    const run = async (call: Call): Promise<Result<unknown>> => {
      const controller = new AbortController();
      active.set(call.id, controller);
      try {
        now = call.now;
        if (deferred?.attempt()) reportChanges();
        // The client's types tie the input to the method; the compiler can't follow that through a union.
        const operation = store[call.method as keyof typeof store] as (
          input: unknown,
          control: CallControl,
        ) => Result<unknown> | Promise<Result<unknown>>;
        return await operation(call.input, {
          signal: controller.signal,
          progress: createProgress(call.id),
          reportChanges,
        });
      } catch (error) {
        reportBug(error);
        return sqliteFailure(deferred ? deferred.causeOf(error) : error, file, format.name) ?? unexpected();
      } finally {
        active.delete(call.id);
      }
    };

    /** Does idle work once no call waits. */
    const workSoon = (): void => {
      if (!doIdleWork) return;
      idle ??= setImmediate(() => {
        idle = undefined;
        if (isClosed) return;
        try {
          if (doIdleWork(idleSliceMs)) workSoon();
        } catch (error) {
          reportBug(error);
        }
      });
    };

    const serveCall = async (call: Call): Promise<void> => {
      const result = await run(call);
      if (isClosed) return;
      post({ kind: 'result', id: call.id, result, changes: takeChanges(!result.ok) });
      workSoon();
    };

    const isClean = deferred?.attempt();
    post({ kind: 'opened', isOpen: true, failure: problem });
    if (isClean) reportChanges();
    workSoon();
    return (message) => {
      switch (message.kind) {
        case 'call':
          void serveCall(message);
          return;
        case 'cancel':
          active.get(message.id)?.abort();
          return;
        case 'close':
          isClosed = true;
          for (const call of active.values()) call.abort();
          db.close();
          port.close();
      }
    };
  };

  const opened = open(startedAt);
  let handle = 'db' in opened ? serve(opened) : failCalls(opened);
  port.on('message', (message: ToWorker) => handle(message));
}

interface DeferredCleanUp {
  /** Cleans up, unless that was done. Returns whether it was done now. */
  readonly attempt: () => boolean;
  /** Returns why a write is refused. */
  readonly causeOf: (error: unknown) => unknown;
}

/**
 * Repeats a clean-up until it succeeds, if the disk is full or read-only. Nothing else is written before, because the clean-up would
 * end what was started since the program's start.
 */
function deferCleanUp(db: Database, cleanUp: () => void, onError: (error: unknown) => void): DeferredCleanUp {
  let isDue = true;
  let cause: unknown;
  return {
    attempt: () => {
      if (!isDue) return false;
      try {
        if (cause !== undefined) db.exec('PRAGMA query_only = OFF');
        cleanUp();
        isDue = false;
        return true;
      } catch (error) {
        isDue = isUnwritable(error);
        if (cause === undefined || !isDue) onError(error);
        if (isDue) db.exec('PRAGMA query_only = ON');
        cause = error;
        return false;
      }
    },
    causeOf: (error) => (isDue && isUnwritable(error) ? cause : error),
  };
}
