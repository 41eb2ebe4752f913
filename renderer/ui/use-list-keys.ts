import { useRef, type KeyboardEvent } from 'react';
import { moveInList, typeAhead } from './list-navigation.ts';

/** What a list needs to know of an item besides how it looks. */
export interface ListItem {
  readonly id: string;
  /** The words that typing looks for. */
  readonly label: string;
}

const pauseBetweenWords = 700;

/** The keys of a list: arrows, Home, End and typing move to an item; Enter and Space choose the current one. */
export function useListKeys<T extends ListItem>(
  items: readonly T[],
  current: number,
  { onMove, onChoose }: { readonly onMove: (index: number) => void; readonly onChoose: (item: T) => void },
): (event: KeyboardEvent) => void {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A space in the middle of typing is a letter.
    const isTyping = event.timeStamp - typed.current.at < pauseBetweenWords && typed.current.text !== '';
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
