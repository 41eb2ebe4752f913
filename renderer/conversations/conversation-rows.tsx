import { useRef, useState, type KeyboardEvent, type MouseEvent, type DragEvent, type ReactNode } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ContextMenu } from '../ui/menu.tsx';
import { VirtualList } from '../ui/list.tsx';
import { ConversationDialogs, type DialogRequest } from './conversation-dialogs.tsx';
import { conversationMenuItems, SelectionBar } from './conversation-menu.tsx';
import type { History, NewItem, OpenConversation } from './history.ts';
import { ListEmptyState } from './list-empty-state.tsx';
import { RowOverlay, TitleField } from './inline-name-field.tsx';
import { folderListItemId } from './list-filter.ts';
import { useCurrentMinute, formatTimeAgo } from './format.ts';
import { Check, Folder as FolderIcon, Pin, TextCursorInput } from 'lucide-react';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import './rows.css';
import { conversationsText } from './text.ts';

/** The rows of the listed conversations. */
export function ConversationRows({
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
  const session = useSession();
  const { conversations, state, filter } = useStore(history.list);
  const turns = useStore(session.turns).value ?? [];
  const now = useCurrentMinute();
  const [activeId, setActiveId] = useState<string>();
  const [dialog, setDialog] = useState<DialogRequest | null>(null);
  const [renaming, setRenaming] = useState<Conversation | null>(null);
  const selected = useStore(history.selection);
  const area = useRef<HTMLDivElement>(null);
  const active = conversations.find(({ id }) => id === activeId);
  /** Returns the whole selection if the conversation is part of it, else the conversation alone. */
  const withSelected = (conversation: Conversation) => (selected.some(({ id }) => id === conversation.id) ? selected : [conversation]);

  if (conversations.length === 0 || state === 'failed') return <ListEmptyState history={history} newItem={newItem} />;
  const open = (conversation: Conversation) => onOpen(conversation.id, conversation.kind, null);
  const onKey = (event: KeyboardEvent, conversation: Conversation): boolean => {
    const isMod = event.ctrlKey || event.metaKey;
    const index = conversations.indexOf(conversation);
    const isTrashed = conversation.trashedAt !== null;
    switch (event.key) {
      case 'F2':
        if (!isTrashed) setRenaming(conversation);
        return true;
      case 'F8':
        if (!isTrashed) setDialog({ kind: 'folder', conversations: withSelected(conversation) });
        return true;
      case 'Delete':
        if (isTrashed) setDialog({ kind: 'purge', conversations: withSelected(conversation) });
        else void history.actions.trash(withSelected(conversation));
        return true;
      case 'Escape':
        history.selection.clear();
        return selected.length > 0;
      case ' ':
        if (isMod) history.selection.toggle(conversation.id);
        return isMod;
      case 'a':
        if (isMod) history.selection.selectAll();
        return isMod;
      case 'ArrowDown':
      case 'ArrowUp': {
        const next = conversations[index + (event.key === 'ArrowDown' ? 1 : -1)];
        if (event.shiftKey && next !== undefined) history.selection.extendTo(next.id, conversation.id);
        return false; // the list moves its active row as well
      }
      default:
        return false;
    }
  };
  const rowIdAt = (event: MouseEvent): string | undefined =>
    event.target instanceof Element
      ? event.target.closest('[role=option]')?.querySelector<HTMLElement>('[data-conversation]')?.dataset['conversation']
      : undefined;
  const onClickCapture = (event: MouseEvent) => {
    const id = rowIdAt(event);
    if (id === undefined) return;
    if (event.shiftKey) history.selection.extendTo(id, openId ?? activeId);
    else if (event.ctrlKey || event.metaKey) history.selection.toggle(id);
    else {
      history.selection.clear();
      return;
    }
    event.stopPropagation();
  };
  return (
    <>
      <ContextMenu
        entries={active === undefined ? [] : conversationMenuItems(withSelected(active), history.actions, setDialog, setRenaming)}
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list inside handles keys */}
        <div ref={area} className="sidebar-rows column" onClickCapture={onClickCapture} onScrollCapture={() => setRenaming(null)}>
          <VirtualList
            key={folderListItemId(filter)}
            label={conversationsText.title}
            items={conversations.map((conversation) => ({ id: conversation.id, label: conversation.title, conversation }))}
            selectedId={openId}
            onActive={({ id }) => setActiveId(id)}
            onSelect={({ conversation }) => open(conversation)}
            onKey={(event, { conversation }) => onKey(event, conversation)}
            onReachEnd={history.list.loadMore}
            renderItem={({ conversation }) => (
              <ConversationRow
                conversation={conversation}
                isSelected={selected.includes(conversation)}
                showsFolder={filter.folder === undefined}
                turn={turns.find(({ conversationId }) => conversationId === conversation.id)}
                now={now}
                onDragStart={(event) => history.drag.begin(event, withSelected(conversation))}
              />
            )}
          />
          {renaming !== null && (
            <RowOverlay key={renaming.id} area={area} rowSelector={`[data-conversation="${CSS.escape(renaming.id)}"]`}>
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
      {selected.length > 0 && <SelectionBar history={history} selected={selected} onOpenDialog={setDialog} onRename={setRenaming} />}
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

function ConversationRow({
  conversation,
  isSelected,
  showsFolder,
  turn,
  now,
  onDragStart,
}: {
  readonly conversation: Conversation;
  readonly isSelected: boolean;
  readonly showsFolder: boolean;
  readonly turn: Turn | undefined;
  readonly now: number;
  readonly onDragStart: (event: DragEvent) => void;
}) {
  return (
    <span
      className="list-row conversation-row"
      data-conversation={conversation.id}
      data-marked={isSelected ? '' : undefined}
      draggable
      onDragStart={onDragStart}
    >
      {isSelected && <RowIcon label={conversationsText.row.selected} icon={<Check aria-hidden />} />}
      {conversation.isPinned && <RowIcon label={conversationsText.row.pinned} icon={<Pin aria-hidden />} />}
      {conversation.kind === 'notebook' && <RowIcon label={conversationsText.row.notebook} icon={<TextCursorInput aria-hidden />} />}
      {showsFolder && conversation.folder !== null && (
        <RowIcon label={conversationsText.row.inFolder(conversation.folder)} icon={<FolderIcon aria-hidden />} />
      )}
      <span className="list-row-name cut">{conversation.title}</span>
      <span className="list-row-aside muted tiny">
        {turn === undefined
          ? formatTimeAgo(conversation.updatedAt, now)
          : turn.state === 'waiting-for-user'
            ? conversationsText.row.pendingCall
            : conversationsText.row.answering}
      </span>
    </span>
  );
}

function RowIcon({ label, icon }: { readonly label: string; readonly icon: ReactNode }) {
  return (
    <span className="list-row-icon">
      {icon}
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
