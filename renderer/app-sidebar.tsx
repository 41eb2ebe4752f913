import { memo, useMemo } from 'react';
import { openConversation, startConversation, startText } from './app-navigation.ts';
import { newConversationShortcut } from './chat/chat-commands.ts';
import { chatText } from './chat/text.ts';
import type { NewItem } from './conversations/history.ts';
import { Sidebar } from './conversations/sidebar.tsx';
import type { Features } from './features.ts';
import type { LayoutActions } from './layout/command.ts';
import { notebookText } from './notebook/text.ts';
import { useSession } from './state/session.ts';
import { shortcutKeys } from './ui/shortcut.tsx';

/**
 * The conversations and texts beside the chat and the Notebook. Memoized, so that changes in a conversation re-render it only if it shows
 * them.
 */
export const AppSidebar = memo(function AppSidebar({
  features,
  creates,
  openId,
  actions,
}: {
  readonly features: Features;
  /** What its button for a new item starts. */
  readonly creates: 'conversation' | 'text';
  readonly openId: string | undefined;
  readonly actions: LayoutActions;
}) {
  const session = useSession();
  const newItem = useMemo(
    (): NewItem =>
      creates === 'text'
        ? {
            label: notebookText.newText,
            onStart: () => startText(features, actions),
          }
        : {
            label: chatText.newConversation,
            keys: shortcutKeys(newConversationShortcut(session.info.shell), session.isMac),
            onStart: () => startConversation(features, actions),
          },
    [actions, creates, features, session],
  );
  return (
    <Sidebar
      history={features.history}
      openId={openId}
      newItem={newItem}
      onOpen={(id, kind, at) => openConversation(features, actions, { id, kind, at })}
    />
  );
});
