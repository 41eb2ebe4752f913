import { Ellipsis, SquarePen } from 'lucide-react';
import { useMemo, useState, useRef } from 'react';
import { exportFormats } from '../../electron/contract/constants.ts';
import { useStore } from '../state/store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { Progress, Spinner } from '../ui/progress.tsx';
import { ConversationRows } from './conversation-rows.tsx';
import type { History, NewItem, OpenConversation } from './history.ts';
import { SearchField } from './search-field.tsx';
import { FolderList } from './folder-list.tsx';
import './sidebar.css';
import { conversationsText } from './text.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';
import type { SearchHit } from '../../electron/contract/search.ts';
import { isFocusFree, usePendingRequest } from '../state/pending-request.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { VirtualList } from '../ui/list.tsx';
import './rows.css';
import { hasFilters } from './search-store.ts';
import { useCurrentMinute, formatTimeAgo } from './format.ts';

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
              <Button size="sm" onClick={() => setEmptying(true)}>
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

const words = conversationsText.search;

/** The search hits: titles, then messages. Choosing one opens its conversation there. */
function SearchHits({ history, onOpen }: { readonly history: History; readonly onOpen: OpenConversation }) {
  const { hits, state, failure, text, filters } = useStore(history.search);
  if (state === 'failed' && failure !== null)
    return (
      <EmptyState size="sm" headingLevel={3} title={words.failed}>
        {failureSentences(failure, { surface: 'window' })}
      </EmptyState>
    );
  if (hits.length === 0)
    return state === 'looking' ? (
      <div className="sidebar-loading">
        <Spinner label={words.searching} />
      </div>
    ) : (
      <EmptyState size="sm" headingLevel={3} title={words.noResults(text.trim())}>
        {hasFilters(filters) ? words.tryWithoutFilters : words.tryAnother}
      </EmptyState>
    );
  return <HitList history={history} onOpen={onOpen} />;
}

function HitList({ history, onOpen }: { readonly history: History; readonly onOpen: OpenConversation }) {
  const { hits, next } = useStore(history.search);
  const now = useCurrentMinute();
  const [chosenId, setChosenId] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  usePendingRequest(history.hitsFocus, () => {
    history.hitsFocus.complete();
    // The user may have left the field.
    if (isFocusFree('.sidebar-search input')) area.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  });
  const items = hits.map((hit) => ({ id: `${hit.conversationId} ${hit.messageId ?? 'title'}`, label: hit.title, hit }));
  return (
    <div ref={area} className="sidebar-rows column">
      <output className="visually-hidden">{next === null ? words.found(hits.length) : words.foundMore(hits.length)}</output>
      <VirtualList
        label={words.results}
        items={items}
        selectedId={chosenId}
        onSelect={({ id, hit }) => {
          setChosenId(id);
          onOpen(hit.conversationId, hit.kind, hit.messageId);
          history.hitHighlight.show(hit);
        }}
        onKey={({ key }) => {
          if (key === 'Escape') history.searchFocus.request();
          return key === 'Escape';
        }}
        onReachEnd={history.search.loadMore}
        renderItem={({ hit }) => <Hit hit={hit} now={now} />}
      />
    </div>
  );
}

function Hit({ hit: { title, role, at, excerpt }, now }: { readonly hit: SearchHit; readonly now: number }) {
  return (
    <span className="search-hit">
      <span className="list-row">
        <span className="list-row-name cut">{title}</span>
        <span className="list-row-aside muted tiny">{formatTimeAgo(at, now)}</span>
      </span>
      <span className="search-hit-excerpt muted tiny">
        <span className="medium">{words.roles[role]}: </span>
        {/* oxlint-disable react/no-array-index-key -- pieces of a text have no id */}
        {excerpt.map((piece, index) => (piece.isHit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>))}
        {/* oxlint-enable react/no-array-index-key */}
      </span>
    </span>
  );
}
