import { Archive, ArchiveRestore, Download, FolderInput, Pencil, Pin, PinOff, Trash2, Undo2 } from 'lucide-react';
import { exportFormats } from '../../electron/contract/constants.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import type { OpenDialog } from './conversation-dialogs.tsx';
import { exportFormatTitles } from './export-titles.ts';
import type { HistoryActions } from './history-actions.ts';

/** What can be done with conversations, one or several, as a menu. */
export function conversationMenuItems(
  conversations: readonly Conversation[],
  actions: HistoryActions,
  ask: (asking: OpenDialog) => void,
  rename: (conversation: Conversation) => void,
): readonly MenuEntry[] {
  const [first] = conversations;
  if (first === undefined) return [];
  const isOne = conversations.length === 1;
  const ids = conversations.map(({ id }) => id);
  if (first.trashedAt !== null)
    return [
      { kind: 'action', label: 'Restore', icon: <Undo2 aria-hidden />, onSelect: () => void actions.restore(ids) },
      {
        kind: 'action',
        label: 'Delete for good…',
        icon: <Trash2 aria-hidden />,
        keys: ['Del'],
        isDangerous: true,
        onSelect: () => {
          ask({ kind: 'purge', conversations });
        },
      },
    ];
  const { isPinned, isArchived } = first;
  return [
    {
      kind: 'action',
      label: isPinned ? 'Unpin' : 'Pin',
      icon: isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
      onSelect: () => {
        for (const id of ids) void actions.change(id, { isPinned: !isPinned });
      },
    },
    ...(isOne
      ? [
          {
            kind: 'action',
            label: 'Rename',
            icon: <Pencil aria-hidden />,
            keys: ['F2'],
            onSelect: () => {
              rename(first);
            },
          } as const,
        ]
      : []),
    {
      kind: 'action',
      label: 'Move to a folder…',
      icon: <FolderInput aria-hidden />,
      keys: ['F8'],
      onSelect: () => {
        ask({ kind: 'folder', conversations });
      },
    },
    {
      kind: 'action',
      label: isArchived ? 'Take out of the archive' : 'Archive',
      icon: isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />,
      onSelect: () => void actions.archive(conversations, !isArchived),
    },
    { kind: 'separator', id: 'export' },
    ...exportFormats.map((format): MenuEntry => ({
      kind: 'action',
      label: `Export as ${exportFormatTitles[format]}…`,
      icon: <Download aria-hidden />,
      onSelect: () => void actions.exportAs(ids, format),
    })),
    { kind: 'separator', id: 'trash' },
    {
      kind: 'action',
      label: 'Move to the trash',
      icon: <Trash2 aria-hidden />,
      keys: ['Del'],
      isDangerous: true,
      onSelect: () => void actions.trash(conversations),
    },
  ];
}
