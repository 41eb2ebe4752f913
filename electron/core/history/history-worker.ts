import { parentPort, workerData } from 'node:worker_threads';
import { failed, unexpected, type Failed, type Result } from '../../contract/failure.ts';
import { errorMessage } from '../shared/node-error.ts';
import { openDatabase, type Opened } from './database/open-database.ts';
import { sqliteFailure } from './database/sqlite-failure.ts';
import type { FromWorker, StoreCall, ToWorker, WorkerStart } from './worker-protocol.ts';
import type { CallControl } from './store-context.ts';
import { createStore } from './store.ts';

/** The thread that holds the database: it answers calls in their order, and indexes when there are none. */
const port = parentPort;
if (!port) throw new Error('the history worker runs on a thread of its own');
const { file, now: startedAt, isFirst } = workerData as WorkerStart; // given by worker-link.ts alone
const indexingSliceMs = 20;
const progressEveryMs = 100;

const tell = (message: FromWorker): void => port.postMessage(message, []);
const tellBug = (error: unknown): void => tell({ kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) });

function open(): Opened | Failed {
  try {
    return openDatabase({ file, now: startedAt });
  } catch (error) {
    tellBug(error);
    return (
      sqliteFailure(error, file) ??
      failed(
        'storage',
        `The history can't be opened: ${errorMessage(error)}. Nothing is kept.`,
        `Check ${file}, then start Causeway again.`,
      )
    );
  }
}

/** Tells how far a call is, not oftener than a person can see, and always its end. */
function progressOf(id: number): CallControl['progress'] {
  let toldAt = 0;
  return (done, total) => {
    if (performance.now() - toldAt < progressEveryMs && done < total) return;
    toldAt = performance.now();
    tell({ kind: 'progress', id, done, total });
  };
}

/** Answers everything with why there is no history. */
function refuse({ failure }: Failed): void {
  port?.on('message', (message: ToWorker) => {
    if (message.kind === 'close') port.close();
    if (message.kind === 'call')
      tell({ kind: 'answer', id: message.id, result: { ok: false, failure }, news: { changed: [], purged: [] } });
  });
  tell({ kind: 'opened', trouble: failure });
}

function serve({ db, trouble }: Opened): void {
  let now = startedAt;
  let isClosed = false;
  let indexing: NodeJS.Immediate | undefined;
  const { store, index, takeNews } = createStore(db, () => now);
  const underWay = new Map<number, AbortController>();

  const answer = async (call: StoreCall): Promise<Result<unknown>> => {
    const withdrawing = new AbortController();
    underWay.set(call.id, withdrawing);
    try {
      now = call.now;
      // The types of a call tie its arguments to its method; the compiler can't follow that through a union.
      const method = store[call.method] as (...args: readonly unknown[]) => Result<unknown> | Promise<Result<unknown>>;
      const ask: CallControl = {
        signal: withdrawing.signal,
        progress: progressOf(call.id),
        tellNews: () => tell({ kind: 'news', news: takeNews() }),
      };
      return await method(...call.args, ask);
    } catch (error) {
      const failure = sqliteFailure(error, file);
      tellBug(error);
      return failure ?? unexpected();
    } finally {
      underWay.delete(call.id);
    }
  };

  /** The index follows what was written when nobody waits. */
  const indexSoon = (): void => {
    indexing ??= setImmediate(() => {
      indexing = undefined;
      if (isClosed) return;
      try {
        if (index.catchUp(indexingSliceMs)) indexSoon();
      } catch (error) {
        tellBug(error);
      }
    });
  };

  const serveCall = async (call: StoreCall): Promise<void> => {
    const result = await answer(call);
    if (isClosed) return;
    tell({ kind: 'answer', id: call.id, result, news: takeNews() });
    indexSoon();
  };

  port?.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'call':
        void serveCall(message);
        return;
      case 'cancel':
        underWay.get(message.id)?.abort();
        return;
      case 'close':
        isClosed = true;
        for (const call of underWay.values()) call.abort();
        db.close();
        port.close();
    }
  });

  if (isFirst && !db.isReadOnly) {
    store.interruptRunning();
    store.forgetDeleted();
    store.forgetUnfinished();
  }
  tell({ kind: 'opened', trouble });
  indexSoon();
}

const opened = open();
if ('db' in opened) serve(opened);
else refuse(opened);
