import { useRef, useState, type ReactNode } from 'react';
import './lists.css';
import { useListKeys, type ListItem } from './use-list-keys.ts';

/** A listbox. Arrows, Home, End and typing move; Enter, Space or a click choose. */
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
  const [focusedId, setFocusedId] = useState<string>();
  const focused = items.findIndex((item) => item.id === focusedId);
  const selected = items.findIndex((item) => item.id === selectedId);
  // One item is the tab stop: the last focused one, otherwise the selected one, otherwise the first.
  const tabStop = focused >= 0 ? focused : Math.max(selected, 0);

  const onKeyDown = useListKeys(items, tabStop, {
    onChoose: onSelect,
    onMove: (next) => {
      setFocusedId(items[next]?.id);
      list.current?.querySelectorAll<HTMLElement>(':scope > [role=option]')[next]?.focus();
    },
  });

  // Roles on plain elements, because native options can contain only text.
  /* oxlint-disable jsx-a11y/prefer-tag-over-role */
  return (
    <div ref={list} role="listbox" aria-label={label} className="ui-list stack">
      {items.map((item, index) => (
        <div
          key={item.id}
          role="option"
          aria-selected={item.id === selectedId}
          tabIndex={index === tabStop ? 0 : -1}
          className="ui-list-item small cut"
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
