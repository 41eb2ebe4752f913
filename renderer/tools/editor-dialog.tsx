import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toolsText } from './text.ts';

const invalidMessage = { message: toolsText.editor.invalid, remedy: '' };

/** The form of a tool or a server. Closes after saving, and shows why saving failed. */
export function EditorDialog({
  title,
  isValid,
  onSave,
  onDone,
  children,
}: {
  readonly title: string;
  /** Whether the input is valid, as far as the window can tell. */
  readonly isValid: boolean;
  readonly onSave: () => Promise<Result<unknown>>;
  readonly onDone: () => void;
  /** The fields. Missing values are reported after the first try to save, wrong ones at once. */
  readonly children: (hasTried: boolean) => ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [saveFailure, setSaveFailure] = useState<Failure>();
  const save = async () => {
    flushSync(() => {
      setTried(true);
      setSaveFailure(undefined);
    });
    if (!isValid) {
      showFirstError(fields.current);
      return;
    }
    setBusy(true);
    const saved = await onSave();
    if (saved.ok) {
      onDone();
      return;
    }
    flushSync(() => {
      setBusy(false);
      setSaveFailure(saved.failure);
    });
    // The form may be longer than the window.
    fields.current?.nextElementSibling?.scrollIntoView({ block: 'center' });
  };
  return (
    <FormDialog
      title={title}
      size="lg"
      isBusy={isBusy}
      failure={saveFailure ? describeFailure(saveFailure) : hasTried && !isValid ? invalidMessage : undefined}
      onSave={() => void save()}
      onClose={onDone}
    >
      <div
        ref={fields}
        className="ui-form tools-form stack"
        onInput={() => {
          setSaveFailure(undefined); // It concerned the previous input.
        }}
      >
        {children(hasTried)}
      </div>
    </FormDialog>
  );
}

/** Focuses the first invalid field and scrolls its error into view, because the form may be longer than the window. */
function showFirstError(form: HTMLElement | null): void {
  const error = form?.querySelector('.ui-field-error');
  const field = error?.closest('.ui-field');
  field?.querySelector<HTMLElement>('.ui-input')?.focus({ preventScroll: true });
  // In the middle, because shadows and buttons cover the edges.
  (field ?? error)?.scrollIntoView({ block: 'center' });
}
