import { createContext, useContext } from 'react';
import { createPendingRequest, type PendingRequest } from '../state/pending-request.ts';
import { valueOr } from '../state/synced-store.ts';
import type { Session } from '../state/session.ts';
import { createStore, type Store, type WritableStore } from '../state/store.ts';
import { createChatActions, type ChatActions } from './chat-actions.ts';
import { createComposers, type ComposerStore } from './composer-store.ts';
import { createConversationStore, idOf, isInTrash, type ConversationStore } from './conversation-store.ts';
import { createDraftStore, type DraftStore } from '../state/draft-store.ts';
import { createConversationSettings, type ConversationSettingsStore } from './conversation-settings-store.ts';

/** A message that is being edited in its place. */
export interface Editing {
  readonly messageId: string;
  readonly draft: DraftStore;
}

/** What the chat holds while the window is open, whichever section is shown. */
export interface Chat {
  readonly conversation: ConversationStore;
  readonly settings: ConversationSettingsStore;
  readonly composerOf: (conversationId: string | null) => ComposerStore;
  readonly actions: ChatActions;
  /** Whether the shown conversation stays as it is: it is in the trash. */
  readonly isReadOnly: Store<boolean>;
  readonly editing: WritableStore<Editing | null>;
  /** Begins to edit a message; a text that was being written there before returns. */
  readonly edit: (messageId: string, text: string) => void;
  /** Messages shown as the text they were sent as. */
  readonly literal: WritableStore<ReadonlySet<string>>;
  readonly isPanelOpen: WritableStore<boolean>;
  /** The search within the conversation; null: not open. */
  readonly find: WritableStore<string | null>;
  /** The focus in the composer, please. */
  readonly focusWish: PendingRequest;
  readonly focusComposer: () => void;
  /** The focus on a tool call that waits, please. */
  readonly callWish: PendingRequest;
  /** After a call was decided on: to the next one that waits, else back to the composer. */
  readonly focusAfterCall: () => void;
}

/** Makes the chat over a session; `folderForNew` is where a conversation that begins now is put. */
export function createChat(session: Session, folderForNew: () => string | undefined): Chat {
  const { bridge, report } = session;
  const conversation = createConversationStore(bridge, report);
  const settings = createConversationSettings(bridge.call, conversation, report);
  const composerOf = createComposers(bridge.call);
  const editing = createStore<Editing | null>(null);
  const focusWish = createPendingRequest();
  const focusComposer = focusWish.request;
  const callWish = createPendingRequest();
  return {
    conversation,
    settings,
    composerOf,
    isReadOnly: { read: () => isInTrash(conversation.read()), subscribe: conversation.subscribe },
    editing,
    focusWish,
    focusComposer,
    callWish,
    focusAfterCall: () => {
      const shown = idOf(conversation.read());
      const run = valueOr(session.runs.read(), []).find(({ conversationId }) => conversationId === shown);
      if (run !== undefined && run.waiting.length > 0) callWish.request();
      else focusComposer();
    },
    edit: (messageId, text) => {
      editing.write({ messageId, draft: createDraftStore(bridge.call, `edit.${messageId}`, text) });
    },
    actions: createChatActions(session, {
      conversation,
      settings,
      composerOf,
      endEditing: () => {
        editing.write(null);
      },
      focusComposer,
      folderForNew,
    }),
    literal: createStore<ReadonlySet<string>>(new Set()),
    isPanelOpen: createStore(false),
    find: createStore<string | null>(null),
  };
}

/** Carries the chat down its tree. */
export const ChatContext = createContext<Chat | undefined>(undefined);

/** The chat; only below its provider. */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === undefined) throw new Error('useChat is called outside of a ChatContext');
  return chat;
}
