import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';

/** A menu at the pointer; Shift+F10 and the Menu key open it on what has the focus. */
export function ContextMenu({
  children,
  entries,
}: {
  /** The area it belongs to, as one element. */
  readonly children: ReactElement;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <MenuPopup entries={entries} />
    </Base.Root>
  );
}
