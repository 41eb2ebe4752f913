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
