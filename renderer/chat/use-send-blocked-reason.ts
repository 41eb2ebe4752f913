import { modelsFor, pickModel } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { useChat } from './chat.ts';
import { waitingCallShortcut } from './chat-commands.ts';
import { currentConversationId } from './conversation-store.ts';
import { sendBlockedReason } from './send-rules.ts';

/** Returns why no message can be sent to the current conversation now, or undefined if one can. */
export function useSendBlockedReason(): string | undefined {
  const chat = useChat();
  const session = useSession();
  const shown = useStore(chat.conversation);
  const connection = useStore(session.connection);
  const { model: chosenModel } = useStore(chat.settings);
  const turns = useStore(session.turns).value ?? [];
  return sendBlockedReason({
    connection,
    model: connection.state === 'ready' ? pickModel(modelsFor(connection, 'chat'), connection.mode, chosenModel) : undefined,
    chosenModel,
    conversation: shown.kind === 'open' ? shown.conversation : null,
    turn: turns.find(({ conversationId }) => conversationId === currentConversationId(shown)),
    pendingCallKeys: shortcutKeys(waitingCallShortcut, session.isMac).join('+'),
    isOpen: shown.kind === 'open' || shown.kind === 'new',
  });
}
