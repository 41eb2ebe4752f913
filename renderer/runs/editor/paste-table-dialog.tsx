import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { TableSource } from '../../../electron/contract/run-recipe.ts';
import { useSession } from '../../state/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { runEditorText } from './text.ts';

const text = runEditorText.data;

/** Takes a table as text. Uses pasted text at once without rendering it, because it may be large. */
export function PasteTableDialog({
  onSource,
  onClose,
}: {
  readonly onSource: (source: TableSource) => void;
  readonly onClose: () => void;
}) {
  const { bridge } = useSession();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const use = async (table: string) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setFailure(undefined);
    const { signal } = controller;
    const result = await bridge.call('runs.pasteTable', { text: table }, { signal });
    if (signal.aborted) return;
    setBusy(false);
    if (!result.ok) {
      setFailure(result.failure);
      return;
    }
    onSource(result.value);
    onClose();
  };
  return (
    <FormDialog
      title={text.pasteTitle}
      description={text.pasteHint}
      size="lg"
      saveLabel={text.pasteUse}
      canSave={typed.trim() !== ''}
      isBusy={isBusy}
      failure={failure && describeFailure(failure)}
      onSave={() => void use(typed)}
      onClose={onClose}
    >
      <TextArea
        label={text.pasteField}
        value={typed}
        spellCheck={false}
        data-mono
        rows={8}
        onChange={setTyped}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (typed !== '' || pasted.trim() === '') return;
          event.preventDefault();
          void use(pasted);
        }}
      />
    </FormDialog>
  );
}
