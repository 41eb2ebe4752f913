import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import './command-palette.css';
import './dialog.css';
import { Kbd } from './kbd.tsx';
import { rankItems, type Rankable } from './palette-ranking.ts';

/** One line of the palette. */
export interface PaletteItem extends Rankable {
  readonly id: string;
  readonly group: string;
  readonly keys?: readonly string[] | undefined;
  readonly run: () => void;
}

/** Everything that can be done, found by typing; Enter does the highlighted one. */
export function CommandPalette({
  isOpen,
  onOpenChange,
  items,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly items: readonly PaletteItem[];
}) {
  const chosen = useRef<PaletteItem>(undefined);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isNowOpen) => {
        if (isNowOpen) return;
        // Only now is the focus back where it was, so a command that moves it has the last word.
        chosen.current?.run();
        chosen.current = undefined;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Viewport className="ui-palette-viewport">
          <Dialog.Popup className="ui-palette" aria-label="Command palette">
            <PaletteSearch
              items={items}
              onChoose={(item) => {
                chosen.current = item;
                onOpenChange(false);
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteSearch({ items, onChoose }: { readonly items: readonly PaletteItem[]; readonly onChoose: (item: PaletteItem) => void }) {
  const [query, setQuery] = useState('');
  const groups = useMemo(() => groupItems(rankItems(items, query)), [items, query]);
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={query}
      onValueChange={(value, details) => {
        // Choosing an item would write it into the search.
        if (details.reason !== 'item-press') setQuery(value);
      }}
      autoHighlight="always"
      keepHighlight
    >
      <div className="ui-palette-search">
        <Search aria-hidden />
        <Autocomplete.Input className="ui-palette-input" aria-label="Search commands" placeholder="Search commands" />
        <Kbd keys={['Esc']} />
      </div>
      <Autocomplete.Empty>
        <p className="ui-palette-empty">No command matches “{query}”.</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="ui-palette-list" aria-label="Commands">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.label} items={group.items} className="ui-palette-group">
            <Autocomplete.GroupLabel className="ui-palette-heading">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className="ui-palette-item"
                  onClick={() => {
                    onChoose(item);
                  }}
                >
                  <span>{item.title}</span>
                  {item.keys !== undefined && <Kbd keys={item.keys} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

interface PaletteGroup {
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

/** Groups in the order of their best item, so that the first line is always the best match. */
function groupItems(items: readonly PaletteItem[]): PaletteGroup[] {
  return [...Map.groupBy(items, (item) => item.group)].map(([label, members]) => ({ label, items: members }));
}
