import type { Chat } from './chat.ts';
import { restoreConversation } from './restore-conversation.ts';
import type { ComposerStore } from './composer-store.ts';
import { idOf } from './conversation-store.ts';

/** Opens what was shown when the page was last there; gives its composer once that may be written to. */
export async function openFirstComposer({ conversation, composerOf }: Chat): Promise<ComposerStore> {
  await restoreConversation(conversation, sessionStorage);
  const composer = composerOf(idOf(conversation.read()));
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
