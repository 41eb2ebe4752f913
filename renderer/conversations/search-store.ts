import type { Failure } from '../../electron/contract/failure.ts';
import type { SearchHit, SearchRequest } from '../../electron/contract/search.ts';
import type { Call } from '../bridge/bridge.ts';
import { createStore } from '../state/store.ts';

/** The filters of a search. */
export interface SearchFilters {
  readonly model: string | null;
  readonly folder: string | null;
  readonly age: 'any' | 'day' | 'week' | 'month' | 'year';
}

/** A search and its hits. */
export interface SearchState {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly hits: readonly SearchHit[];
  readonly next: string | null;
  readonly state: 'idle' | 'looking' | 'done' | 'failed';
  readonly failure: Failure | null;
}

export const noFilters: SearchFilters = { model: null, folder: null, age: 'any' };
/** Whether any filter is set. */
export function hasFilters({ model, folder, age }: SearchFilters): boolean {
  return model !== null || folder !== null || age !== 'any';
}

const daysByAge: Readonly<Record<Exclude<SearchFilters['age'], 'any'>, number>> = { day: 1, week: 7, month: 31, year: 366 };
const msPerDay = 86_400_000;
const pageSize = 60;
/** More than fit the view, but faster than a whole page. The rest is loaded automatically. */
const firstPageSize = 20;

/** As in `searchRequestSchema`. */
const maxTextLength = 500;

/** Builds the request of a search made at `now`. */
export function toSearchRequest(
  { text, filters }: Pick<SearchState, 'text' | 'filters'>,
  now: number,
  cursor: string | null,
): SearchRequest {
  return {
    text: text.trim().slice(0, maxTextLength),
    limit: cursor === null ? firstPageSize : pageSize,
    ...(filters.model === null ? {} : { model: filters.model }),
    ...(filters.folder === null ? {} : { folder: filters.folder }),
    ...(filters.age === 'any' ? {} : { after: now - daysByAge[filters.age] * msPerDay }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** Creates the search over all conversations. Only the latest request counts. */
export function createSearch(call: Call, now: () => number) {
  const store = createStore<SearchState>({ text: '', filters: noFilters, hits: [], next: null, state: 'idle', failure: null });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStale = false;
  let controller = new AbortController();

  const request = async (cursor: string | null) => {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    const result = await call('history.search', toSearchRequest(store.read(), now(), cursor), { signal });
    if (signal.aborted) return;
    const before = store.read();
    if (!result.ok) store.write({ ...before, state: 'failed', failure: result.failure });
    else {
      const hits = cursor === null ? result.value.hits : [...before.hits, ...result.value.hits];
      const { next } = result.value;
      store.write({ ...before, hits, next, state: 'done', failure: null });
      // The main process may answer with a short page first, so the visible page is filled up.
      if (next !== null && hits.length < pageSize) await request(next);
    }
  };

  /** Sends the first of several changes in one task at once, and then only the last. */
  const requestDebounced = () => {
    if (timer !== undefined) {
      controller.abort();
      isStale = true;
      return;
    }
    void request(null);
    timer = setTimeout(() => {
      timer = undefined;
      if (isStale && store.read().state === 'looking') void request(null);
      isStale = false;
    });
  };

  const start = (change: Partial<SearchState>) => {
    const next = { ...store.read(), ...change };
    if (next.text.trim() === '') {
      controller.abort();
      store.write({ ...next, hits: [], next: null, state: 'idle', failure: null });
      return;
    }
    // Old hits stay visible until there are newer ones.
    store.write({ ...next, state: 'looking' });
    // A search is fast and is aborted by the next key.
    requestDebounced();
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    setText: (text: string) => start({ text }),
    setFilters: (filters: SearchFilters) => start({ filters }),
    loadMore: () => {
      const { next, state } = store.read();
      if (next === null || state !== 'done') return;
      store.write({ ...store.read(), state: 'looking' });
      void request(next);
    },
  };
}
