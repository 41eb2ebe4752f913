import { createContext, useContext } from 'react';
import { createPendingRequest } from '../state/pending-request.ts';
import type { Session } from '../state/session.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import { createCallInputs } from './call-inputs.ts';
import { createChatActions } from './chat-actions.ts';
import { createComposers, type ComposerStore } from './composer-store.ts';
import { createConversationStore, currentConversationId, isInTrash, type ConversationStore } from './conversation-store.ts';
import { createConversationSettings } from './conversation-settings-store.ts';
import { createImageChecks } from './images/image-checks.ts';
import { createStoredImages } from './images/stored-images.ts';
import { createMessageEdit, type EditedMessage, type MessageEdit } from './message-edit.ts';
import { quoteText } from './message-text.ts';
import { createDocumentReader } from './read-document.ts';
import { createAttachFiles } from './use-attach.ts';

/** Adds an id to a set, or removes it. */
export function setIncluded(store: WritableStore<ReadonlySet<string>>, id: string, isIncluded: boolean): void {
  const others = [...store.read()].filter((each) => each !== id);
  store.write(new Set(isIncluded ? [...others, id] : others));
}

/** The chat's state while the window is open, whichever section is visible. */
export type Chat = ReturnType<typeof createChat>;

/** Creates the chat of a session. `folderForNew` returns the folder for a new conversation, and `unsentId` is the id of its draft. */
export function createChat(session: Session, folderForNew: () => string | undefined, unsentId?: string) {
  const { bridge, report } = session;
  const conversation = createConversationStore(bridge, report, unsentId);
  const settings = createConversationSettings(bridge.call, conversation, report);
  const composerFor = createComposers(bridge.call);
  const storedImages = createStoredImages(session);
  const editing = createStore<MessageEdit | null>(null);
  const find = createStore<string | null>(null);
  let findId = currentConversationId(conversation.read());
  conversation.subscribe(() => {
    const shownId = currentConversationId(conversation.read());
    if (shownId === findId) return;
    findId = shownId;
    find.write(null);
  });
  const composerFocus = createPendingRequest();
  const focusComposer = composerFocus.request;
  const pendingCallFocus = createPendingRequest();
  const focusPendingCall = () => {
    composerFocus.complete(); // or the composer could take the focus back
    pendingCallFocus.request();
  };
  const focusNext = () => {
    const shown = currentConversationId(conversation.read());
    const turn = session.turns.read().value?.find(({ conversationId }) => conversationId === shown);
    if (turn !== undefined && turn.waiting.length > 0) focusPendingCall();
    else focusComposer();
  };
  const edit = (message: EditedMessage) => editing.write(createMessageEdit(bridge.call, message));
  return {
    conversation,
    settings,
    composerFor,
    imageChecks: createImageChecks(bridge.call),
    storedImages,
    attachFiles: createAttachFiles({ saveImage: storedImages.save, readDocument: createDocumentReader(bridge.call) }),
    /** Whether the current conversation can't be changed because it is in the trash. */
    isReadOnly: { read: () => isInTrash(conversation.read()), subscribe: conversation.subscribe },
    editing,
    composerFocus,
    focusComposer,
    modelPickerRequest: createPendingRequest(),
    pendingCallFocus,
    callInputs: createCallInputs(bridge.on),
    focusPendingCall,
    /** Focuses a pending tool call if there is one, else the composer. */
    focusNext,
    /** Quotes a text in the composer of a conversation. */
    quote: (conversationId: string, text: string) => {
      composerFor(conversationId).append(quoteText(text));
      focusComposer();
    },
    /** Starts editing a message. Restores an earlier unsent edit. */
    edit,
    /** Starts editing the user's last message. Loads the end of the conversation first if necessary. */
    editLast: async (): Promise<void> => {
      const before = conversation.read();
      if (before.kind !== 'open' || isInTrash(before)) return;
      const { id } = before.conversation;
      if (before.hasNewer) await conversation.open(id);
      const shown = conversation.read();
      if (shown.kind !== 'open' || shown.conversation.id !== id || shown.hasNewer) return;
      const last = shown.messages.findLast((message) => message.role === 'user');
      if (last !== undefined) edit(last);
    },
    actions: createChatActions(session, {
      conversation,
      settings,
      composerFor,
      endEditing: (messageId) => {
        if (editing.read()?.messageId !== messageId) return false;
        editing.write(null);
        return true;
      },
      focusComposer,
      focusNext,
      folderForNew,
    }),
    /** Ids of the messages shown as literal text. */
    literal: createStore<ReadonlySet<string>>(new Set()),
    /** Ids of the answers shown with the probabilities of their tokens. */
    withTokens: createStore<ReadonlySet<string>>(new Set()),
    isPanelOpen: createStore(false),
    /** The text of the search within the conversation, or null if it is closed. Another conversation closes it. */
    find,
  };
}

export const ChatContext = createContext<Chat | undefined>(undefined);

/** Returns the chat. Throws outside its provider. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('useChat is called outside of a ChatContext');
  return chat;
}

const storageKey = 'conversation';

/**
 * Reopens the conversation that was shown before the page was reloaded, and remembers the current one from now on. Uses
 * session storage: a crashed page returns to its conversation, a new window starts a new one.
 */
async function restoreConversation(conversation: ConversationStore): Promise<void> {
  const savedId = sessionStorage.getItem(storageKey);
  conversation.subscribe(() => {
    const shown = conversation.read();
    if (shown.kind === 'new') sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, currentConversationId(shown));
  });
  if (savedId === null) return;
  await conversation.open(savedId);
  const shown = conversation.read();
  // deleted in the meantime
  if (shown.kind === 'failed' && shown.id === savedId) conversation.openNew();
}

/** Restores the last conversation. Resolves with its composer once the draft can be edited. */
export async function openFirstComposer({ conversation, composerFor }: Chat): Promise<ComposerStore> {
  await restoreConversation(conversation);
  const composer = composerFor(currentConversationId(conversation.read()));
  await new Promise<void>((resolve) => {
    const check = () => {
      if (composer.draft.read().status.kind === 'reading') return;
      stopWatching();
      resolve();
    };
    const stopWatching = composer.draft.subscribe(check);
    check();
  });
  return composer;
}
