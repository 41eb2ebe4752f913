import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './shortcut.tsx';
import { popupLandmark } from './ui-provider.tsx';
import './popups.css';

/** A label on hover and focus. The trigger must have the same text as its accessible name. */
export function Tooltip({
  text,
  keys,
  side = 'bottom',
  children,
}: {
  readonly text: ReactNode;
  readonly keys?: readonly string[] | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal {...popupLandmark}>
        <Base.Positioner className="ui-tooltip-positioner" side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="ui-tooltip row tiny">
            {text}
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
