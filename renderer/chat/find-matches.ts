import type { StoredMessage } from '../../electron/contract/history.ts';
import { createHighlight, findTextRanges } from '../shared/text-ranges.ts';
import { searchableText } from './message-text.ts';

/** A match: the index of its message and its number within the message. */
export interface Match {
  readonly index: number;
  readonly nth: number;
}

/** Returns all matches of a text in the messages, in order, ignoring case. */
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

/** Returns the first match at or below a message, else the first of all. */
export function firstMatchFrom(matches: readonly Match[], index: number): Match | undefined {
  return matches.find((match) => match.index >= index) ?? matches[0];
}

const allMatches = 'find';
const currentMatch = 'find-current';

/** The current match: its message element and its number within the message. */
interface CurrentMatch {
  readonly message: Element | null;
  readonly nth: number;
  /** The number of matches in the message, including those in collapsed sections. */
  readonly count: number;
}

/** Highlights a non-empty text in an area without changing its elements. Returns a function that clears the highlights. */
export function highlightMatches(area: HTMLElement, text: string, { message, nth, count }: CurrentMatch): () => void {
  const ranges = findTextRanges(area, [text.toLowerCase()]);
  const inMessage = ranges.filter(({ startContainer }) => message?.contains(startContainer) === true);
  // Collapsed sections, such as reasoning, come first in a message.
  const hiddenCount = Math.max(0, count - inMessage.length);
  const current = inMessage[Math.min(Math.max(0, nth - hiddenCount), inMessage.length - 1)];
  const highlight = createHighlight(ranges, current === undefined ? 0 : ranges.indexOf(current));
  if (current !== undefined) highlight.delete(current);
  CSS.highlights.set(allMatches, highlight);
  CSS.highlights.set(currentMatch, createHighlight(current === undefined ? [] : [current]));
  return () => {
    CSS.highlights.delete(allMatches);
    CSS.highlights.delete(currentMatch);
  };
}

/** Returns the range that is highlighted as the current match. */
export function currentMatchRange(): AbstractRange | undefined {
  const [shown] = CSS.highlights.get(currentMatch) ?? [];
  return shown;
}
