import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { valueOr } from '../state/synced-store.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ContextMenu } from '../ui/menu.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ConversationDialogs, type OpenDialog } from './conversation-dialogs.tsx';
import { conversationMenuItems } from './conversation-menu-items.tsx';
import { ConversationRow } from './conversation-row.tsx';
import type { History } from './history.ts';
import { SelectionBar } from './selection-bar.tsx';
import { ListEmptyState } from './list-empty-state.tsx';
import type { OpenConversation } from './open-conversation.ts';
import { RowOverlay } from './row-overlay.tsx';
import { folderListItemId } from './folder-list-items.ts';
import { TitleField } from './title-field.tsx';
import { useCurrentMinute } from './use-current-minute.ts';

/** The conversations of a shelf or a folder. */
export function ConversationRows({
  history,
  openId,
  onNew,
  onOpen,
}: {
  readonly history: History;
  readonly openId: string | undefined;
  readonly onNew: () => void;
  readonly onOpen: OpenConversation;
}) {
  const session = useSession();
  const { conversations, state, selection } = useStore(history.list);
  const runs = valueOr(useStore(session.runs), []);
  const now = useCurrentMinute();
  const [activeId, setActiveId] = useState<string>();
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [renaming, setRenaming] = useState<Conversation | null>(null);
  const marked = useStore(history.marks);
  const area = useRef<HTMLDivElement>(null);
  const active = conversations.find(({ id }) => id === activeId);
  /** All that are marked where this is one of them, else this alone. */
  const withMarked = (conversation: Conversation) => (marked.some(({ id }) => id === conversation.id) ? marked : [conversation]);

  if (conversations.length === 0 || state === 'failed') return <ListEmptyState history={history} onNew={onNew} />;
  const open = (conversation: Conversation) => {
    onOpen(conversation.id, conversation.kind, null);
  };
  const onKey = (event: KeyboardEvent, conversation: Conversation): boolean => {
    const isMod = event.ctrlKey || event.metaKey;
    const place = conversations.indexOf(conversation);
    const isTrashed = conversation.trashedAt !== null;
    switch (event.key) {
      case 'F2':
        if (!isTrashed) setRenaming(conversation);
        return true;
      case 'F8':
        if (!isTrashed) setAsking({ kind: 'folder', conversations: withMarked(conversation) });
        return true;
      case 'Delete':
        if (isTrashed) setAsking({ kind: 'purge', conversations: withMarked(conversation) });
        else void history.actions.trash(withMarked(conversation));
        return true;
      case 'Escape':
        history.marks.clear();
        return marked.length > 0;
      case ' ':
        if (isMod) history.marks.toggle(conversation.id);
        return isMod;
      case 'a':
        if (isMod) history.marks.markAll();
        return isMod;
      case 'ArrowDown':
      case 'ArrowUp': {
        const next = conversations[place + (event.key === 'ArrowDown' ? 1 : -1)];
        if (event.shiftKey && next !== undefined) history.marks.extendTo(next.id, conversation.id);
        return false; // the list moves as well
      }
      default:
        return false;
    }
  };
  const idAt = (event: MouseEvent): string | undefined =>
    event.target instanceof Element
      ? event.target.closest('[role=option]')?.querySelector<HTMLElement>('[data-conversation]')?.dataset['conversation']
      : undefined;
  const onClickCapture = (event: MouseEvent) => {
    const id = idAt(event);
    if (id === undefined) return;
    if (event.shiftKey) history.marks.extendTo(id, openId ?? activeId);
    else if (event.ctrlKey || event.metaKey) history.marks.toggle(id);
    else {
      history.marks.clear();
      return;
    }
    event.stopPropagation();
  };
  return (
    <>
      <ContextMenu entries={active === undefined ? [] : conversationMenuItems(withMarked(active), history.actions, setAsking, setRenaming)}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list inside takes the keys */}
        <div
          ref={area}
          className="sidebar-rows"
          onClickCapture={onClickCapture}
          onScrollCapture={() => {
            setRenaming(null);
          }}
        >
          <VirtualList
            key={folderListItemId(selection)}
            label="Conversations"
            items={conversations.map((conversation) => ({ id: conversation.id, label: conversation.title, conversation }))}
            selectedId={openId}
            onActive={({ id }) => {
              setActiveId(id);
            }}
            onSelect={({ conversation }) => {
              open(conversation);
            }}
            onKey={(event, { conversation }) => onKey(event, conversation)}
            onReachEnd={history.list.loadMore}
            renderItem={({ conversation }) => (
              <ConversationRow
                conversation={conversation}
                isMarked={marked.includes(conversation)}
                showsFolder={selection.folder === undefined}
                run={runs.find(({ conversationId }) => conversationId === conversation.id)}
                now={now}
                onDragStart={(event) => {
                  history.drag.begin(event, withMarked(conversation));
                }}
              />
            )}
          />
          {renaming !== null && (
            <RowOverlay key={renaming.id} area={area} line={`[data-conversation="${CSS.escape(renaming.id)}"]`}>
              <TitleField
                history={history}
                conversation={renaming}
                onEnd={(isByKey) => {
                  setRenaming(null);
                  if (isByKey) area.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
                }}
              />
            </RowOverlay>
          )}
        </div>
      </ContextMenu>
      {marked.length > 0 && <SelectionBar history={history} marked={marked} onAsk={setAsking} onRename={setRenaming} />}
      <ConversationDialogs
        history={history}
        asking={asking}
        onDone={() => {
          setAsking(null);
        }}
      />
    </>
  );
}
