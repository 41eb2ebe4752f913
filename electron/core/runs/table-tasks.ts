/** The work on the tables of runs: loading and deleting their rows. A table has one task at a time. */
export interface TableTasks {
  readonly isBusy: (id: string) => boolean;
  /** Runs a task. Its signal is aborted by `signal` and by `cancel`. */
  readonly run: <T>(id: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Cancels the task of a run, and waits for its end. */
  readonly cancel: (id: string) => Promise<void>;
}

export function createTableTasks(): TableTasks {
  const tasks = new Map<string, { readonly cancelling: AbortController; readonly ended: Promise<unknown> }>();
  return {
    isBusy: (id) => tasks.has(id),
    run: async (id, signal, task) => {
      const cancelling = new AbortController();
      const ended = Promise.withResolvers<undefined>();
      const own = { cancelling, ended: ended.promise };
      tasks.set(id, own);
      try {
        return await task(AbortSignal.any([signal, cancelling.signal]));
      } finally {
        if (tasks.get(id) === own) tasks.delete(id);
        ended.resolve(undefined);
      }
    },
    cancel: async (id) => {
      const task = tasks.get(id);
      task?.cancelling.abort();
      await task?.ended;
    },
  };
}
