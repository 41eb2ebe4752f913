import type { ReactNode } from 'react';
import { ChatScreen } from './chat/chat-screen.tsx';
import type { DraftStore } from './chat/draft-store.ts';
import { ConnectionScreen } from './connection/connection-screen.tsx';
import { Frame, type ScreenProps } from './frame/frame.tsx';
import type { Section } from './frame/section.ts';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { ToastRegion } from './ui/toast-region.tsx';

/** The whole window once its session is open; the one place where frame and features meet. */
export function App({ session, draft }: { readonly session: Session; readonly draft: DraftStore }) {
  const renderScreen = (section: Section, { shortcuts }: ScreenProps): ReactNode => {
    switch (section) {
      case 'chat':
        return <ChatScreen draft={draft} />;
      case 'connection':
        return <ConnectionScreen />;
      case 'settings':
        return <SettingsScreen shortcuts={shortcuts} />;
    }
  };
  return (
    <SessionContext value={session}>
      <Frame renderScreen={renderScreen} />
      <ToastRegion toaster={session.toaster} />
    </SessionContext>
  );
}
