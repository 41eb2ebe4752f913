import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import { createStore, useStore } from './store.ts';

/** What was read from the main process. Nothing yet if it has neither a value nor a failure. */
export interface QueryState<T> {
  /** The last value. It stays while it is read again. */
  readonly value?: T | undefined;
  /** Why the last read failed. */
  readonly failure?: Failure | undefined;
  /** What the value or failure was read for. */
  readonly key: string;
}

type Read<T> = (signal: AbortSignal) => Promise<Result<T>>;

/** A value of the main process. */
export type Query<T> = ReturnType<typeof createQuery<T>>;

/** Creates a query. Nothing is read until `reload`. */
export function createQuery<T>(read: Read<T>) {
  const store = createStore<QueryState<T>>({ key: '' });
  let controller = new AbortController();
  /** The changes since the read in progress was started. */
  let changes: ((value: T) => T)[] | undefined;
  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Reads the value. Only the latest read counts. */
    reload: async (key = '', readNow = read): Promise<void> => {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const later: typeof changes = [];
      changes = later;
      const result = await readNow(signal);
      if (signal.aborted) return;
      changes = undefined;
      const { value, ...before } = store.read();
      if (result.ok) store.write({ key, value: later.reduce((newest, update) => update(newest), result.value) });
      else if (result.failure.code === 'cancelled' || (later.length > 0 && value !== undefined)) return;
      else store.write({ key, failure: result.failure, value: before.key === key ? value : undefined });
    },
    cancel: () => controller.abort(),
    /** Replaces the value by a newer one, from an event or from the response to another call. */
    set: (value: T) => {
      changes?.push(() => value);
      store.write({ key: store.read().key, value });
    },
    /** Changes the value, and that of a read in progress, which is older than the change. */
    change: (update: (value: T) => T) => {
      changes?.push(update);
      const { value, ...rest } = store.read();
      if (value !== undefined) store.write({ ...rest, value: update(value) });
    },
  };
}

/** Creates a query that events keep up to date, and starts reading. */
export function createLiveQuery<T>(read: () => Promise<Result<T>>, on: (listener: (value: T) => void) => unknown): Query<T> {
  const query = createQuery(read);
  on(query.set);
  void query.reload();
  return query;
}

/** Reads a value, and reads it again if the key changes. Reads nothing while the key is null. */
export function useQuery<T>(key: string | null, read: Read<T>, delayMs = 0) {
  const [query] = useState(() => createQuery<T>(read));
  const newestRead = useEffectEvent(read);
  const readDelay = useEffectEvent(() => delayMs);
  useEffect(() => {
    if (key === null) return undefined;
    const timer = setTimeout(() => void query.reload(key, (signal) => newestRead(signal)), readDelay());
    return () => {
      clearTimeout(timer);
      query.cancel();
    };
  }, [query, key]);
  const { value, failure, key: readKey } = useStore(query);
  return {
    value,
    failure,
    /** Whether the value belongs to the current key. */
    isCurrent: readKey === key,
    reload: () => void query.reload(key ?? '', read),
    change: query.change,
  };
}
