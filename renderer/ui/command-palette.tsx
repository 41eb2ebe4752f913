import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef } from 'react';
import './dialogs-and-panels.css';
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
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Viewport className="ui-palette-viewport">
          <Dialog.Popup className="ui-palette column" aria-label={uiText.palette.title}>
            <CommandList
              items={items}
              onChoose={() => {
                onOpenChange(false);
              }}
            />
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
