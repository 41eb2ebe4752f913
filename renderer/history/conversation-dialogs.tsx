import { useId, useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { History } from './history.ts';

/** What is being asked about a conversation. */
export interface Asking {
  readonly kind: 'rename' | 'folder' | 'purge';
  readonly conversation: Conversation;
}

/** The questions that doing something with a conversation needs. */
export function ConversationDialogs({
  history,
  asking,
  onDone,
}: {
  readonly history: History;
  readonly asking: Asking | null;
  readonly onDone: () => void;
}) {
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onDone();
  };
  return (
    <>
      <Dialog isOpen={asking?.kind === 'rename'} onOpenChange={onOpenChange} title="Rename the conversation">
        {asking?.kind === 'rename' && <RenameForm history={history} conversation={asking.conversation} onDone={onDone} />}
      </Dialog>
      <Dialog isOpen={asking?.kind === 'folder'} onOpenChange={onOpenChange} title="Move to a folder">
        {asking?.kind === 'folder' && <FolderForm history={history} conversation={asking.conversation} onDone={onDone} />}
      </Dialog>
      <ConfirmDialog
        isOpen={asking?.kind === 'purge'}
        onOpenChange={onOpenChange}
        title="Delete for good?"
        description={`“${asking?.conversation.title ?? ''}” is deleted for good. This can’t be undone.`}
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={() => {
          if (asking !== null) void history.actions.purge([asking.conversation.id]);
        }}
      />
    </>
  );
}

interface FormProps {
  readonly history: History;
  readonly conversation: Conversation;
  readonly onDone: () => void;
}

function RenameForm({ history, conversation, onDone }: FormProps) {
  const [title, setTitle] = useState(conversation.title);
  const rename = async () => {
    if (await history.actions.change(conversation.id, { title: title.trim() })) onDone();
  };
  return (
    <form
      className="sidebar-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== '') void rename();
      }}
    >
      <TextField
        label="Title"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens to be filled in
        autoFocus
        maxLength={300}
        value={title}
        onChange={setTitle}
        onFocus={(event) => {
          event.target.select();
        }}
      />
      <footer className="ui-dialog-actions">
        <Button type="submit" variant="primary" isDisabled={title.trim() === ''}>
          Rename
        </Button>
      </footer>
    </form>
  );
}

function FolderForm({ history, conversation, onDone }: FormProps) {
  const [folder, setFolder] = useState(conversation.folder ?? '');
  const folders = useStore(history.list.folders);
  const listId = useId();
  const move = async (target: string | null) => {
    if (await history.actions.change(conversation.id, { folder: target })) onDone();
  };
  return (
    <form
      className="sidebar-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (folder.trim() !== '') void move(folder.trim());
      }}
    >
      <TextField
        label="Folder"
        description="A name that is not there yet makes a new folder."
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens to be filled in
        autoFocus
        list={listId}
        maxLength={120}
        value={folder}
        onChange={setFolder}
      />
      <datalist id={listId}>
        {folders.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <footer className="ui-dialog-actions">
        {conversation.folder !== null && <Button onClick={() => void move(null)}>Take out of “{conversation.folder}”</Button>}
        <Button type="submit" variant="primary" isDisabled={folder.trim() === ''}>
          Move
        </Button>
      </footer>
    </form>
  );
}
