/** Tracks whether the text so far ends inside a fenced code block. */
export interface FenceTracker {
  readonly push: (text: string) => void;
  readonly isInside: () => boolean;
  readonly isAtLineStart: () => boolean;
}

const openingPattern = /^[ \t>]*(`{3,}|~{3,})/;
/** Enough of a line to detect an indented or quoted fence. */
const prefixLength = 40;

/** Creates a tracker of Markdown fences. Chunks may end anywhere. */
export function createFenceTracker(): FenceTracker {
  let prefix = '';
  let lineIsEmpty = true;
  let fence: string | undefined;

  const endLine = (): void => {
    const run = openingPattern.exec(prefix)?.[1];
    if (run !== undefined) {
      if (fence === undefined) fence = run;
      else if (run[0] === fence[0] && run.length >= fence.length) fence = undefined;
    }
    prefix = '';
    lineIsEmpty = true;
  };

  const addToLine = (text: string, from: number, to: number): void => {
    if (to <= from) return;
    lineIsEmpty = false;
    if (prefix.length < prefixLength) prefix += text.slice(from, Math.min(to, from + prefixLength - prefix.length));
  };

  return {
    push: (text) => {
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        addToLine(text, start, end);
        endLine();
        start = end + 1;
      }
      addToLine(text, start, text.length);
    },
    isInside: () => fence !== undefined,
    isAtLineStart: () => lineIsEmpty,
  };
}
