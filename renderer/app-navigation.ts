import type { Conversation } from '../electron/contract/history.ts';
import type { Features } from './features.ts';
import type { LayoutActions } from './layout/command.ts';
import { startNewText } from './notebook/notebook-commands.ts';
import { startWithConversation } from './notebook/start-with-conversation.ts';
import type { Session } from './state/session.ts';

/** Opens a new conversation in the chat. */
export function startConversation({ chat }: Features, { goTo }: LayoutActions): void {
  chat.conversation.openNew();
  goTo('chat');
}

/** Opens a new text in the Notebook. */
export function startText({ notebook, notebookView }: Features, { goTo }: LayoutActions): void {
  startNewText(notebook, notebookView);
  goTo('notebook');
}

/** Opens a conversation in the chat, or a text in the Notebook. */
export function openConversation(
  { chat, notebook }: Features,
  { goTo }: LayoutActions,
  { id, kind, at }: { readonly id: string; readonly kind: Conversation['kind']; readonly at: string | null },
): void {
  if (kind === 'completion') void notebook.open(id);
  else void chat.conversation.open(id, at);
  goTo(kind === 'completion' ? 'notebook' : 'chat');
}

/** Starts a text in the Notebook with the messages of a conversation. */
export async function openAsText(
  session: Session,
  { notebook, notebookView }: Features,
  { goTo }: LayoutActions,
  id: string,
): Promise<void> {
  if (await startWithConversation(session, notebook, notebookView, id)) goTo('notebook');
}
