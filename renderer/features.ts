import { createChat, type Chat } from './chat/chat.ts';
import type { ComposerStore } from './chat/composer-store.ts';
import { openFirstComposer } from './chat/restore-conversation.ts';
import { createConnectionStores, type ConnectionStores } from './connection/connection-context.ts';
import { createHistory, type History } from './conversations/history.ts';
import { folderForNew } from './conversations/list-filter.ts';
import { createHelp, type Help } from './help/help.ts';
import { createNotebookView, type NotebookView } from './notebook/notebook-view.ts';
import { createNotebook, type Notebook } from './notebook/notebook.ts';
import { createScoring, type Scoring } from './notebook/scoring.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import type { Session } from './state/session.ts';

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

/** Creates the features. `unsentId` is the id of the conversation that was not sent when the last window closed. */
export function createFeatures(session: Session, unsentId: string | undefined): Features {
  const folderForNewConversation = () => folderForNew(history.list.read().filter);
  const chat = createChat(session, folderForNewConversation, unsentId);
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
