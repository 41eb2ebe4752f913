import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import type { Toaster } from '../ui/toaster.ts';
import { createConversation, type Conversation } from './conversation-store.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';

/** What the chat holds while the window is open, whichever section is shown. */
export interface Chat {
  readonly draft: DraftStore;
  readonly conversation: Conversation;
  /** The id of the model the user chose; null until they do. */
  readonly chosenModel: WritableStore<string | null>;
}

/** Makes the chat. */
export function createChat(bridge: TypedBridge): Chat {
  return {
    draft: createDraftStore(bridge.call, 'new-conversation'),
    conversation: createConversation(
      bridge,
      () => performance.now(),
      () => crypto.randomUUID(),
    ),
    chosenModel: createStore<string | null>(null),
  };
}

/** The keys that start a new conversation. */
export const newConversationShortcut = { key: 'n' } as const;

/** Puts the conversation aside for an empty one, and offers to bring it back. */
export function startNewConversation(conversation: Conversation, toaster: Pick<Toaster, 'show'>): void {
  if (conversation.read().length === 0) return;
  const before = conversation.swap();
  const bringBack = () => {
    const between = conversation.swap(before);
    // What was begun meanwhile is nobody's to lose either.
    if (between.read().length > 0) offer(() => void conversation.swap(between));
  };
  const offer = (onSelect: () => void) => {
    toaster.show({
      title: 'Conversation cleared',
      description: 'Undo brings it back, as long as this is shown.',
      action: { label: 'Undo', onSelect },
    });
  };
  offer(bringBack);
}
