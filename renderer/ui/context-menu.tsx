import { ContextMenu as Base } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import { MenuEntries } from './menu-entries.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { popupLandmark } from './popup-landmark.ts';

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
      <Base.Portal {...popupLandmark}>
        <Base.Positioner className="ui-menu-positioner" collisionPadding={8}>
          <Base.Popup className="ui-menu">
            <MenuEntries entries={entries} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
