/** A button that shows the rest of a shortened text. */
export const unfoldSelector = '[data-unfolds-text]';

/** Returns where lower-case words occur in the text of an area, ignoring case. Skips buttons and elements with `data-unsearched`. */
export function findTextRanges(area: Element, words: Iterable<string>): readonly StaticRange[] {
  const ranges: StaticRange[] = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node instanceof Text) return NodeFilter.FILTER_ACCEPT;
    const isSkipped = node instanceof HTMLButtonElement || (node instanceof HTMLElement && 'unsearched' in node.dataset);
    return isSkipped ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        ranges.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
      }
    }
  }
  return ranges;
}

/** More than a view shows. Each thousand takes about a tenth of a second to paint. */
const maxHighlighted = 1000;

/** Creates a highlight of the ranges around an index. */
export function createHighlight(ranges: readonly AbstractRange[], index = 0): Highlight {
  const highlight = new Highlight();
  const start = Math.max(0, index - maxHighlighted / 2);
  for (const range of ranges.slice(start, start + maxHighlighted)) highlight.add(range);
  return highlight;
}

/** Scrolls an area to a range in it. */
interface RangeScroll {
  /** Scrolls the range to the middle of the area if it is out of view. */
  readonly scroll: () => void;
  readonly stop: () => void;
}

/**
 * Scrolls to a text range whose message may be longer than the view. The list scrolls to the message first, in several steps while
 * it renders. So this scrolls again after each step, until the user does anything else.
 */
export function scrollToRange(area: HTMLElement, find: () => AbstractRange | undefined): RangeScroll {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort();
  const scroll = () => {
    const target = find();
    if (signal.aborted || target === undefined) return;
    const range = document.createRange();
    range.setStart(target.startContainer, target.startOffset);
    range.setEnd(target.endContainer, target.endOffset);
    const [view, found] = [area.getBoundingClientRect(), range.getBoundingClientRect()];
    if (found.height === 0 || (found.top >= view.top && found.bottom <= view.bottom)) return;
    area.scrollTop += (found.top + found.bottom - view.top - view.bottom) / 2;
  };
  area.addEventListener('scrollend', scroll, { signal });
  for (const event of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    document.addEventListener(event, stop, { signal, passive: true, capture: true });
  return { scroll, stop };
}
