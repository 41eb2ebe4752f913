import { useState } from 'react';
import type { ResultRow } from '../../../electron/contract/run-results.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { runResultsText } from './text.ts';

/** Edits the note of a row. */
export function NoteDialog({
  row,
  onSave,
  onClose,
}: {
  readonly row: ResultRow;
  /** Closes the dialog if the note is saved. */
  readonly onSave: (note: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [note, setNote] = useState(row.note);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave(note);
    setBusy(false);
  };
  return (
    <FormDialog
      title={runResultsText.cell.noteTitle(row.row)}
      saveLabel={runResultsText.cell.saveNote}
      isBusy={isBusy}
      onSave={() => void save()}
      onClose={onClose}
    >
      <TextArea
        label={runResultsText.cell.noteField}
        maxLength={10_000}
        value={note}
        onChange={setNote}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (!isBusy) void save();
        }}
      />
    </FormDialog>
  );
}
