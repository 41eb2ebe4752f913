import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Failure, Result } from '../../electron/contract/failure.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

const notRight = { message: 'Something above is not right yet.', remedy: '' };

/** The form in which something is made or changed; it closes once it is kept, and says why where it is not. */
export function EditorDialog({
  title,
  isRight,
  onKeep,
  onDone,
  children,
}: {
  readonly title: string;
  /** Whether nothing is wrong that can be told here. */
  readonly isRight: boolean;
  readonly onKeep: () => Promise<Result<unknown>>;
  readonly onDone: () => void;
  /** The fields. What is missing is told once one has tried to keep it, what is wrong at once. */
  readonly children: (hasTried: boolean) => ReactNode;
}) {
  const fields = useRef<HTMLDivElement>(null);
  const [hasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Failure>();
  const keep = async () => {
    flushSync(() => {
      setTried(true);
      setRefusal(undefined);
    });
    if (!isRight) {
      showFirstTrouble(fields.current);
      return;
    }
    setBusy(true);
    const kept = await onKeep();
    if (kept.ok) {
      onDone();
      return;
    }
    flushSync(() => {
      setBusy(false);
      setRefusal(kept.failure);
    });
    // The form may be longer than the window.
    fields.current?.nextElementSibling?.scrollIntoView({ block: 'center' });
  };
  return (
    <FormDialog
      title={title}
      size="lg"
      saveLabel="Keep"
      isBusy={isBusy}
      failure={refusal ?? (hasTried && !isRight ? notRight : undefined)}
      onSave={() => void keep()}
      onClose={onDone}
    >
      <div
        ref={fields}
        className="ui-form tools-form"
        onInput={() => {
          setRefusal(undefined); // it was about what stood there before
        }}
      >
        {children(hasTried)}
      </div>
    </FormDialog>
  );
}

/** Leads to the first field that is wrong, and brings the words below it into sight, too: the form may be longer than the window. */
function showFirstTrouble(form: HTMLElement | null): void {
  const words = form?.querySelector('.ui-field-error');
  const field = words?.closest('.ui-field');
  field?.querySelector<HTMLElement>('.ui-input')?.focus({ preventScroll: true });
  // In the middle: at an edge, shadows and the buttons would lie over it.
  (field ?? words)?.scrollIntoView({ block: 'center' });
}
