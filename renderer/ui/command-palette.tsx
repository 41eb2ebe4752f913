import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import './command-palette.css';
import './dialog.css';
import { Kbd } from './shortcut.tsx';
import { SearchList, type SearchItem } from './search-list.tsx';
import { uiText } from './text.ts';

/** A command in the palette. */
export interface PaletteItem extends SearchItem {
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
  const chosen = useRef<PaletteItem>(undefined);
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isNowOpen) => {
        if (isNowOpen) return;
        // Runs after the focus was returned, so that a command can move it.
        chosen.current?.run();
        chosen.current = undefined;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Viewport className="ui-palette-viewport">
          <Dialog.Popup className="ui-palette" aria-label={uiText.palette.title}>
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
                onOpenChange(false);
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
