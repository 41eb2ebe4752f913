import { idOf, type ConversationStore } from './conversation-store.ts';
import type { Chat } from './chat.ts';
import type { ComposerStore } from './composer-store.ts';

const key = 'conversation';

/**
 * Opens what was shown when the page was last there, and remembers what is shown from now on. It holds for as long as
 * the window does: a page that crashed comes back to where it was, a new start begins with a new conversation.
 */
async function restoreConversation(
  conversation: ConversationStore,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Promise<void> {
  const before = storage.getItem(key);
  conversation.subscribe(() => {
    const id = idOf(conversation.read());
    if (id === null) storage.removeItem(key);
    else storage.setItem(key, id);
  });
  if (before === null) return;
  await conversation.open(before);
  const shown = conversation.read();
  // gone meanwhile
  if (shown.kind === 'failed' && shown.id === before) conversation.openNew();
}

/** Opens what was shown when the page was last there; gives its composer once that may be written to. */
export async function openFirstComposer({ conversation, composerOf }: Chat): Promise<ComposerStore> {
  await restoreConversation(conversation, sessionStorage);
  const composer = composerOf(idOf(conversation.read()));
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
