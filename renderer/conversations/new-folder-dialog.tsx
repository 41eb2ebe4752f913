import { useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { History } from './history.ts';

/** Asks for the name of a new folder. */
export function NewFolderDialog({
  history,
  conversations,
  onDone,
}: {
  readonly history: History;
  /** What goes into it at once. */
  readonly conversations: readonly Conversation[];
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const make = async () => {
    if (!(await history.actions.putFolder(name, null))) return;
    if (conversations.length > 0) await history.actions.move(conversations, name);
    onDone();
  };
  return (
    <FormDialog title="New folder" saveLabel="Create" canSave={name !== ''} onSave={() => void make()} onClose={onDone}>
      <TextField label="Name" maxLength={120} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
