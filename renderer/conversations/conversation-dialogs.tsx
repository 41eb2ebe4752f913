import type { Conversation, Folder } from '../../electron/contract/history.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { describeConversations } from './format.ts';
import type { History } from './history.ts';
import { useState, useRef, type KeyboardEvent } from 'react';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import './rows.css';
import { conversationsText } from './text.ts';
import { Folder as FolderIcon, FolderMinus, FolderPlus } from 'lucide-react';
import { useStore } from '../state/store.ts';
import { isComposing } from '../ui/shortcut.tsx';
import { List } from '../ui/list.tsx';

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

const icons = { folder: <FolderIcon aria-hidden />, new: <FolderPlus aria-hidden />, none: <FolderMinus aria-hidden /> } as const;

/** Finds a folder by typing or names a new one. Enter takes the first. */
function MoveForm({
  history,
  conversations,
  onDone,
}: {
  readonly history: History;
  readonly conversations: readonly Conversation[];
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const folders = useStore(history.list.folders);
  const targets = moveTargets(folders, conversations, typed);
  const [isBusy, setBusy] = useState(false);
  const move = async ({ folder }: MoveTarget) => {
    if (isBusy) return;
    setBusy(true);
    const isMoved = await history.actions.move(conversations, folder);
    setBusy(false);
    if (!isMoved) return;
    // After the form was closed, the user may have selected others.
    if (form.current !== null) history.selection.clear();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    form.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus();
  };
  return (
    <form
      ref={form}
      className="sidebar-form stack"
      onSubmit={(event) => {
        event.preventDefault();
        const [first] = targets;
        if (first !== undefined) void move(first);
      }}
    >
      <TextField
        label={conversationsText.move.field}
        description={targets.length === 0 ? conversationsText.move.createFirst : conversationsText.move.enterHint}
        autoComplete="off"
        maxLength={120}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
      />
      <div className="move-list">
        <List
          label={conversationsText.move.targets}
          items={targets}
          selectedId={targets[0]?.id}
          onSelect={(target) => void move(target)}
          renderItem={({ kind, label, count }) => (
            <span className="list-row folder-row">
              {icons[kind]}
              <span className="list-row-name cut">{label}</span>
              {count !== null && <span className="list-row-aside muted tiny">{count}</span>}
            </span>
          )}
        />
      </div>
    </form>
  );
}

/** A folder to which conversations can be moved. */
interface MoveTarget {
  readonly id: string;
  readonly kind: 'folder' | 'new' | 'none';
  readonly label: string;
  readonly folder: string | null;
  readonly count: number | null;
}

/** Returns the matching folders, prefix matches first, then a new folder with the typed name. */
export function moveTargets(folders: readonly Folder[], conversations: readonly Conversation[], typed: string): readonly MoveTarget[] {
  const name = typed.trim();
  const needle = name.toLocaleLowerCase();
  const rank = (folder: Folder): number => {
    const index = folder.name.toLocaleLowerCase().indexOf(needle);
    return index < 0 ? 3 : folder.name.toLocaleLowerCase() === needle ? 0 : index === 0 ? 1 : 2;
  };
  // Folders that already contain all of them are left out.
  const matching = folders
    .filter((folder) => rank(folder) < 3 && conversations.some((each) => each.folder !== folder.name))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((folder): MoveTarget => ({
      id: `folder:${folder.name}`,
      kind: 'folder',
      label: folder.name,
      folder: folder.name,
      count: folder.conversations,
    }));
  const isNew = name !== '' && folders.every((folder) => folder.name !== name);
  const canRemove = name === '' && conversations.some(({ folder }) => folder !== null);
  return [
    ...matching,
    ...(isNew ? [{ id: 'new', kind: 'new', label: conversationsText.folders.createNamed(name), folder: name, count: null } as const] : []),
    ...(canRemove ? [{ id: 'none', kind: 'none', label: conversationsText.folders.none, folder: null, count: null } as const] : []),
  ];
}
