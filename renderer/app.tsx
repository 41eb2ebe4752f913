import { useCallback, useMemo, type ReactNode } from 'react';
import type { Conversation } from '../electron/contract/history.ts';
import { openAsText, startConversation } from './app-navigation.ts';
import { AppSidebar } from './app-sidebar.tsx';
import { chatCommands, chatKeys } from './chat/chat-commands.ts';
import { ChatScreen } from './chat/chat-screen.tsx';
import { currentConversationId, type CurrentConversation } from './chat/conversation-store.ts';
import { chatText } from './chat/text.ts';
import { ConnectionContext } from './connection/connection-context.ts';
import { connectionCommands } from './connection/connection-commands.ts';
import { ConnectionScreen } from './connection/connection-screen.tsx';
import { ModeControl } from './connection/mode-control.tsx';
import { ProfileDrop } from './connection/profiles/profile-import.tsx';
import { QuestionDialog } from './connection/ssh-questions.tsx';
import type { Command, LayoutActions } from './layout/command.ts';
import { AppLayout, type ScreenProps } from './layout/app-layout.tsx';
import type { Section } from './layout/sections.ts';
import { ConversationMenu } from './conversations/conversation-menu.tsx';
import { historyCommands } from './conversations/history.ts';
import type { Features } from './features.ts';
import { HelpPanel } from './help/help-panel.tsx';
import { LibraryScreen } from './library/library-screen.tsx';
import { notebookCommands, notebookKeys } from './notebook/notebook-commands.ts';
import { NotebookScreen } from './notebook/notebook-screen.tsx';
import { runCommands } from './runs/runs.ts';
import { RunHeadingActions, RunsScreen, useOpenRunName } from './runs/runs-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { ConnectionNavigationContext, type ConnectionNavigation } from './shared/connection-navigation.tsx';
import { SessionContext, type Session } from './state/session.ts';
import { useStore } from './state/store.ts';
import { ToolsScreen } from './tools/tools-screen.tsx';

/** The window after its session is open. The only place that joins layout and features. */
export function App({ session, features }: { readonly session: Session; readonly features: Features }) {
  const { chat, notebook, notebookView, scoring, runs, connectionStores, history, help } = features;
  const shown = useStore(chat.conversation);
  const openText = useStore(notebook.conversation);
  const openRunName = useOpenRunName(runs);

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
              startConversation(features, actions);
              chat.settings.change(settings);
            }}
          />
        );
      case 'tools':
        return <ToolsScreen />;
      case 'connection':
        return <ConnectionScreen onStartChat={() => startConversation(features, actions)} />;
      case 'settings':
        return <SettingsScreen shortcuts={[...shortcuts, ...chatKeys, ...notebookKeys]} />;
    }
  };
  const navigationFrom = ({ goTo }: LayoutActions): ConnectionNavigation => ({
    open: () => goTo('connection'),
    check: () => {
      goTo('connection');
      connectionStores.checkRequest.request();
    },
    setUp: () => {
      goTo('connection');
      connectionStores.setupRequest.request();
    },
  });
  const openIds: Readonly<Partial<Record<Section, string | null>>> = {
    chat: currentConversationId(shown),
    notebook: openText?.id ?? null,
  };
  const renderSidebar = (section: Section, actions: LayoutActions) => (
    <AppSidebar
      features={features}
      creates={section === 'notebook' ? 'text' : 'conversation'}
      openId={openIds[section] ?? undefined}
      actions={actions}
    />
  );
  // A conversation that is being opened, or failed to open, keeps its title.
  const shownConversation = (chosen: CurrentConversation): Conversation | null => {
    if (chosen.kind === 'opening' || chosen.kind === 'failed')
      return history.list.read().conversations.find(({ id }) => id === chosen.id) ?? null;
    return chosen.kind === 'open' ? chosen.conversation : null;
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
            onOpenAsText={canOpenAsText(conversation) ? () => void openAsText(session, features, actions, conversation.id) : undefined}
          />
        ),
      };
    return section === 'chat' ? { title: chatText.newConversation } : undefined;
  };
  const createFeatureCommands = useCallback(
    (actions: LayoutActions): readonly Command[] => [
      ...chatCommands(chat, session.info.shell, {
        startNew: () => startConversation(features, actions),
        showChat: () => actions.show('chat'),
      }),
      ...historyCommands(history, actions.showSidebar),
      ...notebookCommands(notebook, notebookView, {
        goToNotebook: () => actions.goTo('notebook'),
        showNotebook: () => actions.show('notebook'),
      }),
      ...runCommands(runs, () => actions.goTo('runs')),
      ...connectionCommands(session, connectionStores.checkRequest, () => actions.goTo('connection')),
    ],
    [chat, connectionStores, features, history, notebook, notebookView, runs, session],
  );
  const openHelp = useCallback((section: Section) => help.open(helpParts[section]), [help]);
  const helpPanel = useMemo(() => <HelpPanel help={help} />, [help]);
  const overlays = useMemo(
    () => (
      <>
        <QuestionDialog />
        <ProfileDrop />
      </>
    ),
    [],
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
  return <ModeControl onOpen={() => goTo('connection')} />;
}
