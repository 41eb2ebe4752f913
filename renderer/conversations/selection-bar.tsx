import { Ellipsis, FolderInput, X } from 'lucide-react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { DialogRequest } from './conversation-dialogs.tsx';
import { conversationMenuItems } from './conversation-menu.tsx';
import type { History } from './history.ts';
import './sidebar.css';
import { conversationsText } from './text.ts';

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
