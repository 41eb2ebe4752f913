import { Ellipsis, SquarePen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { exportFormats } from '../../electron/contract/constants.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Progress } from '../ui/progress.tsx';
import { ConversationRows } from './conversation-rows.tsx';
import type { History, NewItem, OpenConversation } from './history.ts';
import { SearchField } from './search-field.tsx';
import { SearchHits } from './search-hits.tsx';
import { FolderList } from './folder-list.tsx';
import './sidebar.css';
import { conversationsText } from './text.ts';

/** The sidebar with the search, the folders and the conversations. */
export function Sidebar({
  history,
  openId,
  newItem,
  onOpen,
}: {
  readonly history: History;
  readonly openId: string | undefined;
  readonly newItem: NewItem;
  readonly onOpen: OpenConversation;
}) {
  const { actions, list } = history;
  const isSearching = useStore(history.search).text.trim() !== '';
  const { filter, conversations } = useStore(list);
  const jobs = useStore(actions.jobs);
  const [isEmptying, setEmptying] = useState(false);
  // These don't depend on the open conversation.
  const search = useMemo(() => <SearchField history={history} />, [history]);
  const folderList = useMemo(() => <FolderList history={history} />, [history]);
  return (
    <div id="sidebar" className="sidebar column" tabIndex={-1}>
      <header className="sidebar-head">
        <h2 className="sidebar-heading muted small">{conversationsText.title}</h2>
        <IconButton label={newItem.label} keys={newItem.keys} size="sm" icon={<SquarePen aria-hidden />} onClick={newItem.onStart} />
        <Menu
          align="end"
          trigger={<IconButton label={conversationsText.files.menu} size="sm" icon={<Ellipsis aria-hidden />} />}
          entries={[
            { kind: 'action', label: conversationsText.files.import, onSelect: () => void actions.importFiles() },
            { kind: 'separator', id: 'export' },
            ...exportFormats.map((format) => ({
              kind: 'action' as const,
              label: conversationsText.files.exportAll(format),
              onSelect: () => void actions.exportAs(null, format),
            })),
          ]}
        />
      </header>
      {search}
      {isSearching ? (
        <SearchHits history={history} onOpen={onOpen} />
      ) : (
        <>
          {folderList}
          {filter.shelf === 'trash' && conversations.length > 0 && (
            <div className="sidebar-trash">
              <Button
                size="sm"
                onClick={() => {
                  setEmptying(true);
                }}
              >
                {conversationsText.trash.empty}
              </Button>
            </div>
          )}
          <ConversationRows history={history} openId={openId} newItem={newItem} onOpen={onOpen} />
        </>
      )}
      {jobs.map(({ id, kind, done, total, cancel }) => (
        <div key={id} className="sidebar-job stack">
          <Progress label={conversationsText.jobs[kind]} value={total === 0 ? null : done} max={Math.max(total, 1)} />
          <Button size="sm" onClick={cancel}>
            {conversationsText.cancel}
          </Button>
        </div>
      ))}
      <ConfirmDialog
        isOpen={isEmptying}
        onOpenChange={setEmptying}
        title={conversationsText.trash.emptyTitle}
        description={conversationsText.trash.emptyHint}
        confirmLabel={conversationsText.trash.deletePermanently}
        isDangerous
        onConfirm={() => void actions.emptyTrash()}
      />
    </div>
  );
}
