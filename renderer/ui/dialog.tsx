import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import './dialogs-and-panels.css';
import { IconButton } from './button.tsx';
import { uiText } from './text.ts';

/** A modal dialog. Traps and returns the focus. Closes with Escape, but not with a click outside. */
export function Dialog({
  isOpen,
  onOpenChange,
  title,
  description,
  size = 'md',
  children,
  actions,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean, change: { readonly reason: string }) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'md' | 'lg' | 'xl' | undefined;
  readonly children?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  readonly actions?: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  // The first field rather than the Close button, whose tooltip would take the first Escape.
  const firstField = () =>
    popup.current?.querySelector<HTMLElement>('.ui-dialog-body :is(input:not([type="hidden"]), textarea)') ?? popup.current ?? true;
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Viewport className="ui-dialog-viewport">
          <Base.Popup ref={popup} className="ui-dialog stack" data-size={size} initialFocus={firstField}>
            <header className="ui-dialog-head">
              <Base.Title className="ui-dialog-title">{title}</Base.Title>
              <Base.Close render={<IconButton label={uiText.close} size="sm" icon={<X aria-hidden />} />} />
            </header>
            {description !== undefined && <Base.Description className="muted">{description}</Base.Description>}
            {children !== undefined && <div className="ui-dialog-body stack">{children}</div>}
            {actions !== undefined && <footer className="ui-dialog-actions wrap">{actions}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A pane that slides over the content from the left edge of a narrow window. */
export function Drawer({
  isOpen,
  onOpenChange,
  label,
  children,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  // The pane itself rather than its first button, whose tooltip would take the first Escape.
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="ui-scrim" />
        <Base.Popup ref={popup} className="ui-drawer" aria-label={label} initialFocus={popup}>
          {children}
          <Base.Close render={<IconButton label={uiText.close} size="sm" icon={<X aria-hidden />} />} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
