import { Ellipsis, SquarePen } from 'lucide-react';
import { useMemo, useState } from 'react';
import { exportFormats } from '../../electron/contract/constants.ts';
import { exportFormatTitles } from './format.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { Progress } from '../ui/progress.tsx';
import { ConversationRows } from './conversation-rows.tsx';
import type { History, OpenConversation } from './history.ts';
import { SearchField } from './search-field.tsx';
import { SearchHits } from './search-hits.tsx';
import { FolderList } from './folder-list.tsx';
import './sidebar.css';

/** The sidebar with the search, the folders and the conversations. */
export function Sidebar({
  history,
  openId,
  newKeys,
  onNew,
  onOpen,
}: {
  readonly history: History;
  readonly openId: string | undefined;
  readonly newKeys: readonly string[];
  readonly onNew: () => void;
  readonly onOpen: OpenConversation;
}) {
  const { actions, list } = history;
  const isSearching = useStore(history.search).text.trim() !== '';
  const { filter, conversations } = useStore(list);
  const job = useStore(actions.job);
  const [isEmptying, setEmptying] = useState(false);
  // These don't depend on the open conversation.
  const search = useMemo(() => <SearchField history={history} />, [history]);
  const folderList = useMemo(() => <FolderList history={history} />, [history]);
  return (
    <div id="sidebar" className="sidebar" tabIndex={-1}>
      <header className="sidebar-head">
        <h2 className="sidebar-heading">Conversations</h2>
        <IconButton label="New conversation" keys={newKeys} size="sm" icon={<SquarePen aria-hidden />} onClick={onNew} />
        <Menu
          align="end"
          trigger={<IconButton label="Import and export" size="sm" icon={<Ellipsis aria-hidden />} />}
          entries={[
            { kind: 'action', label: 'Import conversations…', onSelect: () => void actions.importFiles() },
            { kind: 'separator', id: 'export' },
            ...exportFormats.map((format) => ({
              kind: 'action' as const,
              label: `Export all as ${exportFormatTitles[format]}…`,
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
                Empty the trash…
              </Button>
            </div>
          )}
          <ConversationRows history={history} openId={openId} onNew={onNew} onOpen={onOpen} />
        </>
      )}
      {job !== null && (
        <div className="sidebar-job">
          <Progress label={`${job.label}…`} value={job.total === 0 ? null : job.done} max={Math.max(job.total, 1)} />
          <Button size="sm" onClick={job.cancel}>
            Cancel
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isEmptying}
        onOpenChange={setEmptying}
        title="Empty the trash?"
        description="All conversations in it are deleted for good. This can’t be undone."
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={() => void actions.emptyTrash()}
      />
    </div>
  );
}
