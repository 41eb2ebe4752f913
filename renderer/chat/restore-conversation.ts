import { currentConversationId, type ConversationStore } from './conversation-store.ts';
import type { Chat } from './chat.ts';
import type { ComposerStore } from './composer-store.ts';

const storageKey = 'conversation';

/**
 * Reopens the conversation that was shown before the page was reloaded, and remembers the current one from now on. Uses
 * session storage: a crashed page returns to its conversation, a new window starts a new one.
 */
async function restoreConversation(
  conversation: ConversationStore,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Promise<void> {
  const savedId = storage.getItem(storageKey);
  conversation.subscribe(() => {
    const shown = conversation.read();
    if (shown.kind === 'new') storage.removeItem(storageKey);
    else storage.setItem(storageKey, currentConversationId(shown));
  });
  if (savedId === null) return;
  await conversation.open(savedId);
  const shown = conversation.read();
  // deleted in the meantime
  if (shown.kind === 'failed' && shown.id === savedId) conversation.openNew();
}

/** Restores the last conversation. Resolves with its composer once the draft can be edited. */
export async function openFirstComposer({ conversation, composerFor }: Chat): Promise<ComposerStore> {
  await restoreConversation(conversation, sessionStorage);
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
