import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { FlaskConical, MessagesSquare } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { useConnectionNavigation, ConnectionEmptyState } from '../shared/connection-navigation.tsx';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { TrashNotice } from '../shared/trash-notice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/progress.tsx';
import { ChatContext, type Chat } from './chat.ts';
import './chat-screen.css';
import { Composer } from './composer.tsx';
import { currentConversationId } from './conversation-store.ts';
import { MessageList, type MessageListHandle } from './message-list.tsx';
import { ParametersPanel } from './parameters/parameters-panel.tsx';
import { useDrop } from './use-attach.ts';
import { chatText } from './text.ts';
import type { Connection } from '../../electron/contract/connection.ts';

/** The current conversation with its composer. */
export function ChatScreen({ chat }: { readonly chat: Chat }) {
  const session = useSession();
  const connection = useStore(session.connection);
  const { setUp } = useConnectionNavigation();
  const shown = useStore(chat.conversation);
  const isPanelOpen = useStore(chat.isPanelOpen);
  const list = useRef<MessageListHandle>(null);
  const turn = useStore(session.turns).value?.find(
    ({ conversationId }) => shown.kind === 'open' && conversationId === shown.conversation.id,
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.current?.jump(event.key === 'ArrowUp' ? -1 : 1);
  };
  const composer = chat.composerFor(currentConversationId(shown));
  const { isOver, handlers } = useDrop((files) => {
    void chat.attachFiles(files, composer);
    chat.focusComposer();
  });
  return (
    <ChatContext value={chat}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only forwards keys to the list */}
      <div className="chat" onKeyDown={onKeyDown} {...handlers}>
        <div className="chat-main column">
          {connection.state === 'ready' && connection.profile.isDemo && (
            <p className="chat-demo row muted tiny">
              <FlaskConical aria-hidden />
              <span>{chatText.screen.demo}</span>
              <Button size="sm" onClick={setUp}>
                {chatText.screen.connect}
              </Button>
            </p>
          )}
          {shown.kind === 'open' && <TrashNotice conversation={shown.conversation} />}
          {shown.kind === 'open' ? (
            <MessageList
              key={shown.conversation.id}
              ref={list}
              shown={shown}
              turn={turn}
              onQuote={(text) => chat.quote(shown.conversation.id, text)}
            />
          ) : (
            <div className="chat-start column">
              {shown.kind === 'new' && (
                <ChatEmptyState
                  connection={connection}
                  onSuggestion={(suggestion) => {
                    composer.draft.type(withSuggestion(composer.draft.read().text, suggestion));
                    chat.focusComposer();
                  }}
                />
              )}
              {shown.kind === 'opening' && (
                <div className="chat-loading">
                  <Spinner label={chatText.screen.opening} />
                </div>
              )}
              {shown.kind === 'failed' && (
                <EmptyState
                  title={chatText.screen.openFailed}
                  actions={<Button onClick={() => void chat.conversation.open(shown.id)}>{chatText.tryAgain}</Button>}
                >
                  <p>{describeFailure(shown.failure).message}</p>
                  <p>{describeFailure(shown.failure).remedy}</p>
                </EmptyState>
              )}
            </div>
          )}
        </div>
        <Composer shown={shown} connection={connection} turn={turn} isDropping={isOver} />
        {isPanelOpen && <ParametersPanel />}
      </div>
    </ChatContext>
  );
}

/** Shown before the first message. */
function ChatEmptyState({
  connection,
  onSuggestion,
}: {
  readonly connection: Connection;
  readonly onSuggestion: (suggestion: string) => void;
}) {
  if (connection.state !== 'ready') return <ConnectionEmptyState connection={connection} whileStarting={chatText.empty.whileStarting} />;
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden />}
      title={chatText.empty.title}
      actions={
        connection.profile.isDemo &&
        chatText.empty.suggestions.map((suggestion) => (
          <Button key={suggestion} onClick={() => onSuggestion(suggestion)}>
            {suggestion}
          </Button>
        ))
      }
    >
      {connection.profile.isDemo ? chatText.empty.demo : chatText.empty.ask(connection.profile.name)}
    </EmptyState>
  );
}

/** Returns the composer's text after a suggestion was chosen. It replaces another suggestion, but never the user's own text. */
export function withSuggestion(text: string, suggestion: string): string {
  const isOwn = text.trim() !== '' && !chatText.empty.suggestions.some((each) => each === text.trim());
  return isOwn ? `${text.trimEnd()}\n${suggestion}` : suggestion;
}
