import { useEffect, useState } from 'react';
import type { ResultView } from '../../../electron/contract/run-results.ts';
import type { RunSummary } from '../../../electron/contract/runs.ts';
import { useSession } from '../../state/session.ts';
import { createResultPages, type ResultPages } from './result-pages.ts';

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
  useEffect(() => {
    pages.setProgress(`${done} ${failed}`);
  }, [pages, done, failed]);
  return pages;
}
