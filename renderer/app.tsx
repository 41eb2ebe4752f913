import { useCallback, type ReactNode } from 'react';
import { ChatScreen } from './chat/chat-screen.tsx';
import { newConversationShortcut, startNewConversation, type Chat } from './chat/chat.ts';
import { ConnectionScreen } from './connection/connection-screen.tsx';
import type { Command, FrameActions } from './frame/command.ts';
import { Frame, type ScreenProps } from './frame/frame.tsx';
import type { Section } from './frame/section.ts';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { ToastRegion } from './ui/toast-region.tsx';

/** The whole window once its session is open; the one place where frame and features meet. */
export function App({ session, chat }: { readonly session: Session; readonly chat: Chat }) {
  const renderScreen = (section: Section, { shortcuts }: ScreenProps): ReactNode => {
    switch (section) {
      case 'chat':
        return <ChatScreen chat={chat} />;
      case 'connection':
        return <ConnectionScreen />;
      case 'settings':
        return <SettingsScreen shortcuts={shortcuts} />;
    }
  };
  const createFeatureCommands = useCallback(
    ({ goTo }: FrameActions): readonly Command[] => [
      {
        id: 'new-conversation',
        title: 'New conversation',
        group: 'Chat',
        keywords: ['clear', 'reset'],
        shortcut: newConversationShortcut,
        run: () => {
          goTo('chat');
          startNewConversation(chat.conversation, session.toaster);
        },
      },
    ],
    [chat, session],
  );
  return (
    <SessionContext value={session}>
      <Frame renderScreen={renderScreen} createFeatureCommands={createFeatureCommands} />
      <ToastRegion toaster={session.toaster} />
    </SessionContext>
  );
}
