import { useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { countWords } from './count-words.ts';
import type { History } from './history.ts';
import { MoveForm } from './move-form.tsx';

/** What is being asked about conversations. */
export type Asking =
  | { readonly kind: 'rename'; readonly conversation: Conversation }
  | { readonly kind: 'folder' | 'purge'; readonly conversations: readonly Conversation[] };

/** The questions that doing something with conversations needs. */
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
  const going = asking?.kind === 'purge' ? asking.conversations : [];
  return (
    <>
      <Dialog isOpen={asking?.kind === 'rename'} onOpenChange={onOpenChange} title="Rename the conversation">
        {asking?.kind === 'rename' && <RenameForm history={history} conversation={asking.conversation} onDone={onDone} />}
      </Dialog>
      <Dialog
        isOpen={asking?.kind === 'folder'}
        onOpenChange={onOpenChange}
        title={
          asking?.kind === 'folder' && asking.conversations.length > 1
            ? `Move ${countWords(asking.conversations.length)}`
            : 'Move to a folder'
        }
      >
        {asking?.kind === 'folder' && <MoveForm history={history} conversations={asking.conversations} onDone={onDone} />}
      </Dialog>
      <ConfirmDialog
        isOpen={asking?.kind === 'purge'}
        onOpenChange={onOpenChange}
        title="Delete for good?"
        description={`${going.length === 1 ? `“${going[0]?.title ?? ''}” is` : `${countWords(going.length)} are`} deleted for good. This can’t be undone.`}
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={() => {
          history.marks.clear();
          void history.actions.purge(going.map(({ id }) => id));
        }}
      />
    </>
  );
}

function RenameForm({
  history,
  conversation,
  onDone,
}: {
  readonly history: History;
  readonly conversation: Conversation;
  readonly onDone: () => void;
}) {
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
