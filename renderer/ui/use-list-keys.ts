import { useRef, type KeyboardEvent } from 'react';

/** An item of a list. */
export interface ListItem {
  readonly id: string;
  /** The text that typing ahead searches. */
  readonly label: string;
}

const typingPauseMs = 700;

/** Handles the keys of a list: arrows, Home, End and typing move; Enter and Space choose the current item. */
export function useListKeys<T extends ListItem>(
  items: readonly T[],
  current: number,
  { onMove, onChoose }: { readonly onMove: (index: number) => void; readonly onChoose: (item: T) => void },
): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A space while typing is part of the text.
    const isTyping = event.timeStamp - typed.current.at < typingPauseMs && typed.current.text !== '';
    if (event.key === 'Enter' || (event.key === ' ' && !isTyping)) {
      event.preventDefault();
      const item = items[current];
      if (item !== undefined) onChoose(item);
      return;
    }
    let next = moveInList(event.key, current, items.length);
    if (next === undefined && event.key.length === 1) {
      typed.current = { text: isTyping ? typed.current.text + event.key : event.key, at: event.timeStamp };
      next = typeAhead(
        items.map(({ label }) => label),
        current,
        typed.current.text,
      );
    }
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  };
}

/** Returns the index a key moves to in a list of `count` items, or undefined if the key doesn't move. */
export function moveInList(key: string, current: number, count: number, pageSize = 10): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(current + 1, last);
    case 'ArrowUp':
      return current < 0 ? last : Math.max(current - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(Math.max(current, 0) + pageSize, last);
    case 'PageUp':
      return Math.max(current - pageSize, 0);
    default:
      return undefined;
  }
}

/**
 * Returns the index that typing leads to. Repeating one letter cycles through the items that begin with it;
 * more letters stay on the current item while it matches.
 */
export function typeAhead(labels: readonly string[], current: number, typed: string): number | undefined {
  const text = typed.toLocaleLowerCase();
  const first = text.charAt(0);
  if (first === '' || labels.length === 0) return undefined;
  const isOneLetter = text === first.repeat(text.length);
  const prefix = isOneLetter ? first : text;
  const start = isOneLetter ? current + 1 : Math.max(current, 0);
  for (let step = 0; step < labels.length; step++) {
    const index = (start + step + labels.length) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(prefix) === true) return index;
  }
  return undefined;
}
