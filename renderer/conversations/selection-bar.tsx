import { Ellipsis, FolderInput, X } from 'lucide-react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import type { OpenDialog } from './conversation-dialogs.tsx';
import { conversationMenuItems } from './conversation-menu.tsx';
import type { History } from './history.ts';
import './selection-bar.css';

/** What can be done with all that are marked. */
export function SelectionBar({
  history,
  marked,
  onAsk,
  onRename,
}: {
  readonly history: History;
  readonly marked: readonly Conversation[];
  readonly onAsk: (asking: OpenDialog) => void;
  readonly onRename: (conversation: Conversation) => void;
}) {
  const isTrash = marked.every(({ trashedAt }) => trashedAt !== null);
  return (
    <section className="marks-bar" aria-label="Marked conversations">
      <output className="marks-count">{`${marked.length} marked`}</output>
      {!isTrash && (
        <IconButton
          label="Move them to a folder"
          keys={['F8']}
          size="sm"
          icon={<FolderInput aria-hidden />}
          onClick={() => {
            onAsk({ kind: 'folder', conversations: marked });
          }}
        />
      )}
      <Menu
        align="end"
        trigger={<IconButton label="More for them" size="sm" icon={<Ellipsis aria-hidden />} />}
        entries={conversationMenuItems(marked, history.actions, onAsk, onRename)}
      />
      <IconButton label="Clear the marks" keys={['Esc']} size="sm" icon={<X aria-hidden />} onClick={history.marks.clear} />
    </section>
  );
}
