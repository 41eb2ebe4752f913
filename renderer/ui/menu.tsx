import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';

/** A menu that a button opens. */
export function Menu({
  trigger,
  entries,
  align = 'start',
}: {
  /** A button of ours; it gets the menu's wiring. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end' | undefined;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <MenuPopup entries={entries} align={align} sideOffset={4} />
    </Base.Root>
  );
}
