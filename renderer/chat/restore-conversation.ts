import { currentConversationId, type ConversationStore } from './conversation-store.ts';
import type { Chat } from './chat.ts';
import type { ComposerStore } from './composer-store.ts';

const storageKey = 'conversation';

/**
 * Opens what was shown when the page was last there, and remembers what is shown from now on. It holds for as long as
 * the window does: a page that crashed comes back to where it was, a new start begins with a new conversation.
 */
async function restoreConversation(
  conversation: ConversationStore,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Promise<void> {
  const savedId = storage.getItem(storageKey);
  conversation.subscribe(() => {
    const id = currentConversationId(conversation.read());
    if (id === null) storage.removeItem(storageKey);
    else storage.setItem(storageKey, id);
  });
  if (savedId === null) return;
  await conversation.open(savedId);
  const shown = conversation.read();
  // gone meanwhile
  if (shown.kind === 'failed' && shown.id === savedId) conversation.openNew();
}

/** Opens what was shown when the page was last there; gives its composer once that may be written to. */
export async function openFirstComposer({ conversation, composerFor }: Chat): Promise<ComposerStore> {
  await restoreConversation(conversation, sessionStorage);
  const composer = composerFor(currentConversationId(conversation.read()));
  await new Promise<void>((resolve) => {
    const check = () => {
      if (composer.draft.read().safety.kind === 'reading') return;
      stopWatching();
      resolve();
    };
    const stopWatching = composer.draft.subscribe(check);
    check();
  });
  return composer;
}
