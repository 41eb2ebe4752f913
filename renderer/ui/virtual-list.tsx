import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { VList, type VListHandle } from 'virtua';
import './list.css';
import { useListKeys, type ListItem } from './use-list-keys.ts';
import './virtual-list.css';

/** A long list to choose from, of which only what is seen is made. The list keeps the focus and names its active line. */
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
  /** Told the line that keys and the context menu are about. */
  readonly onActive?: ((item: T) => void) | undefined;
  /** Keys beside those that move and choose; true: the key is taken. */
  readonly onKey?: ((event: KeyboardEvent, item: T) => boolean) | undefined;
  /** Asked for more. */
  readonly onReachEnd?: (() => void) | undefined;
  readonly renderItem: (item: T) => ReactNode;
}) {
  const baseId = useId();
  const list = useRef<VListHandle>(null);
  const [lastSet, setLastSet] = useState<{ readonly id: string; readonly index: number; readonly selectedId: string | undefined }>();
  const [hasFocus, setFocus] = useState(false);
  const indexOf = (id: string | undefined) => items.findIndex((item) => item.id === id);
  // What was chosen elsewhere since is what keys are about from then on.
  const last = lastSet?.selectedId === selectedId ? lastSet : undefined;
  const setLast = (id: string, index: number) => {
    setLastSet({ id, index, selectedId });
  };
  const indexOfLast = indexOf(last?.id);
  // A line that is gone leaves its place to the one after it: deleting several is a key each.
  const active =
    indexOfLast >= 0 ? indexOfLast : last === undefined ? Math.max(indexOf(selectedId), 0) : Math.min(last.index, items.length - 1);
  const activeItem = items[active];

  const activate = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    setLast(item.id, index);
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
    // By the keyboard it is about the active line, by the pointer about the one below it.
    const index = row instanceof HTMLElement ? Number(row.dataset['index']) : active;
    const item = items[index];
    if (item === undefined) return;
    setLast(item.id, index);
    onActive?.(item);
  };

  // Roles on plain elements: native options hold nothing but text.
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
      onBlur={() => {
        setFocus(false);
      }}
      onScroll={(offset) => {
        const handle = list.current;
        if (handle !== null && handle.scrollSize - offset - handle.viewportSize < 800) onReachEnd?.();
      }}
    >
      {(item: T, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys for all its lines
        <div
          key={item.id}
          id={`${baseId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={item.id === selectedId}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          data-index={index}
          data-active={hasFocus && index === active ? '' : undefined}
          className="ui-list-item"
          onMouseDown={() => {
            setLast(item.id, index);
          }}
          onClick={() => {
            onSelect(item);
          }}
        >
          {renderItem(item)}
        </div>
      )}
    </VList>
  );
  /* oxlint-enable jsx-a11y/prefer-tag-over-role */
}
