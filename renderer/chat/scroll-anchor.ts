export type ScrollAnchor = ReturnType<typeof createScrollAnchor>;

interface Snapshot {
  readonly scrollTop: number;
  /** Elements that start in the view or reach into it from above, by their distance from its top. Some may be removed later. */
  readonly marks: readonly { readonly element: Element; readonly top: number }[];
}

/** More would only help if all of these were removed. */
const maxMarks = 20;

/**
 * Keeps the visible text in place inside a message that starts above the view. The list only keeps whole messages in
 * place, so opening, closing or rendering a section further up would move the text.
 */
export function createScrollAnchor(area: HTMLElement) {
  let snapshot: Snapshot | undefined;
  const record = () => {
    const view = area.getBoundingClientRect();
    const marks = [...area.querySelectorAll('[data-message]')]
      .filter((message) => isCutByTop(message, view))
      .flatMap((message) => visibleParts(message, view))
      .map((element) => ({ element, top: getTop(element) - view.top }));
    snapshot = marks.length === 0 ? undefined : { scrollTop: area.scrollTop, marks };
  };
  return {
    /** Records what is visible now. A valid record stays, because heights may have changed that aren't restored yet. */
    capture: () => {
      if (snapshot?.scrollTop !== area.scrollTop) record();
    },
    /** Discards the record, for example before scrolling elsewhere. */
    clear: () => {
      snapshot = undefined;
    },
    /** Call on scroll. The record is valid only for an unchanged scroll position. */
    onScroll: () => {
      if (snapshot !== undefined && snapshot.scrollTop !== area.scrollTop) snapshot = undefined;
    },
    /** Restores the recorded position after heights changed, before they are painted. Returns whether it scrolled. */
    restore: (): boolean => {
      if (snapshot === undefined) return false;
      const { marks } = snapshot;
      const before = area.scrollTop;
      const mark = marks.find(({ element }) => element.checkVisibility());
      if (mark !== undefined) {
        const moved = getTop(mark.element) - getTop(area) - mark.top;
        if (Math.abs(moved) >= 1) area.scrollTop += moved;
      } else {
        // Everything was collapsed: scrolls to the summary line that remains.
        marks[0]?.element.closest('details')?.scrollIntoView({ block: 'nearest' });
      }
      record();
      return area.scrollTop !== before;
    },
  };
}

/** Returns the visible parts of an element, nested as deep as needed to start near the view. */
function visibleParts(element: Element, view: DOMRect): readonly Element[] {
  const { children } = element;
  const found: Element[] = [];
  for (let at = firstBelow(children, view.top); at < children.length && found.length < maxMarks; at += 1) {
    const child = children[at];
    if (child === undefined || getTop(child) >= view.bottom) break;
    found.push(...(isCutByTop(child, view) ? visibleParts(child, view) : [child]));
  }
  return found.length === 0 ? [element] : found;
}

/** Returns the index of the first element that ends below a line, by binary search because a long answer has thousands. */
function firstBelow(elements: HTMLCollection, line: number): number {
  let [from, to] = [0, elements.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((elements[middle]?.getBoundingClientRect().bottom ?? Infinity) > line) to = middle;
    else from = middle + 1;
  }
  return from;
}

function isCutByTop(element: Element, view: DOMRect): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < view.top && bottom > view.top;
}

function getTop(element: Element): number {
  return element.getBoundingClientRect().top;
}
