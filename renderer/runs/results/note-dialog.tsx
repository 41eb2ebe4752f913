import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { isComposing } from '../../ui/shortcut.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { runResultsText } from './text.ts';

/** Edits the note of a row. */
export function NoteDialog({
  row,
  note,
  onChange,
  onSave,
  onClose,
}: {
  readonly row: number;
  readonly note: string;
  readonly onChange: (note: string) => void;
  /** Closes the dialog if the note is saved and hasn't changed since. */
  readonly onSave: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave();
    setBusy(false);
  };
  return (
    <FormDialog
      title={runResultsText.cell.noteTitle(row)}
      saveLabel={runResultsText.cell.saveNote}
      isBusy={isBusy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextArea
        label={runResultsText.cell.noteField}
        maxLength={10_000}
        value={note}
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          if (!isBusy) void save();
        }}
      />
    </FormDialog>
  );
}
