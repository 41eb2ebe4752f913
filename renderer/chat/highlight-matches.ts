const all = 'find';
const current = 'find-current';

/** The find that is shown: its message, and which of that message's finds it is. */
export interface CurrentMatch {
  readonly message: Element | null;
  readonly nth: number;
  /** How many the message has, those in folded parts included. */
  readonly count: number;
}

/** Marks a text, which is not empty, wherever it stands in an area, without touching the area's elements; returns what takes the marks away. */
export function highlightMatches(area: HTMLElement, text: string, { message, nth, count }: CurrentMatch): () => void {
  const wanted = text.toLowerCase();
  const everywhere = new Highlight();
  const here: StaticRange[] = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? '').toLowerCase();
    for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + wanted.length)) {
      const range = new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + wanted.length });
      everywhere.add(range);
      if (message?.contains(node) === true) here.push(range);
    }
  }
  // What is folded, as thinking is, comes first in a message.
  const folded = Math.max(0, count - here.length);
  const shown = here[Math.min(Math.max(0, nth - folded), here.length - 1)];
  if (shown !== undefined) everywhere.delete(shown);
  CSS.highlights.set(all, everywhere);
  CSS.highlights.set(current, shown === undefined ? new Highlight() : new Highlight(shown));
  return () => {
    CSS.highlights.delete(all);
    CSS.highlights.delete(current);
  };
}

/** The find that is marked as the one that is shown. */
export function shownMatch(): AbstractRange | undefined {
  const [shown] = CSS.highlights.get(current) ?? [];
  return shown;
}
