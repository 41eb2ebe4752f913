import { memo, useCallback, useMemo, type ReactNode } from 'react';
import type { Conversation } from '../electron/contract/history.ts';
import { createChat, type Chat } from './chat/chat.ts';
import { chatCommands, chatKeys, newConversationShortcut } from './chat/chat-commands.ts';
import { ChatScreen } from './chat/chat-screen.tsx';
import type { ComposerStore } from './chat/composer-store.ts';
import { currentConversationId, type CurrentConversation } from './chat/conversation-store.ts';
import { openFirstComposer } from './chat/restore-conversation.ts';
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
import { createHistory, type History, type OpenConversation } from './conversations/history.ts';
import { folderForNew } from './conversations/list-filter.ts';
import { Sidebar } from './conversations/sidebar.tsx';
import { createHelp, type Help } from './help/help.ts';
import { HelpPanel } from './help/help-panel.tsx';
import { LibraryScreen } from './library/library-screen.tsx';
import { notebookCommands, notebookKeys } from './notebook/notebook-commands.ts';
import { NotebookScreen } from './notebook/notebook-screen.tsx';
import { createNotebookView, type NotebookView } from './notebook/notebook-view.ts';
import { createNotebook, type Notebook } from './notebook/notebook.ts';
import { createScoring, type Scoring } from './notebook/scoring.ts';
import { runCommands } from './runs/run-commands.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import { RunHeadingActions, RunsScreen, useOpenRunName } from './runs/runs-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { ConnectionNavigationContext, type ConnectionNavigation } from './shared/connection-navigation.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { ToolsScreen } from './tools/tools-screen.tsx';
import { shortcutKeys } from './ui/shortcut.tsx';
import { ToastRegion } from './ui/toaster.tsx';
import { appText } from './text.ts';

/** State of the features, independent of the shown section. */
export interface Features {
  readonly chat: Chat;
  /** Resolves to the first composer once it is editable. */
  readonly firstComposer: Promise<ComposerStore>;
  readonly notebook: Notebook;
  readonly notebookView: NotebookView;
  readonly scoring: Scoring;
  readonly runs: Runs;
  readonly connectionStores: ConnectionStores;
  readonly history: History;
  readonly help: Help;
}

export function createFeatures(session: Session): Features {
  const folderForNewConversation = () => folderForNew(history.list.read().filter);
  const chat = createChat(session, folderForNewConversation);
  const firstComposer = openFirstComposer(chat);
  const notebook = createNotebook(session, folderForNewConversation);
  const scoring = createScoring(session);
  const runs = createRuns(session);
  const connectionStores = createConnectionStores(session.bridge);
  const history = createHistory(session);
  return {
    chat,
    firstComposer,
    notebook,
    notebookView: createNotebookView(),
    scoring,
    runs,
    connectionStores,
    history,
    help: createHelp(),
  };
}

