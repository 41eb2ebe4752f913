import { useCallback, useRef } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ChatBar } from './chat-bar.tsx';
import './chat-screen.css';
import { ChatStart } from './chat-start.tsx';
import { startNewConversation, type Chat } from './chat.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { chatModels, pickModel } from './model-choice.ts';
import { withSuggestion } from './suggestions.ts';
import { runningTurn } from './turn.ts';

/** The conversation and where it is written. */
export function ChatScreen({ chat }: { readonly chat: Chat }) {
  const session = useSession();
  const connection = useStore(session.connection);
  const turns = useStore(chat.conversation);
  const field = useRef<HTMLTextAreaElement>(null);

  const tryAgain = useCallback(() => {
    const now = session.connection.read();
    const model = pickModel(chatModels(now), chat.chosenModel.read());
    if (now.state === 'failed') session.report(now.failure);
    if (now.state === 'ready' && model !== undefined) chat.conversation.tryAgain({ model: model.id, mode: now.mode });
    field.current?.focus();
  }, [session, chat]);

  return (
    <div className="chat">
      <ChatBar
        isDemo={connection.state === 'ready' && connection.profile.isDemo}
        isMac={session.info.platform === 'darwin'}
        onNew={() => {
          startNewConversation(chat.conversation, session.toaster);
          field.current?.focus();
        }}
      />
      {turns.length > 0 ? (
        <MessageList turns={turns} onTryAgain={tryAgain} />
      ) : (
        <div className="chat-start">
          <ChatStart
            connection={connection}
            onSuggestion={(suggestion) => {
              const { text, safety } = chat.draft.read();
              // What was kept before comes first, as for typing.
              if (safety.kind !== 'reading') chat.draft.edit(withSuggestion(text, suggestion));
              field.current?.focus();
            }}
          />
        </div>
      )}
      <Composer chat={chat} connection={connection} isAnswering={runningTurn(turns) !== undefined} field={field} />
    </div>
  );
}
