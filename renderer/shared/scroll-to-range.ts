/** Leads the reader of an area to a place in it. */
export interface ScrollToRangeOptions {
  /** Brings the place into the middle of the area, where it is not in sight. */
  readonly go: () => void;
  readonly end: () => void;
}

/**
 * Leads to words in an area that scrolls; their message may be longer than what is seen of it. The list brings the message into
 * sight first, in steps where it has to draw it: so it is led there again after each, until the reader does anything else.
 */
export function scrollToRange(area: HTMLElement, find: () => AbstractRange | undefined): ScrollToRangeOptions {
  const leading = new AbortController();
  const { signal } = leading;
  const end = () => {
    leading.abort();
  };
  const go = () => {
    const words = find();
    if (signal.aborted || words === undefined) return;
    const range = document.createRange();
    range.setStart(words.startContainer, words.startOffset);
    range.setEnd(words.endContainer, words.endOffset);
    const [view, found] = [area.getBoundingClientRect(), range.getBoundingClientRect()];
    if (found.height === 0 || (found.top >= view.top && found.bottom <= view.bottom)) return;
    area.scrollTop += (found.top + found.bottom - view.top - view.bottom) / 2;
  };
  area.addEventListener('scrollend', go, { signal });
  for (const hand of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(hand, end, { signal, passive: true, capture: true });
  return { go, end };
}
