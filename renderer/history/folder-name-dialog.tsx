import { useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { History } from './history.ts';

/** A folder that is being named: a new one, or another name for one. */
export interface Naming {
  readonly replaces: string | null;
  /** What goes into it at once. */
  readonly conversations: readonly Conversation[];
}

/** Asks for the name of a folder. */
export function FolderNameDialog({
  history,
  naming,
  onDone,
}: {
  readonly history: History;
  readonly naming: Naming | null;
  readonly onDone: () => void;
}) {
  return (
    <Dialog
      isOpen={naming !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onDone();
      }}
      title={naming !== null && naming.replaces !== null ? 'Rename the folder' : 'New folder'}
    >
      {naming !== null && <NameForm history={history} naming={naming} onDone={onDone} />}
    </Dialog>
  );
}

function NameForm({ history, naming, onDone }: { readonly history: History; readonly naming: Naming; readonly onDone: () => void }) {
  const { replaces, conversations } = naming;
  const [typed, setTyped] = useState(replaces ?? '');
  const name = typed.trim();
  const keep = async () => {
    if (!(await history.actions.putFolder(name, replaces))) return;
    if (conversations.length > 0) await history.actions.move(conversations, name);
    // What was listed under the former name is listed under the new one.
    if (replaces !== null && history.list.read().selection.folder === replaces) history.list.show({ shelf: 'current', folder: name });
    onDone();
  };
  return (
    <form
      className="sidebar-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') void keep();
      }}
    >
      <TextField
        label="Name"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens to be filled in
        autoFocus
        maxLength={120}
        value={typed}
        onChange={setTyped}
        onFocus={(event) => {
          event.target.select();
        }}
      />
      <footer className="ui-dialog-actions">
        <Button type="submit" variant="primary" isDisabled={name === ''}>
          {replaces === null ? 'Create' : 'Rename'}
        </Button>
      </footer>
    </form>
  );
}
