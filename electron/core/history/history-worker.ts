import { parentPort, workerData } from 'node:worker_threads';
import type { Failed, Result } from '../../contract/failure.ts';
import { fail, unexpected } from '../../contract/failures/fail.ts';
import { errorMessage } from '../shared/node-error.ts';
import { openDatabase, type Opened } from './database/open-database.ts';
import { sqliteFailure } from './database/failures.ts';
import type { CallControl } from './store-context.ts';
import { createStore } from './store.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-protocol.ts';

type Call = Extract<ToWorker, { kind: 'call' }>;

/** The thread that owns the database. It answers calls in their order, and updates the search index in between. */
const port = parentPort;
if (!port) throw new Error('the history worker runs on a thread of its own');
const { file, now: startedAt, isFirst } = workerData as WorkerStart; // set by worker-client.ts
const indexingSliceMs = 20;
const progressEveryMs = 100;

const post = (message: FromWorker): void => port.postMessage(message, []);
const reportBug = (error: unknown): void => post({ kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) });

function open(): Opened | Failed {
  try {
    return openDatabase({ file, now: startedAt });
  } catch (error) {
    reportBug(error);
    return sqliteFailure(error, file) ?? fail('history-not-opened', { detail: errorMessage(error), file });
  }
}

/** Reports progress at most every `progressEveryMs`, and always the end. */
function createProgress(id: number): CallControl['progress'] {
  let reportedAt = 0;
  return (done, total) => {
    if (performance.now() - reportedAt < progressEveryMs && done < total) return;
    reportedAt = performance.now();
    post({ kind: 'progress', id, done, total });
  };
}

/** Fails every call, because the database can't be opened. */
function failCalls({ failure }: Failed): void {
  port?.on('message', (message: ToWorker) => {
    if (message.kind === 'close') port.close();
    if (message.kind === 'call')
      post({ kind: 'result', id: message.id, result: { ok: false, failure }, changes: { changed: [], purged: [] } });
  });
  post({ kind: 'opened', failure });
}

function serve({ db, problem }: Opened): void {
  let now = startedAt;
  let isClosed = false;
  let indexing: NodeJS.Immediate | undefined;
  const { store, index, takeChanges, cleanUp } = createStore(db, () => now);
  const active = new Map<number, AbortController>();

  const run = async (call: Call): Promise<Result<unknown>> => {
    const controller = new AbortController();
    active.set(call.id, controller);
    try {
      now = call.now;
      // The client's types tie the input to the method; the compiler can't follow that through a union.
      const operation = store[call.method] as (input: unknown, control: CallControl) => Result<unknown> | Promise<Result<unknown>>;
      return await operation(call.input, {
        signal: controller.signal,
        progress: createProgress(call.id),
        reportChanges: () => post({ kind: 'changes', changes: takeChanges() }),
      });
    } catch (error) {
      reportBug(error);
      return sqliteFailure(error, file) ?? unexpected();
    } finally {
      active.delete(call.id);
    }
  };

  /** Updates the search index once no call waits. */
  const indexSoon = (): void => {
    indexing ??= setImmediate(() => {
      indexing = undefined;
      if (isClosed) return;
      try {
        if (index.catchUp(indexingSliceMs)) indexSoon();
      } catch (error) {
        reportBug(error);
      }
    });
  };

  const serveCall = async (call: Call): Promise<void> => {
    const result = await run(call);
    if (isClosed) return;
    post({ kind: 'result', id: call.id, result, changes: takeChanges() });
    indexSoon();
  };

  port?.on('message', (message: ToWorker) => {
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
  });

  if (isFirst) cleanUp();
  post({ kind: 'opened', failure: problem });
  indexSoon();
}

const opened = open();
if ('db' in opened) serve(opened);
else failCalls(opened);
