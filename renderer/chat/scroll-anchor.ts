/**
 * Holds what the reader looks at inside a message that begins above the view. The list itself holds whole messages only:
 * where something unfolds, folds or is drawn further up in the same message, the words in sight would move.
 */
export interface ScrollAnchor {
  /** Notes what is in sight now. */
  readonly capture: () => void;
  /** Forgets it, as when another place is brought into sight. */
  readonly clear: () => void;
  /** To be told of scrolls: what was noted holds as long as the view stands where it stood. */
  readonly onScroll: () => void;
  /** Brings back what was in sight, once heights have changed and before they are painted; tells whether the view had to be moved. */
  readonly restore: () => boolean;
}

interface Snapshot {
  readonly scrollTop: number;
  /** What begins in the view or reaches into it, from above; one of them may be gone later. */
  readonly marks: readonly { readonly element: Element; readonly top: number }[];
}

/** More would only be looked at where all of these are gone. */
const maxMarks = 20;

/** Makes it for an area that holds messages. */
export function createScrollAnchor(area: HTMLElement): ScrollAnchor {
  let snapshot: Snapshot | undefined;
  const capture = () => {
    const view = area.getBoundingClientRect();
    const marks = [...area.querySelectorAll('[data-message]')]
      .filter((message) => isCutByTop(message, view))
      .flatMap((message) => visibleParts(message, view))
      .map((element) => ({ element, top: getTop(element) }));
    snapshot = marks.length === 0 ? undefined : { scrollTop: area.scrollTop, marks };
  };
  return {
    capture,
    clear: () => {
      snapshot = undefined;
    },
    onScroll: () => {
      if (snapshot !== undefined && snapshot.scrollTop !== area.scrollTop) snapshot = undefined;
    },
    restore: () => {
      if (snapshot === undefined) return false;
      const { marks } = snapshot;
      const before = area.scrollTop;
      const mark = marks.find(({ element }) => element.checkVisibility());
      if (mark !== undefined) {
        const moved = getTop(mark.element) - mark.top;
        if (Math.abs(moved) >= 1) area.scrollTop += moved;
      } else {
        // All of it was folded away: what remains is the line that says so.
        marks[0]?.element.closest('details')?.scrollIntoView({ block: 'nearest' });
      }
      capture();
      return area.scrollTop !== before;
    },
  };
}

/** The parts of an element that are in the view, as deep down as need be for them not to begin far above it. */
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

/** The place of the first that ends below a line; a long answer has thousands, one under the other. */
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
