import type { Failure } from '../../electron/contract/failure.ts';
import type { SearchHit, SearchRequest } from '../../electron/contract/history.ts';
import type { Call } from '../bridge/bridge.ts';
import { createStore, type Store } from '../state/store.ts';

/** What narrows a search. */
export interface SearchFilters {
  readonly model: string | null;
  readonly folder: string | null;
  readonly age: 'any' | 'day' | 'week' | 'month' | 'year';
}

/** A search and what it found. */
export interface Search {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly hits: readonly SearchHit[];
  readonly next: string | null;
  readonly state: 'idle' | 'looking' | 'done' | 'failed';
  readonly failure: Failure | null;
}

/** The search over everything that is kept. */
export interface SearchStore extends Store<Search> {
  readonly look: (text: string) => void;
  readonly filter: (filters: SearchFilters) => void;
  readonly loadMore: () => void;
}

export const noFilters: SearchFilters = { model: null, folder: null, age: 'any' };
/** Whether a search is narrowed by anything. */
export function isNarrowed({ model, folder, age }: SearchFilters): boolean {
  return model !== null || folder !== null || age !== 'any';
}

const ages: Readonly<Record<Exclude<SearchFilters['age'], 'any'>, number>> = { day: 1, week: 7, month: 31, year: 366 };
const day = 86_400_000;
const pageSize = 60;
/** More than are seen at once, and sooner there than a whole page; the rest of it follows by itself. */
const firstPageSize = 20;

/** The request for a search; `now` is when it is made. */
export function toRequest({ text, filters }: Pick<Search, 'text' | 'filters'>, now: number, cursor: string | null): SearchRequest {
  return {
    text: text.trim(),
    limit: cursor === null ? firstPageSize : pageSize,
    ...(filters.model === null ? {} : { model: filters.model }),
    ...(filters.folder === null ? {} : { folder: filters.folder }),
    ...(filters.age === 'any' ? {} : { after: now - ages[filters.age] * day }),
    ...(cursor === null ? {} : { cursor }),
  };
}

/** Makes the search; only the newest question counts. */
export function createSearch(call: Call, now: () => number): SearchStore {
  const store = createStore<Search>({ text: '', filters: noFilters, hits: [], next: null, state: 'idle', failure: null });
  let turn: ReturnType<typeof setTimeout> | undefined;
  let isAskedAnew = false;
  let looking = new AbortController();

  const ask = async (cursor: string | null) => {
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    const result = await call('history.search', toRequest(store.read(), now(), cursor), { signal });
    if (signal.aborted) return;
    const before = store.read();
    if (!result.ok) store.write({ ...before, state: 'failed', failure: result.failure });
    else {
      const hits = cursor === null ? result.value.hits : [...before.hits, ...result.value.hits];
      const { next } = result.value;
      store.write({ ...before, hits, next, state: 'done', failure: null });
      // The main process answers before it has looked everywhere, and with little at first; a page in sight is filled up.
      if (next !== null && hits.length < pageSize) await ask(next);
    }
  };

  /** The first of what comes in one go is asked while the window still draws it; of the rest only the last. */
  const askInTurn = () => {
    if (turn !== undefined) {
      looking.abort();
      isAskedAnew = true;
      return;
    }
    void ask(null);
    turn = setTimeout(() => {
      turn = undefined;
      if (isAskedAnew && store.read().state === 'looking') void ask(null);
      isAskedAnew = false;
    });
  };

  const start = (change: Partial<Search>) => {
    const next = { ...store.read(), ...change };
    if (next.text.trim() === '') {
      looking.abort();
      store.write({ ...next, hits: [], next: null, state: 'idle', failure: null });
      return;
    }
    // What was found stays in sight until there is something newer.
    store.write({ ...next, state: 'looking' });
    // A search is quick, and is withdrawn by the next key.
    askInTurn();
  };

  return {
    read: store.read,
    subscribe: store.subscribe,
    look: (text) => {
      start({ text });
    },
    filter: (filters) => {
      start({ filters });
    },
    loadMore: () => {
      const { next, state } = store.read();
      if (next === null || state !== 'done') return;
      store.write({ ...store.read(), state: 'looking' });
      void ask(next);
    },
  };
}
