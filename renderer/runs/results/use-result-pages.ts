import { useEffect, useRef, useState } from 'react';
import type { ResultView } from '../../../electron/contract/run-results.ts';
import type { RunSummary } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { createResultPages, type ResultPages } from './result-pages.ts';

const refreshMs = 1000;

/** Reads the rows of a view, and refreshes them while the run makes progress. */
export function useResultPages({ id, progress: { done, failed } }: RunSummary, view: ResultView): ResultPages {
  const { bridge } = useSession();
  const [pages] = useState(() => createResultPages((page, signal) => bridge.call('runs.page', { id, ...page }, { signal })));
  useEffect(
    () => () => {
      pages.close();
    },
    [pages],
  );
  useEffect(() => {
    pages.setView(view);
  }, [pages, view]);
  const shown = useRef({ count: done + failed, at: 0 });
  const count = done + failed;
  useEffect(() => {
    if (shown.current.count === count) return undefined;
    const timer = setTimeout(
      () => {
        shown.current = { count, at: performance.now() };
        pages.refresh();
      },
      Math.max(0, shown.current.at + refreshMs - performance.now()),
    );
    return () => {
      clearTimeout(timer);
    };
  }, [pages, count]);
  return pages;
}
