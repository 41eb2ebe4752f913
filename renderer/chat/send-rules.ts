import type { Model } from '../../electron/contract/catalog.ts';
import type { Connection } from '../../electron/contract/connection.ts';
import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { Conversation } from '../../electron/contract/history.ts';
import { describeMissingModels, modelsFor, unavailableReason, pickModel } from '../state/model-choice.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { chatText } from './text.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { shortcutKeys } from '../ui/shortcut.tsx';
import { useChat } from './chat.ts';
import { waitingCallShortcut } from './chat-commands.ts';
import { currentConversationId } from './conversation-store.ts';

const words = chatText.blocked;

/** Everything but the message itself that decides whether it can be sent. */
export interface SendState {
  readonly connection: Connection;
  /** The model to ask, or undefined if there is none. */
  readonly model: Model | undefined;
  /** The model id saved in the conversation, available or not. */
  readonly chosenModel: string | null;
  readonly conversation: Pick<Conversation, 'trashedAt'> | null;
  readonly turn: Pick<Turn, 'state'> | undefined;
  /** The shortcut that focuses a pending call, as text. */
  readonly pendingCallKeys: string;
  /** The conversation is loaded or new. */
  readonly isOpen: boolean;
}

/** Returns why no message can be sent now, or undefined if one can. An empty message needs no reason. */
export function sendBlockedReason({
  connection,
  model,
  chosenModel,
  conversation,
  turn,
  isOpen,
  pendingCallKeys,
}: SendState): string | undefined {
  if (connection.state === 'starting') return words.starting;
  if (connection.state === 'failed') return words.disconnected;
  if (!isOpen) return words.notOpen;
  if (conversation !== null && conversation.trashedAt !== null) return words.trashed;
  if (model === undefined) {
    const isComplete = modelsFor(connection, 'chat').length > 0 && !connection.isRefreshing;
    return isComplete && chosenModel !== null ? words.modelUnavailable(chosenModel) : describeMissingModels(connection, 'chat');
  }
  const modelProblem = unavailableReason(model, connection.mode);
  if (modelProblem !== undefined) {
    const reason = words.modelProblem(model.id, modelProblem);
    return model.presence[connection.mode] === 'gone' ? `${reason} ${words.chooseAnother}` : reason;
  }
  if (turn?.state === 'waiting-for-user') return words.pendingCall(pendingCallKeys);
  if (turn !== undefined) return words.answering;
  return undefined;
}

/** Whether a message can't be sent only because the connection, its models or the conversation are still being loaded. */
export function isStillLoading({
  connection,
  model,
  isOpening,
}: Pick<SendState, 'connection' | 'model'> & { readonly isOpening: boolean }): boolean {
  if (isOpening || connection.state === 'starting') return true;
  return model === undefined && connection.state === 'ready' && connection.isRefreshing;
}

/** Whether a key press sends the message, unless it belongs to an input method. The other of the two keys inserts a line break. */
export function isSendKey(
  press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  sendsWith: Settings['chat']['sendsWith'],
): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false;
  const hasCommand = press.ctrlKey || press.metaKey;
  return sendsWith === 'enter' || hasCommand;
}

/** Returns the model that the next message is sent to, available or not. */
export function useChatModel(): Model | undefined {
  const connection = useStore(useSession().connection);
  const { model } = useStore(useChat().settings);
  return connection.state === 'ready' ? pickModel(modelsFor(connection, 'chat'), connection.mode, model) : undefined;
}

/** Returns why no message can be sent to the current conversation now, or undefined if one can, and whether that is about to change. */
export function useSendState(): { readonly reason: string | undefined; readonly isLoading: boolean } {
  const chat = useChat();
  const session = useSession();
  const shown = useStore(chat.conversation);
  const connection = useStore(session.connection);
  const { model: chosenModel } = useStore(chat.settings);
  const turns = useStore(session.turns).value ?? [];
  const model = useChatModel();
  const reason = sendBlockedReason({
    connection,
    model,
    chosenModel,
    conversation: shown.kind === 'open' ? shown.conversation : null,
    turn: turns.find(({ conversationId }) => conversationId === currentConversationId(shown)),
    pendingCallKeys: shortcutKeys(waitingCallShortcut, session.isMac).join('+'),
    isOpen: shown.kind === 'open' || shown.kind === 'new',
  });
  return { reason, isLoading: reason !== undefined && isStillLoading({ connection, model, isOpening: shown.kind === 'opening' }) };
}
