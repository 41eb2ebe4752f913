import { Worker } from 'node:worker_threads';
import { cancelledCall, failed, type Failed, type Failure, type Result } from '../../contract/failure.ts';
import { errorMessage } from '../shared/node-error.ts';
import type { FromWorker, SentArguments, StoreCall, ToWorker, WorkerStart } from './worker-protocol.ts';
import type { Store, StoreMethod, StoreChanges } from './store.ts';

export interface WorkerClientOptions {
  readonly file: string;
  readonly workerUrl: URL;
  readonly now: () => number;
  readonly onOpened: (trouble: Failure | undefined) => void;
  readonly onNews: (news: StoreChanges) => void;
  readonly onBug: (error: unknown) => void;
}

/** The way to the worker thread. */
export interface WorkerClient {
  /** Starts the worker before it is asked anything. */
  readonly start: () => void;
  readonly call: <M extends StoreMethod>(method: M, args: SentArguments<M>, asking?: CallOptions) => Promise<Awaited<ReturnType<Store[M]>>>;
  readonly close: () => Promise<void>;
}

/** What a caller of a long call may want. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Waits after a cancellation until the worker has stopped: it may be writing a file that the caller wants to remove. */
  readonly waitsForStop?: boolean;
}

interface Waiting {
  readonly settle: (result: Result<unknown>) => void;
  readonly onProgress: CallOptions['onProgress'];
}

/** So many crashes without an answer in between are no accident. */
const crashesInARow = 2;
/** How long a worker that keeps crashing is left alone; what broke it may have passed by then. */
const restMs = 30_000;

/**
 * Starts the worker at the first call; one that crashes is started anew, and what it was asked fails with a sentence. One that
 * crashes again before it has answered anything is given a rest, and the next call after that tries it anew.
 */
export function createWorkerClient({ file, workerUrl, now, onOpened, onNews, onBug }: WorkerClientOptions): WorkerClient {
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  let crashes = 0;
  let hasStarted = false;
  let isClosed = false;
  /** Since when the worker rests. */
  let restsSince: number | undefined;
  let hasTold = false;
  let worker: Worker | undefined;

  function start(): Worker {
    const workerData: WorkerStart = { file, now: now(), isFirst: !hasStarted };
    hasStarted = true;
    restsSince = undefined;
    const started = new Worker(workerUrl, { workerData, name: 'history' });
    started.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'opened':
          onOpened(message.trouble);
          return;
        case 'bug':
          onBug(message.error);
          return;
        case 'progress':
          waiting.get(message.id)?.onProgress?.(message.done, message.total);
          return;
        case 'news':
          onNews(message.news);
          return;
        case 'answer': {
          const { settle } = waiting.get(message.id) ?? {};
          waiting.delete(message.id);
          crashes = 0;
          hasTold = false;
          onNews(message.news);
          settle?.(message.result);
        }
      }
    });
    started.on('error', onBug);
    started.on('exit', () => {
      if (!isClosed && started === worker) recover();
    });
    return started;
  }

  function recover(): void {
    const lost = failed('storage', 'The history stopped in the middle of this.', 'Try again.');
    const asked = [...waiting.values()];
    waiting.clear();
    crashes += 1;
    if (crashes < crashesInARow) worker = start();
    else {
      restsSince = now();
      if (!hasTold) onOpened(stopped.failure);
      hasTold = true;
    }
    for (const { settle } of asked) settle(lost);
  }

  const running = (): Worker => (worker ??= start());
  const send = (message: ToWorker): void => running().postMessage(message, []);

  return {
    start: () => void running(),
    call: <M extends StoreMethod>(method: M, args: SentArguments<M>, asking?: CallOptions) => {
      type Answer = Awaited<ReturnType<Store[M]>>;
      const { signal, onProgress, waitsForStop = false } = asking ?? {};
      if (restsSince !== undefined && !isClosed) {
        if (now() - restsSince < restMs) return Promise.resolve(stopped as Answer); // a failure fits every answer
        worker = start();
      }
      if (isClosed) return Promise.resolve(failed('cancelled', 'The history is closed.', 'Start Causeway again.') as Answer);
      const id = nextId;
      nextId += 1;
      return new Promise<Answer>((resolve) => {
        const withdraw = (): void => {
          send({ kind: 'cancel', id });
          if (waitsForStop) return;
          waiting.get(id)?.settle(cancelledCall);
          waiting.delete(id);
        };
        waiting.set(id, {
          onProgress,
          settle: (result) => {
            signal?.removeEventListener('abort', withdraw);
            resolve(result as Answer); // the worker answers a call with what its method gives
          },
        });
        try {
          send({ kind: 'call', id, now: now(), method, args } as StoreCall);
        } catch (error) {
          waiting.get(id)?.settle(failed('unexpected', `This could not be kept: ${errorMessage(error)}.`, 'Try again.'));
          waiting.delete(id);
          return;
        }
        if (signal?.aborted) withdraw();
        else signal?.addEventListener('abort', withdraw, { once: true });
      });
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      if (restsSince !== undefined || !worker) return;
      const ended = new Promise((resolve) => worker?.once('exit', resolve));
      send({ kind: 'close' });
      await ended;
      for (const { settle } of waiting.values()) settle(failed('cancelled', 'The history was closed before this was done.', 'Try again.'));
      waiting.clear();
    },
  };
}

const stopped: Failed = failed(
  'storage',
  'The history has stopped working; nothing new is kept.',
  'Try again in a while. If it stays like this, start Causeway again.',
);
