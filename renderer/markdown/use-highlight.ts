import { createContext, useContext, useEffect, useState } from 'react';
import type { Runs } from './highlight-code.ts';
import { createHighlighter, isWorthIt } from './highlighter.ts';
import { createWorkerStart } from './start-highlight-worker.ts';

/** Who colours code; one for the window, started by the first code in it. */
export const HighlighterContext = createContext(createHighlighter(createWorkerStart()));

/** The colours of code, once it is all there and they are known. */
export function useHighlight(pieces: readonly string[], language: string, isOpen: boolean): Runs | undefined {
  const highlighter = useContext(HighlighterContext);
  const [found, setFound] = useState<{ readonly pieces: readonly string[]; readonly runs: Runs | undefined }>();
  const code = isOpen || !isWorthIt(language, pieces) ? undefined : pieces.join('');
  useEffect(() => {
    if (code === undefined) return undefined;
    let isCurrent = true;
    void highlighter.highlight(language, pieces).then((runs) => {
      if (isCurrent) setFound({ pieces, runs });
      return undefined;
    });
    return () => {
      isCurrent = false;
    };
    // `code` stands for `pieces`, which may be another array with the same text
    // oxlint-disable-next-line react/exhaustive-deps
  }, [highlighter, language, code]);
  if (code === undefined) return undefined;
  return found !== undefined && found.pieces.join('') === code ? found.runs : highlighter.known(language, pieces);
}
