import { Ellipsis, FolderInput, X } from 'lucide-react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { DialogRequest } from './conversation-dialogs.tsx';
import { conversationMenuItems } from './conversation-menu.tsx';
import type { History } from './history.ts';
import './selection-bar.css';

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
    <section className="selection-bar" aria-label="Marked conversations">
      <output className="selection-count">{`${selected.length} marked`}</output>
      {!isTrash && (
        <IconButton
          label="Move them to a folder"
          keys={['F8']}
          size="sm"
          icon={<FolderInput aria-hidden />}
          onClick={() => {
            onOpenDialog({ kind: 'folder', conversations: selected });
          }}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton label="More for them" size="sm" icon={<Ellipsis aria-hidden />} />}
        entries={conversationMenuItems(selected, history.actions, onOpenDialog, onRename)}
      />
      <IconButton label="Clear the marks" keys={['Esc']} size="sm" icon={<X aria-hidden />} onClick={history.selection.clear} />
    </section>
  );
}
