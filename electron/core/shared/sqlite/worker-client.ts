import { Worker } from 'node:worker_threads';
import type { Failure, Result } from '../../../contract/failure.ts';
import type { DatabaseName } from '../../../contract/failures/database.ts';
import { cancelledCall, fail, unexpected } from '../../../contract/failures/fail.ts';

/** How the worker is started. */
export interface WorkerStart {
  readonly file: string;
  readonly now: number;
  /** False if the worker replaces one that crashed, because what was under way still is then. */
  readonly isFirst: boolean;
}

/** A message to the worker. */
export type ToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly now: number; readonly method: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** A message from the worker. `bug` is for the log. */
export type FromWorker<Changes> =
  /** `isOpen` is false if the database can't be used. */
  | { readonly kind: 'opened'; readonly isOpen: boolean; readonly failure: Failure | undefined }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: 'changes'; readonly changes: Changes }
  | { readonly kind: 'result'; readonly id: number; readonly result: Result<unknown>; readonly changes: Changes }
  | { readonly kind: 'bug'; readonly error: Error };

interface WorkerClientOptions<Changes> {
  /** The database. Its failures and its thread are named so. */
  readonly name: DatabaseName;
  readonly file: string;
  readonly workerUrl: URL;
  readonly now: () => number;
  /** Called whenever the database was opened, or can't be used. Has a failure if it is not open as it should be. */
  readonly onOpened: (failure: Failure | undefined, isOpen: boolean) => void;
  readonly onChanges: (changes: Changes) => void;
  readonly onBug: (error: unknown) => void;
}

/** Options of a call; the last two are for long ones. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Waits after a cancellation until the worker has stopped, because it may be writing a file that the caller wants to remove. */
  readonly waitsForStop?: boolean;
}

/** The store as another thread calls it: each operation with its input, and its result as a promise. */
export type RemoteStore<Store> = { readonly [M in keyof Store]: RemoteOperation<Store[M]> };

type RemoteOperation<Operation> = Operation extends (...args: infer Args) => infer Output
  ? (
      ...args: Args extends readonly [infer Input, ...unknown[]]
        ? undefined extends Input
          ? [input?: Input, options?: CallOptions]
          : [input: Input, options?: CallOptions]
        : [input?: undefined, options?: CallOptions]
    ) => Promise<Awaited<Output>>
  : never;

interface PendingCall {
  readonly settle: (result: Result<unknown>) => void;
  readonly onProgress: CallOptions['onProgress'];
}

/** What a call allocates is soon garbage. Without a limit, a long import grows the young generation by 30 MB, which is never released. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };
/** This many crashes without a result in between are no accident. */
const maxCrashes = 2;
/** How long a worker that keeps crashing is not restarted. Its cause may have passed by then. */
const pauseMs = 30_000;

/**
 * Starts the worker at the first call. Restarts it after a crash, which fails the pending calls. After a second crash without a result
 * in between it stays stopped for a while, and the first call after that restarts it.
 */
export function createWorkerClient<Store, Changes>({
  name,
  file,
  workerUrl,
  now,
  onOpened,
  onChanges,
  onBug,
}: WorkerClientOptions<Changes>) {
  const stopped = fail('database-stopped', { database: name });
  const pending = new Map<number, PendingCall>();
  let nextId = 1;
  let crashes = 0;
  let hasStarted = false;
  let isClosed = false;
  let pausedAt: number | undefined;
  let isPauseReported = false;
  let worker: Worker | undefined;

  function start(): Worker {
    const workerData: WorkerStart = { file, now: now(), isFirst: !hasStarted };
    hasStarted = true;
    pausedAt = undefined;
    const started = new Worker(workerUrl, { workerData, name, resourceLimits });
    started.on('message', (message: FromWorker<Changes>) => {
      switch (message.kind) {
        case 'opened':
          if (message.isOpen) isPauseReported = false; // its notice is withdrawn
          onOpened(message.failure, message.isOpen);
          return;
        case 'bug':
          onBug(message.error);
          return;
        case 'progress':
          pending.get(message.id)?.onProgress?.(message.done, message.total);
          return;
        case 'changes':
          onChanges(message.changes);
          return;
        case 'result': {
          const { settle } = pending.get(message.id) ?? {};
          pending.delete(message.id);
          crashes = 0;
          isPauseReported = false;
          onChanges(message.changes);
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
    const lost = fail('database-restarted', { database: name });
    const calls = [...pending.values()];
    pending.clear();
    crashes += 1;
    if (crashes < maxCrashes) worker = start();
    else {
      pausedAt = now();
      if (!isPauseReported) onOpened(stopped.failure, false);
      isPauseReported = true;
    }
    for (const { settle } of calls) settle(lost);
  }

  const running = (): Worker => (worker ??= start());
  const send = (message: ToWorker): void => running().postMessage(message, []);

  const call = async (method: string, input: unknown, options: CallOptions = {}): Promise<Result<unknown>> => {
    const { signal, onProgress, waitsForStop = false } = options;
    if (pausedAt !== undefined && !isClosed) {
      if (now() - pausedAt < pauseMs) return stopped;
      worker = start();
    }
    if (isClosed) return fail('database-closed', { database: name });
    const id = nextId;
    nextId += 1;
    return new Promise((resolve) => {
      const cancel = (): void => {
        send({ kind: 'cancel', id });
        if (waitsForStop) return;
        pending.get(id)?.settle(cancelledCall);
        pending.delete(id);
      };
      pending.set(id, {
        onProgress,
        settle: (result) => {
          signal?.removeEventListener('abort', cancel);
          resolve(result);
        },
      });
      try {
        send({ kind: 'call', id, now: now(), method, input });
      } catch (error) {
        onBug(error);
        pending.get(id)?.settle(unexpected());
        pending.delete(id);
        return;
      }
      if (signal?.aborted) cancel();
      else signal?.addEventListener('abort', cancel, { once: true });
    });
  };

  return {
    store: createRemoteStore<Store>(call),
    /** Starts the worker before its first call. */
    start: (): void => void running(),
    close: async (): Promise<void> => {
      if (isClosed) return;
      isClosed = true;
      if (pausedAt !== undefined || !worker) return;
      const ended = new Promise((resolve) => worker?.once('exit', resolve));
      send({ kind: 'close' });
      await ended;
      for (const { settle } of pending.values()) settle(fail('database-closed', { database: name }));
      pending.clear();
    },
  };
}

/** Creates an object whose every method is a call of the store's operation by that name, because the operations exist in the worker only. */
function createRemoteStore<Store>(
  call: (method: string, input: unknown, options?: CallOptions) => Promise<Result<unknown>>,
): RemoteStore<Store> {
  const get = (_target: object, method: string | symbol): unknown =>
    typeof method === 'symbol' || method === 'then' // a promise must not take it for another promise
      ? undefined
      : (input: unknown, options?: CallOptions) => call(method, input, options);
  return new Proxy({}, { get }) as RemoteStore<Store>; // its type allows no other names
}
