import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { MenuEntries } from './menu-entries.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { popupLandmark } from './popup-landmark.ts';

/** A menu that a button opens. */
export function Menu({
  trigger,
  entries,
}: {
  /** A button of ours; it gets the menu's wiring. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal {...popupLandmark}>
        <Base.Positioner className="ui-menu-positioner" align="start" sideOffset={4} collisionPadding={8}>
          <Base.Popup className="ui-menu">
            <MenuEntries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
