import type { Failure, Result } from '../../../electron/contract/failure.ts';
import type { ResultPage, ResultRow, ResultView } from '../../../electron/contract/run-results.ts';
import { createStore, type Store } from '../../state/store.ts';

/** The rows of a view. Only a few pages are in memory. */
export interface ResultPages {
  readonly state: Store<PagesState>;
  readonly rowAt: (index: number) => ResultRow | undefined;
  /** Returns where a row is, or undefined if it isn't in memory. */
  readonly indexOf: (row: number) => number | undefined;
  /** Sets the visible range and loads its missing rows. */
  readonly show: (first: number, last: number) => void;
  readonly setView: (view: ResultView) => void;
  /** Reads the visible rows again, and others when they become visible. */
  readonly refresh: () => void;
  /** Refreshes if the progress has changed since the last call, at most once a second. */
  readonly setProgress: (progress: string) => void;
  /** Changes a row in memory before the main process has stored the change. */
  readonly patch: (row: number, change: Partial<ResultRow>) => void;
  readonly close: () => void;
}

export interface PagesState {
  /** Null until the first page is loaded. */
  readonly total: number | null;
  readonly failure: Failure | undefined;
  /** Increases with each change of the rows. */
  readonly version: number;
}

export type LoadPage = (
  page: { readonly view: ResultView; readonly offset: number; readonly limit: number },
  signal: AbortSignal,
) => Promise<Result<ResultPage>>;

export const pageSize = 100;
const maxPages = 12;
const refreshMs = 1000;

export function createResultPages(load: LoadPage): ResultPages {
  const state = createStore<PagesState>({ total: null, failure: undefined, version: 0 });
  let view: ResultView = { sort: null, filters: [] };
  let pages = new Map<number, readonly ResultRow[]>();
  let stale = new Set<number>();
  const loading = new Set<number>();
  /** Pages that were requested before a row was changed. */
  const outdated = new Set<number>();
  let controller = new AbortController();
  let shown = { first: 0, last: 0 };
  let progress: string | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAt = -refreshMs;

  const write = (change: Partial<PagesState>): void => {
    const now = state.read();
    state.write({ ...now, ...change, version: now.version + 1 });
  };
  const loadPage = async (page: number): Promise<void> => {
    if (loading.has(page)) return;
    loading.add(page);
    stale.delete(page);
    const { signal } = controller;
    const result = await load({ view, offset: page * pageSize, limit: pageSize }, signal);
    if (signal.aborted) return;
    loading.delete(page);
    if (outdated.delete(page)) {
      void loadPage(page);
      return;
    }
    if (!result.ok) {
      write({ failure: result.failure });
      return;
    }
    pages.delete(page); // so that the newest is the last
    pages.set(page, result.value.rows);
    for (const old of pages.keys()) {
      if (pages.size <= maxPages) break;
      if (old !== page) pages.delete(old);
    }
    write({ total: result.value.total, failure: undefined });
    if (stale.has(page)) void loadPage(page);
  };
  const loadShown = (): void => {
    const first = Math.floor(Math.max(0, shown.first) / pageSize);
    const last = Math.floor(Math.max(0, shown.last) / pageSize);
    for (let page = first; page <= last; page += 1) if (!pages.has(page) || stale.has(page)) void loadPage(page);
  };
  const refresh = (): void => {
    stale = new Set([...pages.keys(), ...loading]);
    loadShown();
  };
  return {
    state,
    rowAt: (index) => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    indexOf: (row) => {
      // the newest page first, because the row may have moved there
      for (const [page, rows] of [...pages].toReversed()) {
        const index = rows.findIndex((each) => each.row === row);
        if (index !== -1) return page * pageSize + index;
      }
      return undefined;
    },
    show: (first, last) => {
      shown = { first, last };
      loadShown();
    },
    setView: (next) => {
      controller.abort();
      controller = new AbortController();
      loading.clear();
      outdated.clear();
      stale = new Set();
      pages = new Map();
      view = next;
      write({}); // the rows of the view before can no longer be opened
      loadShown();
    },
    refresh,
    setProgress: (next) => {
      const hasChanged = progress !== undefined && progress !== next;
      progress = next;
      if (!hasChanged) return;
      refreshTimer ??= setTimeout(
        () => {
          refreshTimer = undefined;
          refreshedAt = performance.now();
          refresh();
        },
        Math.max(0, refreshedAt + refreshMs - performance.now()),
      );
    },
    patch: (row, change) => {
      for (const page of loading) outdated.add(page);
      const changed = (before: ResultRow): ResultRow => ({ ...before, ...change });
      for (const [page, rows] of pages) {
        if (rows.some((each) => each.row === row))
          pages.set(
            page,
            rows.map((each) => (each.row === row ? changed(each) : each)),
          );
      }
      write({});
    },
    close: () => {
      clearTimeout(refreshTimer);
      controller.abort();
    },
  };
}
