import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import './popups.css';

/** A small pane at a button, for more than a menu can hold. Closes with Escape and returns the focus. */
export function Popover({
  label,
  trigger,
  isOpen,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  children,
}: {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly align?: 'start' | 'end' | undefined;
  readonly side?: 'top' | 'bottom' | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="ui-popover-positioner" align={align} side={side} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="ui-popover column" aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
