import { useEffect, useState } from 'react';
import type { ResultView, RunSummary } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { createResultPages, type ResultPages } from './result-pages.ts';

const refreshMs = 1000;

/** Reads the rows of a view, and again while answers come. */
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
  const [refreshedAt, setRefreshedAt] = useState(0);
  useEffect(() => {
    const wait = Math.max(0, refreshedAt + refreshMs - performance.now());
    const timer = setTimeout(() => {
      pages.refresh();
      setRefreshedAt(performance.now());
    }, wait);
    return () => {
      clearTimeout(timer);
    };
    // Each refresh waits for the next answer, not for the next moment.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pages, done, failed]);
  return pages;
}
