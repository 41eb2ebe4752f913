import type { Conversation } from '../../electron/contract/history.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { describeConversations } from './format.ts';
import type { History } from './history.ts';
import { MoveForm } from './move-form.tsx';
import { useState } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { conversationsText } from './text.ts';

/** A dialog that acts on conversations. */
export interface DialogRequest {
  readonly kind: 'folder' | 'purge';
  readonly conversations: readonly Conversation[];
}

/** The dialogs for moving and purging conversations. */
export function ConversationDialogs({
  history,
  request,
  onDone,
}: {
  readonly history: History;
  readonly request: DialogRequest | null;
  readonly onDone: () => void;
}) {
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onDone();
  };
  const purged = request?.kind === 'purge' ? request.conversations : [];
  return (
    <>
      <Dialog
        isOpen={request?.kind === 'folder'}
        onOpenChange={onOpenChange}
        title={conversationsText.move.title(describeConversations(request?.conversations ?? []))}
      >
        {request?.kind === 'folder' && <MoveForm history={history} conversations={request.conversations} onDone={onDone} />}
      </Dialog>
      <ConfirmDialog
        isOpen={request?.kind === 'purge'}
        onOpenChange={onOpenChange}
        title={conversationsText.trash.deleteTitle}
        description={conversationsText.trash.deleteHint(describeConversations(purged))}
        confirmLabel={conversationsText.trash.deletePermanently}
        isDangerous
        onConfirm={() => {
          history.selection.clear();
          void history.actions.purge(purged.map(({ id }) => id));
        }}
      />
    </>
  );
}

/** Asks for the name of a new folder. */
export function NewFolderDialog({
  history,
  conversations,
  onDone,
}: {
  readonly history: History;
  /** The conversations to move into it. */
  readonly conversations: readonly Conversation[];
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setBusy(true);
    const isCreated = await history.actions.putFolder(name, null);
    if (isCreated && conversations.length > 0) await history.actions.move(conversations, name);
    setBusy(false);
    if (isCreated) onDone();
  };
  return (
    <FormDialog
      title={conversationsText.folders.create}
      saveLabel={conversationsText.folders.createSubmit}
      canSave={name !== ''}
      isBusy={isBusy}
      onSave={() => void create()}
      onClose={onDone}
    >
      <TextField label={conversationsText.folders.name} maxLength={120} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
