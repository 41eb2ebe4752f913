import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import './dialogs-and-panels.css';
import { uiText } from './text.ts';

/** A question that must be answered. The harmless answer has the initial focus. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = uiText.cancel,
  isDangerous = false,
  onConfirm,
  children,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly isDangerous?: boolean | undefined;
  readonly onConfirm: () => void;
  /** Details below the description. */
  readonly children?: ReactNode;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="ui-scrim" />
        <AlertDialog.Viewport className="ui-dialog-viewport">
          <AlertDialog.Popup className="ui-dialog stack" initialFocus={cancel}>
            <AlertDialog.Title className="ui-dialog-title">{title}</AlertDialog.Title>
            <AlertDialog.Description className="muted">{description}</AlertDialog.Description>
            {children}
            <footer className="ui-dialog-actions wrap">
              <AlertDialog.Close render={<Button ref={cancel}>{cancelLabel}</Button>} />
              <AlertDialog.Close
                render={
                  <Button variant={isDangerous ? 'danger' : 'primary'} onClick={onConfirm}>
                    {confirmLabel}
                  </Button>
                }
              />
            </footer>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
