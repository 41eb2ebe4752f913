import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { moveInList, typeAhead } from './list-navigation.ts';
import './list.css';

/** What a list needs to know of an item besides how it looks. */
export interface ListItem {
  readonly id: string;
  /** The words that typing looks for. */
  readonly label: string;
}

const pauseBetweenWords = 700;

/** A list to choose from: arrows, Home, End and typing move; Enter, Space or a click choose. */
export function List<T extends ListItem>({
  label,
  items,
  selectedId,
  onSelect,
  renderItem,
}: {
  readonly label: string;
  readonly items: readonly T[];
  readonly selectedId: string | undefined;
  readonly onSelect: (item: T) => void;
  readonly renderItem?: (item: T) => ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [focusedId, setFocusedId] = useState<string>();
  const focused = items.findIndex((item) => item.id === focusedId);
  const selected = items.findIndex((item) => item.id === selectedId);
  // One item takes the Tab key: where the focus was, else the chosen one, else the first.
  const tabStop = focused >= 0 ? focused : Math.max(selected, 0);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.timeStamp - typed.current.at < pauseBetweenWords && typed.current.text !== '';
    const item = items[tabStop];
    if (event.key === 'Enter' || (event.key === ' ' && !isTyping)) {
      event.preventDefault();
      if (item !== undefined) onSelect(item);
      return;
    }
    let next = moveInList(event.key, tabStop, items.length);
    if (next === undefined && event.key.length === 1) {
      typed.current = { text: isTyping ? typed.current.text + event.key : event.key, at: event.timeStamp };
      next = typeAhead(
        items.map((candidate) => candidate.label),
        tabStop,
        typed.current.text,
      );
    }
    if (next === undefined) return;
    event.preventDefault();
    setFocusedId(items[next]?.id);
    list.current?.querySelectorAll<HTMLElement>(':scope > [role=option]')[next]?.focus();
  };

  // Roles on plain elements: native options hold nothing but text.
  /* oxlint-disable jsx-a11y/prefer-tag-over-role */
  return (
    <div ref={list} role="listbox" aria-label={label} className="ui-list">
      {items.map((item, index) => (
        <div
          key={item.id}
          role="option"
          aria-selected={item.id === selectedId}
          tabIndex={index === tabStop ? 0 : -1}
          className="ui-list-item"
          onKeyDown={onKeyDown}
          onFocus={() => {
            setFocusedId(item.id);
          }}
          onClick={() => {
            onSelect(item);
          }}
        >
          {renderItem?.(item) ?? item.label}
        </div>
      ))}
    </div>
  );
  /* oxlint-enable jsx-a11y/prefer-tag-over-role */
}
