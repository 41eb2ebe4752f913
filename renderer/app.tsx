import { memo, useCallback, useMemo, type ReactNode } from 'react';
import type { Conversation } from '../electron/contract/history.ts';
import { createChat, type Chat } from './chat/chat.ts';
import { chatCommands, chatKeys, newConversationShortcut } from './chat/chat-commands.ts';
import { ChatScreen } from './chat/chat-screen.tsx';
import type { ComposerStore } from './chat/composer-store.ts';
import { idOf, type CurrentConversation } from './chat/conversation-store.ts';
import { openFirstComposer } from './chat/first-composer.ts';
import { CompletionScreen } from './completion/completion-screen.tsx';
import { createCompletion, type Completion } from './completion/completion.ts';
import { ConnectionContext, createConnectionStores, type ConnectionStores } from './connection/connection-context.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { ConnectionScreen } from './connection/connection-screen.tsx';
import { ModeControl } from './connection/mode-control.tsx';
import { ProfileDrop } from './connection/profile-drop.tsx';
import { QuestionDialog } from './connection/ssh-questions.tsx';
import type { Command, LayoutActions } from './layout/command.ts';
import { AppLayout, type ScreenProps } from './layout/app-layout.tsx';
import type { Section } from './layout/sections.ts';
import { ConversationMenu } from './conversations/conversation-menu.tsx';
import { createHistory, type History } from './conversations/history.ts';
import { folderForNew } from './conversations/list-filter.ts';
import type { OpenConversation } from './conversations/open-conversation.ts';
import { Sidebar } from './conversations/sidebar.tsx';
import { LibraryScreen } from './library/library-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { ConnectionNavigationContext, type ConnectionNavigation } from './shared/connection-navigation.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { ToolsScreen } from './tools/tools-screen.tsx';
import { shortcutKeys } from './ui/shortcut.tsx';
import { ToastRegion } from './ui/toaster.tsx';

/** What the features hold while the window is open, whichever section is shown. */
export interface Features {
  readonly chat: Chat;
  /** The composer that is shown first, once it may be written to. */
  readonly firstComposer: Promise<ComposerStore>;
  readonly complete: Completion;
  readonly connected: ConnectionStores;
  readonly history: History;
}

/** Makes what the features hold. */
export function createFeatures(session: Session): Features {
  const newOnesFolder = () => folderForNew(history.list.read().selection);
  const chat = createChat(session, newOnesFolder);
  const firstComposer = openFirstComposer(chat);
  const complete = createCompletion(session, newOnesFolder);
  const connected = createConnectionStores(session.bridge);
  const history = createHistory(session);
  return { chat, firstComposer, complete, connected, history };
}

/** The whole window once its session is open; the one place where frame and features meet. */
export function App({ session, features }: { readonly session: Session; readonly features: Features }) {
  const { chat, complete, connected, history } = features;
  const shown = useStore(chat.conversation);
  const completing = useStore(complete.shown);
  const { isMac } = session;

  const startNew = useCallback(
    ({ goTo }: LayoutActions) => {
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
        return <CompletionScreen complete={complete} />;
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
        return (
          <ConnectionScreen
            onStartChat={() => {
              startNew(actions);
            }}
          />
        );
      case 'settings':
        return <SettingsScreen shortcuts={[...shortcuts, ...chatKeys]} />;
    }
  };
  const doorFrom = ({ goTo }: LayoutActions): ConnectionNavigation => ({
    open: () => {
      goTo('connection');
    },
    check: () => {
      goTo('connection');
      connected.checkWish.ask();
    },
  });
  const openConversation = useCallback(
    async ({ goTo }: LayoutActions, id: string, kind: Conversation['kind'] | null, at: string | null) => {
      let found = kind;
      if (found === null) {
        const result = await session.bridge.call('history.open', { id, at: null, limit: 1 });
        // Where that failed, opening it says why.
        found = result.ok ? result.value.conversation.kind : 'chat';
      }
      if (found === 'completion') void complete.open(id);
      else void chat.conversation.open(id, at);
      goTo(found === 'completion' ? 'complete' : 'chat');
    },
    [chat, complete, session],
  );
  const newKeys = useMemo(() => shortcutKeys(newConversationShortcut(session.info.shell), isMac), [isMac, session]);
  const openIn: Readonly<Partial<Record<Section, string | null>>> = { chat: idOf(shown), complete: completing?.id ?? null };
  const renderSidebar = (section: Section, actions: LayoutActions) => (
    <FrameSidebar
      history={history}
      openId={openIn[section] ?? undefined}
      newKeys={newKeys}
      actions={actions}
      startNew={startNew}
      openConversation={openConversation}
    />
  );
  // One that is being opened has its title already, and keeps it where that fails: it is no new one.
  const inHand = (chosen: CurrentConversation): Conversation | null => {
    if (chosen.kind === 'opening' || chosen.kind === 'failed')
      return history.list.read().conversations.find(({ id }) => id === chosen.id) ?? null;
    return chosen.kind === 'open' ? chosen.conversation : null;
  };
  const headingOf = (section: Section) => {
    const conversation = section === 'chat' ? inHand(shown) : section === 'complete' ? completing : null;
    if (conversation !== null)
      return { title: conversation.title, aside: <ConversationMenu history={history} conversation={conversation} /> };
    return section === 'chat' ? { title: 'New conversation' } : undefined;
  };
  const createFeatureCommands = useCallback(
    (actions: LayoutActions): readonly Command[] => [
      ...chatCommands(chat, session.info.shell, {
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
  const overlays = useMemo(
    () => (
      <>
        <QuestionDialog />
        <ProfileDrop />
        <ToastRegion toaster={session.toaster} />
      </>
    ),
    [session],
  );
  return (
    <SessionContext value={session}>
      <ConnectionContext value={connected}>
        <AppLayout
          renderScreen={(section, props) => (
            <ConnectionNavigationContext value={doorFrom(props.actions)}>{renderScreen(section, props)}</ConnectionNavigationContext>
          )}
          renderSidebar={renderSidebar}
          headingOf={headingOf}
          createFeatureCommands={createFeatureCommands}
          renderStatus={renderStatus}
        />
        {overlays}
      </ConnectionContext>
    </SessionContext>
  );
}

function renderStatus({ goTo }: LayoutActions): ReactNode {
  return (
    <ModeControl
      onOpen={() => {
        goTo('connection');
      }}
    />
  );
}

/** The sidebar; what changes in a conversation draws it again only where it shows it. */
const FrameSidebar = memo(function FrameSidebar({
  history,
  openId,
  newKeys,
  actions,
  startNew,
  openConversation,
}: {
  readonly history: History;
  readonly openId: string | undefined;
  readonly newKeys: readonly string[];
  readonly actions: LayoutActions;
  readonly startNew: (actions: LayoutActions) => void;
  readonly openConversation: (actions: LayoutActions, ...opened: Parameters<OpenConversation>) => Promise<void>;
}) {
  return (
    <Sidebar
      history={history}
      openId={openId}
      newKeys={newKeys}
      onNew={() => {
        startNew(actions);
      }}
      onOpen={(id, kind, at) => {
        void openConversation(actions, id, kind, at);
      }}
    />
  );
});
