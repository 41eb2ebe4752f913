import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import './fields.css';
import { FailureMessage } from './failure-message.tsx';
import { uiText } from './text.ts';

/**
 * A dialog with a form. Enter saves. A failure is shown in the dialog and keeps the input. Escape closes it only if nothing was
 * changed. Text can't be edited while it is being saved.
 */
export function FormDialog({
  title,
  description,
  size,
  saveLabel = uiText.save,
  isDangerous = false,
  canSave = true,
  isBusy = false,
  failure,
  onSave,
  onRemove,
  onClose,
  children,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'md' | 'lg' | undefined;
  readonly saveLabel?: string | undefined;
  readonly isDangerous?: boolean | undefined;
  /** Whether the input is valid. */
  readonly canSave?: boolean | undefined;
  readonly isBusy?: boolean | undefined;
  readonly failure?: ComponentProps<typeof FailureMessage>['failure'] | undefined;
  readonly onSave: () => void;
  /** Shows a Remove button. */
  readonly onRemove?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isHintShown, setHintShown] = useState(false);
  const canSubmit = canSave && !isBusy;
  useEffect(() => {
    const element = form.current;
    if (!isBusy || element === null) return undefined;
    // The dialog closes when it is saved, and later text would be lost. Disabled fields would lose the focus.
    // A native listener, because React's `onBeforeInput` isn't called for deleted text.
    const prevent = (event: Event) => event.preventDefault();
    element.addEventListener('beforeinput', prevent);
    return () => element.removeEventListener('beforeinput', prevent);
  }, [isBusy]);
  return (
    <Dialog
      isOpen
      onOpenChange={(_isOpen, { reason }) => {
        if (reason === 'escape-key' && form.current?.matches(':has([data-dirty])') === true) setHintShown(true);
        else onClose();
      }}
      title={title}
      description={description}
      size={size}
      actions={
        <>
          <output className="ui-form-hint muted small">{isHintShown && uiText.discardHint}</output>
          {onRemove !== undefined && (
            <Button onClick={onRemove} isDisabled={isBusy} data-aside>
              {uiText.remove}
            </Button>
          )}
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" form={formId} isDisabled={!canSubmit}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        className="ui-form stack"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // a form around the dialog would get the event too
          if (canSubmit) onSave();
        }}
      >
        {children}
        {failure !== undefined && <FailureMessage failure={failure} />}
      </form>
    </Dialog>
  );
}
