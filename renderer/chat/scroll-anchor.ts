/**
 * Holds what the reader looks at inside a message that begins above the view. The list itself holds whole messages only:
 * where something unfolds, folds or is drawn further up in the same message, the words in sight would move.
 */
export interface ScrollAnchor {
  /** Notes what is in sight now. */
  readonly note: () => void;
  /** Forgets it, as when another place is brought into sight. */
  readonly forget: () => void;
  /** To be told of scrolls: what was noted holds as long as the view stands where it stood. */
  readonly onScrolled: () => void;
  /** Brings back what was in sight, once heights have changed and before they are painted; tells whether the view had to be moved. */
  readonly keep: () => boolean;
}

interface Noted {
  readonly scrollTop: number;
  /** What begins in the view or reaches into it, from above; one of them may be gone later. */
  readonly marks: readonly { readonly element: Element; readonly top: number }[];
}

/** More would only be looked at where all of these are gone. */
const enough = 20;

/** Makes it for an area that holds messages. */
export function createScrollAnchor(area: HTMLElement): ScrollAnchor {
  let noted: Noted | undefined;
  const note = () => {
    const view = area.getBoundingClientRect();
    const marks = [...area.querySelectorAll('[data-message]')]
      .filter((message) => isCutByTop(message, view))
      .flatMap((message) => inSight(message, view))
      .map((element) => ({ element, top: topOf(element) }));
    noted = marks.length === 0 ? undefined : { scrollTop: area.scrollTop, marks };
  };
  return {
    note,
    forget: () => {
      noted = undefined;
    },
    onScrolled: () => {
      if (noted !== undefined && noted.scrollTop !== area.scrollTop) noted = undefined;
    },
    keep: () => {
      if (noted === undefined) return false;
      const { marks } = noted;
      const before = area.scrollTop;
      const mark = marks.find(({ element }) => element.checkVisibility());
      if (mark !== undefined) {
        const moved = topOf(mark.element) - mark.top;
        if (Math.abs(moved) >= 1) area.scrollTop += moved;
      } else {
        // All of it was folded away: what remains is the line that says so.
        marks[0]?.element.closest('details')?.scrollIntoView({ block: 'nearest' });
      }
      note();
      return area.scrollTop !== before;
    },
  };
}

/** The parts of an element that are in the view, as deep down as need be for them not to begin far above it. */
function inSight(element: Element, view: DOMRect): readonly Element[] {
  const { children } = element;
  const found: Element[] = [];
  for (let at = firstBelow(children, view.top); at < children.length && found.length < enough; at += 1) {
    const child = children[at];
    if (child === undefined || topOf(child) >= view.bottom) break;
    found.push(...(isCutByTop(child, view) ? inSight(child, view) : [child]));
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

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
