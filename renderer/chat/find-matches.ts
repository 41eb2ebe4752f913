import type { StoredMessage } from '../../electron/contract/history.ts';
import { searchableText } from './message-text.ts';

/** Where a word was found: the message's place, and which of its finds. */
export interface Match {
  readonly index: number;
  readonly nth: number;
}

/** All finds of a text in the messages, in order; letters of either case are the same. */
export function findMatches(messages: readonly StoredMessage[], text: string): readonly Match[] {
  const needle = text.toLowerCase();
  if (needle.trim() === '') return [];
  return messages.flatMap((message, index) =>
    Array.from({ length: countMatches(searchableText(message).toLowerCase(), needle) }, (_, nth) => ({ index, nth })),
  );
}

function countMatches(text: string, needle: string): number {
  let count = 0;
  for (let index = text.indexOf(needle); index >= 0; index = text.indexOf(needle, index + needle.length)) count += 1;
  return count;
}

/** The find to begin with: the first at or below a message, else the first of all. */
export function firstMatchFrom(matches: readonly Match[], index: number): Match | undefined {
  return matches.find((match) => match.index >= index) ?? matches[0];
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
  const needle = text.toLowerCase();
  const highlight = new Highlight();
  const inMessage: StaticRange[] = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const content = (node.nodeValue ?? '').toLowerCase();
    for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + needle.length)) {
      const range = new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + needle.length });
      highlight.add(range);
      if (message?.contains(node) === true) inMessage.push(range);
    }
  }
  // What is folded, as thinking is, comes first in a message.
  const hiddenCount = Math.max(0, count - inMessage.length);
  const current = inMessage[Math.min(Math.max(0, nth - hiddenCount), inMessage.length - 1)];
  if (current !== undefined) highlight.delete(current);
  CSS.highlights.set(allMatches, highlight);
  CSS.highlights.set(currentMatch, current === undefined ? new Highlight() : new Highlight(current));
  return () => {
    CSS.highlights.delete(allMatches);
    CSS.highlights.delete(currentMatch);
  };
}

/** The find that is marked as the one that is shown. */
export function currentMatchRange(): AbstractRange | undefined {
  const [shown] = CSS.highlights.get(currentMatch) ?? [];
  return shown;
}
