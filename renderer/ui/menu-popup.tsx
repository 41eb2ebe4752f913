import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps } from 'react';
import { MenuEntries } from './menu-entries.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { popupLandmark } from './popup-landmark.ts';

/** What opens with a menu, whether a button or the pointer opened it. */
export function MenuPopup({
  entries,
  ...place
}: { readonly entries: readonly MenuEntry[] } & Pick<ComponentProps<typeof Base.Positioner>, 'align' | 'sideOffset'>) {
  return (
    <Base.Portal {...popupLandmark}>
      <Base.Positioner className="ui-menu-positioner" collisionPadding={8} {...place}>
        <Base.Popup className="ui-menu" finalFocus={isFocusInMenu}>
          <MenuEntries entries={entries} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Whether the focus is still to be given back: an entry may have put it where the user goes on. */
function isFocusInMenu(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest('.ui-menu') !== null;
}
