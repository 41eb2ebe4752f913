import type { Failure, Result } from '../../../electron/contract/failure.ts';
import type { ResultPage, ResultRow, ResultView } from '../../../electron/contract/run-results.ts';
import { createStore } from '../../state/store.ts';

export type ResultPages = ReturnType<typeof createResultPages>;

interface PagesState {
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

/** Reads the rows of a view. Only a few pages are in memory. */
export function createResultPages(load: LoadPage) {
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
    rowAt: (index: number): ResultRow | undefined => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    /** Returns where a row is, or undefined if it isn't in memory. */
    indexOf: (row: number): number | undefined => {
      // the newest page first, because the row may have moved there
      for (const [page, rows] of [...pages].toReversed()) {
        const index = rows.findIndex((each) => each.row === row);
        if (index !== -1) return page * pageSize + index;
      }
      return undefined;
    },
    /** Sets the visible range and loads its missing rows. */
    show: (first: number, last: number): void => {
      shown = { first, last };
      loadShown();
    },
    setView: (next: ResultView): void => {
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
    /** Reads the visible rows again, and others when they become visible. */
    refresh,
    /** Refreshes if the progress has changed since the last call, at most once a second. */
    setProgress: (next: string): void => {
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
    /** Changes a row in memory before the main process has stored the change. */
    patch: (row: number, change: Partial<ResultRow>): void => {
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
    close: (): void => {
      clearTimeout(refreshTimer);
      controller.abort();
    },
  };
}
