import { Autocomplete } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { rankItems, type Rankable } from './palette-ranking.ts';
import './lists.css';
import { Dialog } from '@base-ui/react/dialog';
import './dialogs-and-panels.css';
import { Kbd } from './shortcut.tsx';
import { uiText } from './text.ts';

/** An item of a searchable list. Items are grouped under the title of their group. */
interface SearchItem extends Rankable {
  readonly id: string;
  readonly group: string;
  /** Shown and found, but can't be chosen. */
  readonly isDisabled?: boolean | undefined;
}

interface SearchGroup<T> {
  readonly label: string;
  readonly items: readonly T[];
}

/** A list with a search field, which takes the focus of its popup. Arrows move, Enter chooses the highlighted item. */
export function SearchList<T extends SearchItem>({
  label,
  searchLabel,
  placeholder,
  emptyText,
  items,
  aside,
  renderItem,
  onChoose,
  onHighlight,
  onKeyDown,
}: {
  readonly label: string;
  readonly searchLabel: string;
  readonly placeholder: string;
  /** The text shown when nothing matches the query. */
  readonly emptyText: (query: string) => string;
  readonly items: readonly T[];
  /** Shown beside the search field. */
  readonly aside?: ReactNode;
  readonly renderItem: (item: T) => ReactNode;
  readonly onChoose: (item: T) => void;
  readonly onHighlight?: ((item: T | undefined) => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The popup moves the focus only in the next frame, and keys pressed until then would go to what had it before.
    // In a microtask, because the popup first remembers what had the focus, to return it there.
    queueMicrotask(() => {
      // The items may arrive late, when another dialog has opened over the popup and hides it.
      if (field.current?.closest('[aria-hidden="true"]') === null) field.current.focus({ preventScroll: true });
    });
  }, []);
  const groups = useMemo(() => groupItems(rankItems(items, query)), [items, query]);
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={query}
      onValueChange={(value, details) => {
        // Choosing an item would write it into the search field.
        if (details.reason !== 'item-press') setQuery(value);
      }}
      onItemHighlighted={onHighlight}
      autoHighlight="always"
      keepHighlight
    >
      <div className="ui-search row">
        <Search aria-hidden />
        <Autocomplete.Input
          ref={field}
          className="ui-search-input"
          aria-label={searchLabel}
          placeholder={placeholder}
          onKeyDown={onKeyDown}
        />
        {aside}
      </div>
      <Autocomplete.Empty>
        <p className="ui-search-empty muted">{emptyText(query)}</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="ui-search-list" aria-label={label}>
        {(group: SearchGroup<T>) => (
          <Autocomplete.Group key={group.label} items={group.items} className="ui-search-group">
            <Autocomplete.GroupLabel className="ui-search-heading muted tiny medium">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: T) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className="ui-search-item row"
                  aria-disabled={item.isDisabled}
                  onClick={() => {
                    if (item.isDisabled !== true) onChoose(item);
                  }}
                >
                  {renderItem(item)}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function groupItems<T extends SearchItem>(items: readonly T[]): readonly SearchGroup<T>[] {
  return [...Map.groupBy(items, ({ group }) => group)].map(([label, own]) => ({ label, items: own }));
}

/** A command in the palette. */
interface PaletteItem extends SearchItem {
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

/** All commands, found by typing. Enter runs the highlighted one. */
export function CommandPalette({
  isOpen,
  onOpenChange,
  items,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly items: readonly PaletteItem[];
}) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Viewport className="ui-palette-viewport">
          <Dialog.Popup className="ui-palette column" aria-label={uiText.palette.title}>
            <CommandList items={items} onChoose={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Runs the chosen command when it is unmounted. */
function CommandList({ items, onChoose }: { readonly items: readonly PaletteItem[]; readonly onChoose: () => void }) {
  const chosen = useRef<PaletteItem>(undefined);
  useEffect(
    () => () => {
      // The dialog returns the focus in a microtask of its own. After that the command can move it.
      queueMicrotask(() => chosen.current?.run());
    },
    [],
  );
  return (
    <SearchList
      label={uiText.palette.commands}
      searchLabel={uiText.palette.search}
      placeholder={uiText.palette.search}
      emptyText={uiText.palette.noMatch}
      items={items}
      aside={<Kbd keys={['Esc']} />}
      renderItem={({ title, keys }) => (
        <>
          <span>{title}</span>
          {keys !== undefined && <Kbd keys={keys} />}
        </>
      )}
      onChoose={(item) => {
        chosen.current = item;
        onChoose();
      }}
    />
  );
}
