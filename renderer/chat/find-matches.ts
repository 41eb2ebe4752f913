import type { StoredMessage } from '../../electron/contract/history.ts';
import { searchableText } from './message-text.ts';

/** Where a word was found: the message's place, and which of its finds. */
export interface Match {
  readonly index: number;
  readonly nth: number;
}

/** All finds of a text in the messages, in order; letters of either case are the same. */
export function findMatches(messages: readonly StoredMessage[], text: string): readonly Match[] {
  const wanted = text.toLowerCase();
  if (wanted.trim() === '') return [];
  return messages.flatMap((message, index) =>
    Array.from({ length: countIn(searchableText(message).toLowerCase(), wanted) }, (_, nth) => ({ index, nth })),
  );
}

function countIn(text: string, wanted: string): number {
  let count = 0;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) count += 1;
  return count;
}

/** The find to begin with: the first at or below a message, else the first of all. */
export function firstMatchFrom(finds: readonly Match[], index: number): Match | undefined {
  return finds.find((find) => find.index >= index) ?? finds[0];
}

const allMatches = 'find';
const currentMatch = 'find-current';

/** The find that is shown: its message, and which of that message's finds it is. */
interface CurrentMatch {
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
  CSS.highlights.set(allMatches, everywhere);
  CSS.highlights.set(currentMatch, shown === undefined ? new Highlight() : new Highlight(shown));
  return () => {
    CSS.highlights.delete(allMatches);
    CSS.highlights.delete(currentMatch);
  };
}

/** The find that is marked as the one that is shown. */
export function shownMatch(): AbstractRange | undefined {
  const [shown] = CSS.highlights.get(currentMatch) ?? [];
  return shown;
}
