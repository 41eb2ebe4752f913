import { useCallback, type ReactNode } from 'react';
import type { Conversation } from '../electron/contract/history.ts';
import { createChat, type Chat } from './chat/chat.ts';
import { chatCommands, chatKeys, newConversationShortcut } from './chat/chat-commands.ts';
import { ChatScreen } from './chat/chat-screen.tsx';
import { idOf } from './chat/conversation-store.ts';
import { CompleteScreen } from './complete/complete-screen.tsx';
import { createComplete, type Complete } from './complete/complete.ts';
import { ConnectedContext, createConnected, type Connected } from './connection/connected.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { ConnectionScreen } from './connection/connection-screen.tsx';
import { ModeControl } from './connection/mode-control.tsx';
import { ProfileDrop } from './connection/profile-drop.tsx';
import { QuestionDialog } from './connection/questions/question-dialog.tsx';
import type { Command, FrameActions } from './frame/command.ts';
import { Frame, type ScreenProps } from './frame/frame.tsx';
import type { Section } from './frame/section.ts';
import { ConversationMenu } from './history/conversation-menu.tsx';
import { createHistory, type History } from './history/history.ts';
import { Sidebar } from './history/sidebar.tsx';
import { LibraryScreen } from './library/library-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { ToolsScreen } from './tools/tools-screen.tsx';
import { shortcutKeys } from './ui/shortcut.ts';
import { ToastRegion } from './ui/toast-region.tsx';

/** What the features hold while the window is open, whichever section is shown. */
export interface Features {
  readonly chat: Chat;
  readonly complete: Complete;
  readonly connected: Connected;
  readonly history: History;
}

/** Makes what the features hold. */
export function createFeatures(session: Session): Features {
  return {
    chat: createChat(session),
    complete: createComplete(session),
    connected: createConnected(session.bridge),
    history: createHistory(session),
  };
}

/** The whole window once its session is open; the one place where frame and features meet. */
export function App({ session, features }: { readonly session: Session; readonly features: Features }) {
  const { chat, complete, connected, history } = features;
  const shown = useStore(chat.conversation);
  const completing = useStore(complete.shown);
  const isMac = session.info.platform === 'darwin';

  const startNew = useCallback(
    ({ goTo }: FrameActions) => {
      chat.conversation.openNew();
      goTo('chat');
    },
    [chat],
  );
  const renderScreen = (section: Section, { shortcuts, actions }: ScreenProps): ReactNode => {
    switch (section) {
      case 'chat':
        return <ChatScreen chat={chat} />;
      case 'complete':
        return <CompleteScreen complete={complete} />;
      case 'library':
        return (
          <LibraryScreen
            onUse={(settings) => {
              startNew(actions);
              chat.settings.change(settings);
            }}
          />
        );
      case 'tools':
        return <ToolsScreen />;
      case 'connection':
        return <ConnectionScreen />;
      case 'settings':
        return <SettingsScreen shortcuts={[...shortcuts, ...chatKeys]} />;
    }
  };
  const openConversation = async ({ goTo }: FrameActions, id: string, kind: Conversation['kind'] | null, at: string | null) => {
    let found = kind;
    if (found === null) {
      const result = await session.bridge.call('history.open', { id, at: null, limit: 1 });
      // Where that failed, opening it says why.
      found = result.ok ? result.value.conversation.kind : 'chat';
    }
    if (found === 'completion') void complete.open(id);
    else void chat.conversation.open(id, at);
    goTo(found === 'completion' ? 'complete' : 'chat');
  };
  const openIn: Readonly<Partial<Record<Section, string | null>>> = { chat: idOf(shown), complete: completing?.id ?? null };
  const renderSidebar = (section: Section, actions: FrameActions) => (
    <Sidebar
      history={history}
      openId={openIn[section] ?? undefined}
      newKeys={shortcutKeys(newConversationShortcut, isMac)}
      onNew={() => {
        startNew(actions);
      }}
      onOpen={(id, kind, at) => {
        void openConversation(actions, id, kind, at);
      }}
    />
  );
  const headingOf = (section: Section) => {
    const conversation = section === 'chat' && shown.kind === 'open' ? shown.conversation : section === 'complete' ? completing : null;
    if (conversation !== null)
      return { title: conversation.title, aside: <ConversationMenu history={history} conversation={conversation} /> };
    return section === 'chat' ? { title: 'New conversation' } : undefined;
  };
  const createFeatureCommands = useCallback(
    (actions: FrameActions): readonly Command[] => [
      ...chatCommands(chat, {
        startNew: () => {
          startNew(actions);
        },
        showChat: () => {
          actions.show('chat');
        },
      }),
      {
        id: 'search-all',
        title: 'Search all conversations',
        group: 'Chat',
        keywords: ['find', 'history'],
        shortcut: { key: 'f', isShift: true },
        run: () => {
          actions.showSidebar();
          history.searchWish.ask();
        },
      },
      {
        id: 'import-conversations',
        title: 'Import conversations…',
        group: 'Chat',
        keywords: ['open webui', 'chatgpt', 'json'],
        run: () => void history.actions.importFiles(),
      },
      ...connectionCommands(session, connected.checkWish, () => {
        actions.goTo('connection');
      }),
    ],
    [chat, connected, history, session, startNew],
  );
  return (
    <SessionContext value={session}>
      <ConnectedContext value={connected}>
        <Frame
          renderScreen={renderScreen}
          renderSidebar={renderSidebar}
          headingOf={headingOf}
          createFeatureCommands={createFeatureCommands}
          renderStatus={({ goTo }) => (
            <ModeControl
              onOpen={() => {
                goTo('connection');
              }}
            />
          )}
        />
        <QuestionDialog />
        <ProfileDrop />
        <ToastRegion toaster={session.toaster} />
      </ConnectedContext>
    </SessionContext>
  );
}
