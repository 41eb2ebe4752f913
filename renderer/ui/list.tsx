import { useRef, useState, type ReactNode, useId, type KeyboardEvent, type MouseEvent } from 'react';
import './lists.css';
import { useListKeys, type ListItem } from './use-list-keys.ts';
import { VList, type VListHandle } from 'virtua';

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
          onFocus={() => setFocusedId(item.id)}
          onClick={() => onSelect(item)}
        >
          {renderItem?.(item) ?? item.label}
        </div>
      ))}
    </div>
  );
  /* oxlint-enable jsx-a11y/prefer-tag-over-role */
}

/** A long listbox that renders visible items only. The list keeps the focus and names its active item. */
export function VirtualList<T extends ListItem>({
  label,
  items,
  selectedId,
  onSelect,
  onActive,
  onKey,
  onReachEnd,
  renderItem,
}: {
  readonly label: string;
  readonly items: readonly T[];
  readonly selectedId: string | undefined;
  readonly onSelect: (item: T) => void;
  /** Called with the item that keys and the context menu apply to. */
  readonly onActive?: ((item: T) => void) | undefined;
  /** Handles further keys. Returns true if it handled the key. */
  readonly onKey?: ((event: KeyboardEvent, item: T) => boolean) | undefined;
  /** Called near the end of the list, to load more. */
  readonly onReachEnd?: (() => void) | undefined;
  readonly renderItem: (item: T) => ReactNode;
}) {
  const baseId = useId();
  const list = useRef<VListHandle>(null);
  const [last, setLast] = useState<{ readonly id: string; readonly index: number }>();
  const [lastSelectedId, setLastSelectedId] = useState(selectedId);
  const [hasFocus, setFocus] = useState(false);
  const indexOf = (id: string | undefined) => items.findIndex((item) => item.id === id);
  if (selectedId !== lastSelectedId) {
    setLastSelectedId(selectedId);
    setLast(undefined); // a selection made elsewhere becomes the active item
  }
  const indexOfLast = indexOf(last?.id);
  // After an item is removed, the next one is active, so that several can be deleted by one key each.
  const active =
    indexOfLast >= 0 ? indexOfLast : last === undefined ? Math.max(indexOf(selectedId), 0) : Math.min(last.index, items.length - 1);
  const activeItem = items[active];

  const activate = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setLast({ id: item.id, index });
    onActive?.(item);
    list.current?.scrollToIndex(index, { align: 'nearest' });
  };
  const onListKey = useListKeys(items, active, { onMove: activate, onChoose: onSelect });
  const onKeyDown = (event: KeyboardEvent) => {
    if (activeItem === undefined) return;
    if (onKey?.(event, activeItem) === true) event.preventDefault();
    else onListKey(event);
  };
  const onMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    // The keyboard opens the menu of the active item, the pointer that of the item below it.
    const index = row instanceof HTMLElement ? Number(row.dataset['index']) : active;
    const item = items[index];
    if (item === undefined) return;
    setLast({ id: item.id, index });
    onActive?.(item);
  };

  // Roles on plain elements, because native options can contain only text.
  /* oxlint-disable jsx-a11y/prefer-tag-over-role */
  return (
    <VList
      ref={list}
      role="listbox"
      aria-label={label}
      aria-activedescendant={activeItem === undefined ? undefined : `${baseId}-${active}`}
      tabIndex={0}
      className="ui-virtual-list"
      data={items}
      keepMounted={items.length === 0 ? [] : [active]}
      onKeyDown={onKeyDown}
      onContextMenuCapture={onMenu}
      onFocus={() => {
        setFocus(true);
        if (activeItem !== undefined) onActive?.(activeItem);
      }}
      onBlur={() => setFocus(false)}
      onScroll={(offset) => {
        const handle = list.current;
        if (handle !== null && handle.scrollSize - offset - handle.viewportSize < 800) onReachEnd?.();
      }}
    >
      {(item: T, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- a press focuses the list, which handles the keys of all items
        <div
          key={item.id}
          id={`${baseId}-${index}`}
          role="option"
          aria-selected={item.id === selectedId}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          data-index={index}
          data-active={hasFocus && index === active ? '' : undefined}
          className="ui-list-item small cut"
          onMouseDown={() => {
            setLast({ id: item.id, index });
            onActive?.(item);
          }}
          onClick={() => onSelect(item)}
        >
          {renderItem(item)}
        </div>
      )}
    </VList>
  );
  /* oxlint-enable jsx-a11y/prefer-tag-over-role */
}
