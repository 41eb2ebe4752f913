import { Pin, TextCursorInput } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Run } from '../../electron/contract/exchange.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import { heardOr } from '../state/heard-store.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { ContextMenu } from '../ui/context-menu.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { ConversationDialogs, type Asking } from './conversation-dialogs.tsx';
import { conversationEntries } from './conversation-entries.tsx';
import type { History } from './history.ts';
import type { OpenConversation } from './open-conversation.ts';
import { useMinute } from './use-minute.ts';
import { whenWords } from './when-words.ts';

const emptyWords = {
  current: { title: 'None yet', words: 'What you ask is kept here, on this computer.' },
  archived: { title: 'The archive is empty', words: 'Archive a conversation to keep it out of the way.' },
  trash: { title: 'The trash is empty', words: 'Deleted conversations stay here until you empty it.' },
} as const;

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
  const { conversations, state, failure, selection } = useStore(history.list);
  const runs = heardOr(useStore(session.runs), []);
  const now = useMinute();
  const [activeId, setActiveId] = useState<string>();
  const [asking, setAsking] = useState<Asking | null>(null);
  const active = conversations.find(({ id }) => id === activeId);

  if (state === 'failed' && failure !== null)
    return (
      <EmptyState
        size="sm"
        headingLevel={3}
        title="The list could not be read"
        actions={
          <Button
            size="sm"
            onClick={() => {
              history.list.show(selection);
            }}
          >
            Try again
          </Button>
        }
      >
        {failure.message} {failure.remedy}
      </EmptyState>
    );
  if (conversations.length === 0) {
    if (state === 'reading')
      return (
        <div className="sidebar-late">
          <Spinner label="Reading…" />
        </div>
      );
    const { title, words } = emptyWords[selection.shelf];
    return (
      <EmptyState
        size="sm"
        headingLevel={3}
        title={selection.folder === undefined ? title : 'This folder is empty'}
        actions={
          selection.shelf === 'current' && (
            <Button size="sm" onClick={onNew}>
              New conversation
            </Button>
          )
        }
      >
        {words}
      </EmptyState>
    );
  }
  const open = (conversation: Conversation) => {
    onOpen(conversation.id, conversation.kind, null);
  };
  return (
    <>
      <ContextMenu entries={active === undefined ? [] : conversationEntries(active, history.actions, setAsking)}>
        <div className="sidebar-rows">
          <VirtualList
            label="Conversations"
            items={conversations.map((conversation) => ({ id: conversation.id, label: conversation.title, conversation }))}
            selectedId={openId}
            onActive={({ id }) => {
              setActiveId(id);
            }}
            onSelect={({ conversation }) => {
              open(conversation);
            }}
            onKey={(event, { conversation }) => {
              if (event.key === 'F2') setAsking({ kind: 'rename', conversation });
              else if (event.key === 'Delete' && conversation.trashedAt === null) void history.actions.trash([conversation]);
              else if (event.key === 'Delete') setAsking({ kind: 'purge', conversation });
              else return false;
              return true;
            }}
            onReachEnd={history.list.loadMore}
            renderItem={({ conversation }) => (
              <Row conversation={conversation} run={runs.find(({ conversationId }) => conversationId === conversation.id)} now={now} />
            )}
          />
        </div>
      </ContextMenu>
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

function Row({ conversation, run, now }: { readonly conversation: Conversation; readonly run: Run | undefined; readonly now: number }) {
  return (
    <span className="conversation-row">
      {conversation.isPinned && <Mark words="Pinned" icon={<Pin aria-hidden />} />}
      {conversation.kind === 'completion' && <Mark words="Text completion" icon={<TextCursorInput aria-hidden />} />}
      <span className="conversation-title">{conversation.title}</span>
      <span className="conversation-aside">
        {run === undefined ? whenWords(conversation.updatedAt, now) : run.state === 'waiting-for-user' ? 'waits for you' : 'answering…'}
      </span>
    </span>
  );
}

function Mark({ words, icon }: { readonly words: string; readonly icon: ReactNode }) {
  return (
    <span className="conversation-mark">
      {icon}
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