/** The window after its session is open. The only place that joins layout and features. */
export function App({ session, features }: { readonly session: Session; readonly features: Features }) {
  const { chat, notebook, notebookView, scoring, runs, connectionStores, history, help } = features;
  const shown = useStore(chat.conversation);
  const openText = useStore(notebook.conversation);
  const openRunName = useOpenRunName(runs);
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
      case 'notebook':
        return <NotebookScreen notebook={notebook} view={notebookView} scoring={scoring} />;
      case 'runs':
        return <RunsScreen runs={runs} />;
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
        return <SettingsScreen shortcuts={[...shortcuts, ...chatKeys, ...notebookKeys]} />;
    }
  };
  const navigationFrom = ({ goTo }: LayoutActions): ConnectionNavigation => ({
    open: () => {
      goTo('connection');
    },
    check: () => {
      goTo('connection');
      connectionStores.checkRequest.request();
    },
  });
  const openConversation = useCallback(
    async ({ goTo }: LayoutActions, id: string, kind: Conversation['kind'] | null, at: string | null) => {
      let found = kind;
      if (found === null) {
        const result = await session.bridge.call('history.open', { id, at: null, limit: 1 });
        // If that failed, opening the conversation shows why.
        found = result.ok ? result.value.conversation.kind : 'chat';
      }
      if (found === 'completion') void notebook.open(id);
      else void chat.conversation.open(id, at);
      goTo(found === 'completion' ? 'notebook' : 'chat');
    },
    [chat, notebook, session],
  );
  const newKeys = useMemo(() => shortcutKeys(newConversationShortcut(session.info.shell), isMac), [isMac, session]);
  const openIds: Readonly<Partial<Record<Section, string | null>>> = {
    chat: currentConversationId(shown),
    notebook: openText?.id ?? null,
  };
  const renderSidebar = (section: Section, actions: LayoutActions) => (
    <LayoutSidebar
      history={history}
      openId={openIds[section] ?? undefined}
      newKeys={newKeys}
      actions={actions}
      startNew={startNew}
      openConversation={openConversation}
    />
  );
  // A conversation that is being opened, or failed to open, keeps its title.
  const shownConversation = (chosen: CurrentConversation): Conversation | null => {
    if (chosen.kind === 'opening' || chosen.kind === 'failed')
      return history.list.read().conversations.find(({ id }) => id === chosen.id) ?? null;
    return chosen.kind === 'open' ? chosen.conversation : null;
  };
  const openAsText = async ({ goTo }: LayoutActions, id: string) => {
    const opened = await session.bridge.call('history.open', { id, at: null, limit: 1 });
    const last = opened.ok ? opened.value.messages.at(-1) : undefined;
    const result = last === undefined ? opened : await session.bridge.call('chat.templateText', { messageId: last.id });
    if (!result.ok) session.report(result.failure);
    else if ('text' in result.value) {
      notebook.startWith(result.value.text);
      notebookView.view.write('write');
      goTo('notebook');
    }
  };
  const getHeading = (section: Section, actions: LayoutActions) => {
    if (section === 'runs') return openRunName === undefined ? undefined : { title: openRunName, aside: <RunHeadingActions runs={runs} /> };
    const conversation = section === 'chat' ? shownConversation(shown) : section === 'notebook' ? openText : null;
    if (conversation !== null)
      return {
        title: conversation.title,
        aside: (
          <ConversationMenu
            history={history}
            conversation={conversation}
            onOpenAsText={canOpenAsText(conversation) ? () => void openAsText(actions, conversation.id) : undefined}
          />
        ),
      };
    return section === 'chat' ? { title: appText.newConversation } : undefined;
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
        title: appText.commands.searchAll,
        group: appText.commands.chatGroup,
        keywords: appText.commands.searchAllKeywords,
        shortcut: { key: 'f', isShift: true },
        run: () => {
          actions.showSidebar();
          history.searchFocus.request();
        },
      },
      {
        id: 'import-conversations',
        title: appText.commands.importConversations,
        group: appText.commands.chatGroup,
        keywords: appText.commands.importKeywords,
        run: () => {
          // The sidebar shows the progress.
          actions.showSidebar();
          void history.actions.importFiles();
        },
      },
      ...notebookCommands(notebook, notebookView, () => {
        actions.goTo('notebook');
      }),
      ...runCommands(runs, () => {
        actions.goTo('runs');
      }),
      ...connectionCommands(session, connectionStores.checkRequest, () => {
        actions.goTo('connection');
      }),
    ],
    [chat, connectionStores, history, notebook, notebookView, runs, session, startNew],
  );
  const openHelp = useCallback(
    (section: Section) => {
      help.open(helpParts[section]);
    },
    [help],
  );
  const helpPanel = useMemo(() => <HelpPanel help={help} />, [help]);
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
      <ConnectionContext value={connectionStores}>
        <AppLayout
          renderScreen={(section, props) => (
            <ConnectionNavigationContext value={navigationFrom(props.actions)}>{renderScreen(section, props)}</ConnectionNavigationContext>
          )}
          renderSidebar={renderSidebar}
          getHeading={getHeading}
          createFeatureCommands={createFeatureCommands}
          renderStatus={renderStatus}
          onHelp={openHelp}
          help={helpPanel}
        />
        {overlays}
      </ConnectionContext>
    </SessionContext>
  );
}

function canOpenAsText({ kind, trashedAt }: Conversation): boolean {
  return kind === 'chat' && trashedAt === null;
}

/** The part of the guide about each section. */
const helpParts: Readonly<Record<Section, string>> = {
  chat: 'chat',
  notebook: 'notebook',
  runs: 'runs',
  library: 'library',
  tools: 'tools',
  connection: 'modes',
  settings: 'settings-and-your-data',
};

function renderStatus({ goTo }: LayoutActions): ReactNode {
  return (
    <ModeControl
      onOpen={() => {
        goTo('connection');
      }}
    />
  );
}

/** Memoized, so that changes in a conversation re-render the sidebar only if it shows them. */
const LayoutSidebar = memo(function FrameSidebar({
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
