import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useRef, type KeyboardEvent } from 'react';
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

/** A small pane at a place of the page that isn't a button, such as a word of a text. Closes with Escape. */
export function AnchoredPopover({
  label,
  anchor,
  takesFocus,
  onClose,
  onKeyDown,
  onPointerEnter,
  onPointerLeave,
  returnFocus,
  children,
}: {
  readonly label: string;
  /** The place in the window. */
  readonly anchor: DOMRect;
  /** Whether the chosen or first option inside gets the focus. False for a pane that the pointer opened. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  readonly onPointerEnter?: (() => void) | undefined;
  readonly onPointerLeave?: (() => void) | undefined;
  /** Returns what gets the focus when it closes. */
  readonly returnFocus: () => HTMLElement | null;
  readonly children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner
          className="ui-popover-positioner"
          anchor={{ getBoundingClientRect: () => anchor }}
          align="start"
          side="bottom"
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup
            ref={popup}
            className="ui-popover column"
            aria-label={label}
            initialFocus={() =>
              takesFocus && (popup.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]') ?? popup.current ?? true)
            }
            finalFocus={() => (takesFocus ? returnFocus() : false)}
            onKeyDown={onKeyDown}
            onPointerEnter={onPointerEnter}
            onPointerLeave={onPointerLeave}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
