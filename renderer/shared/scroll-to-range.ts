/** Scrolls an area to a range in it. */
export interface RangeScroll {
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
  const stop = () => {
    controller.abort();
  };
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
