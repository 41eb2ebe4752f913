import { Ellipsis, Archive, ArchiveRestore, Download, FolderInput, NotebookPen, Pencil, Pin, PinOff, Trash2, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { ConversationDialogs, type DialogRequest } from './conversation-dialogs.tsx';
import type { History } from './history.ts';
import { TitleField } from './inline-name-field.tsx';
import { exportFormats } from '../../electron/contract/constants.ts';
import type { HistoryActions } from './history-actions.ts';
import { conversationsText } from './text.ts';
import './sidebar.css';

/** The menu of the open conversation, with its title field. */
export function ConversationMenu({
  history,
  conversation,
  onOpenAsText,
}: {
  readonly history: History;
  readonly conversation: Conversation;
  /** Opens the conversation as the text that the model reads. Missing where it can't be. */
  readonly onOpenAsText?: (() => void) | undefined;
}) {
  const [dialog, setDialog] = useState<DialogRequest | null>(null);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {renamedId === conversation.id && (
        <div className="heading-field">
          <TitleField
            history={history}
            conversation={conversation}
            onEnd={(isByKey) => {
              setRenamedId(null);
              if (isByKey) button.current?.focus();
            }}
          />
        </div>
      )}
      <Menu
        align="end"
        trigger={<IconButton ref={button} label={conversationsText.menu.label} icon={<Ellipsis aria-hidden />} />}
        entries={[
          ...(onOpenAsText === undefined ? [] : rawTextItems(onOpenAsText)),
          ...conversationMenuItems([conversation], history.actions, setDialog, ({ id }) => setRenamedId(id)),
        ]}
      />
      <ConversationDialogs
        history={history}
        request={dialog}
        onDone={() => {
          // The user may have opened another dialog since.
          setDialog((now) => (now === dialog ? null : now));
        }}
      />
    </>
  );
}

function rawTextItems(onSelect: () => void): readonly MenuEntry[] {
  return [
    { kind: 'action', label: conversationsText.menu.openAsText, icon: <NotebookPen aria-hidden />, onSelect },
    { kind: 'separator', id: 'raw-text' },
  ];
}

/** Returns the menu items for one or several conversations. */
export function conversationMenuItems(
  conversations: readonly Conversation[],
  actions: HistoryActions,
  openDialog: (asking: DialogRequest) => void,
  rename: (conversation: Conversation) => void,
): readonly MenuEntry[] {
  const [first] = conversations;
  if (first === undefined) return [];
  const isOne = conversations.length === 1;
  const ids = conversations.map(({ id }) => id);
  if (first.trashedAt !== null)
    return [
      { kind: 'action', label: conversationsText.menu.restore, icon: <Undo2 aria-hidden />, onSelect: () => void actions.restore(ids) },
      {
        kind: 'action',
        label: conversationsText.menu.deletePermanently,
        icon: <Trash2 aria-hidden />,
        keys: ['Del'],
        isDangerous: true,
        onSelect: () => openDialog({ kind: 'purge', conversations }),
      },
    ];
  const { isPinned, isArchived } = first;
  return [
    {
      kind: 'action',
      label: isPinned ? conversationsText.menu.unpin : conversationsText.menu.pin,
      icon: isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
      onSelect: () => {
        for (const id of ids) void actions.change(id, { isPinned: !isPinned });
      },
    },
    ...(isOne
      ? [
          {
            kind: 'action',
            label: conversationsText.menu.rename,
            icon: <Pencil aria-hidden />,
            keys: ['F2'],
            onSelect: () => rename(first),
          } as const,
        ]
      : []),
    {
      kind: 'action',
      label: conversationsText.menu.moveToFolder,
      icon: <FolderInput aria-hidden />,
      keys: ['F8'],
      onSelect: () => openDialog({ kind: 'folder', conversations }),
    },
    {
      kind: 'action',
      label: isArchived ? conversationsText.menu.unarchive : conversationsText.menu.archive,
      icon: isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
      onSelect: () => void actions.archive(conversations, !isArchived),
    },
    { kind: 'separator', id: 'export' },
    ...exportFormats.map((format): MenuEntry => ({
      kind: 'action',
      label: conversationsText.files.exportAs(format),
      icon: <Download aria-hidden />,
      onSelect: () => void actions.exportAs(ids, format),
    })),
    { kind: 'separator', id: 'trash' },
    {
      kind: 'action',
      label: conversationsText.menu.moveToTrash,
      icon: <Trash2 aria-hidden />,
      keys: ['Del'],
      isDangerous: true,
      onSelect: () => void actions.trash(conversations),
    },
  ];
}

/** Actions on the selected conversations. */
export function SelectionBar({
  history,
  selected,
  onOpenDialog,
  onRename,
}: {
  readonly history: History;
  readonly selected: readonly Conversation[];
  readonly onOpenDialog: (asking: DialogRequest) => void;
  readonly onRename: (conversation: Conversation) => void;
}) {
  const isTrash = selected.every(({ trashedAt }) => trashedAt !== null);
  return (
    <section className="selection-bar row small" aria-label={conversationsText.selection.label}>
      <output className="selection-count">{conversationsText.selection.count(selected.length)}</output>
      {!isTrash && (
        <IconButton
          label={conversationsText.selection.moveToFolder}
          keys={['F8']}
          size="sm"
          icon={<FolderInput aria-hidden />}
          onClick={() => onOpenDialog({ kind: 'folder', conversations: selected })}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton label={conversationsText.selection.more} size="sm" icon={<Ellipsis aria-hidden />} />}
        entries={conversationMenuItems(selected, history.actions, onOpenDialog, onRename)}
      />
      <IconButton
        label={conversationsText.selection.clear}
        keys={['Esc']}
        size="sm"
        icon={<X aria-hidden />}
        onClick={history.selection.clear}
      />
    </section>
  );
}
