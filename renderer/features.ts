import { createChat, openFirstComposer } from './chat/chat.ts';
import { createConnectionStores } from './connection/connection-context.ts';
import { createHistory } from './conversations/history.ts';
import { folderForNew } from './conversations/list-filter.ts';
import { createHelp } from './help/help.ts';
import { createNotebookView } from './notebook/notebook-commands.ts';
import { createNotebook } from './notebook/notebook.ts';
import { createScoring } from './notebook/scoring.ts';
import { createRuns } from './runs/runs.ts';
import type { Session } from './state/session.ts';

export type Features = ReturnType<typeof createFeatures>;

/**
 * Creates the state of the features, independent of the shown section. `unsentId` is the id of the conversation that was not sent when
 * the last window closed.
 */
export function createFeatures(session: Session, unsentId: string | undefined) {
  const folderForNewConversation = () => folderForNew(history.list.read().filter);
  const chat = createChat(session, folderForNewConversation, unsentId);
  const firstComposer = openFirstComposer(chat); // its drafts are read before everything else
  const history = createHistory(session);
  return {
    chat,
    /** Resolves to the first composer once it is editable. */
    firstComposer,
    notebook: createNotebook(session, folderForNewConversation),
    notebookView: createNotebookView(),
    scoring: createScoring(session),
    runs: createRuns(session),
    connectionStores: createConnectionStores(session.bridge),
    history,
    help: createHelp(session),
  };
}
