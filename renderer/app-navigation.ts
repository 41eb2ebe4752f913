import type { Conversation } from '../electron/contract/history.ts';
import { nextInput } from './state/pending-request.ts';
import { chatText } from './chat/text.ts';
import type { Features } from './features.ts';
import type { LayoutActions } from './layout/command.ts';
import { startNewText } from './notebook/notebook-commands.ts';
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
  if (kind === 'notebook') void notebook.open(id);
  else void chat.conversation.open(id, at);
  goTo(kind === 'notebook' ? 'notebook' : 'chat');
}

/** Starts a text in the Notebook with the messages of a conversation, as its model reads them. */
export async function openAsText(session: Session, features: Features, actions: LayoutActions, id: string): Promise<void> {
  const input = nextInput();
  const { call } = session.bridge;
  const opened = await call('history.open', { id, at: null, limit: 1 });
  const last = opened.ok ? opened.value.messages.at(-1) : undefined;
  const result = last === undefined ? opened : await call('chat.templateText', { messageId: last.id });
  if (!result.ok) return session.report(result.failure);
  if (!('text' in result.value)) return; // a conversation without messages
  const { text } = result.value;
  const open = () => {
    features.notebook.startWith(text);
    features.notebookView.view.write('write');
    actions.goTo('notebook');
  };
  // A long conversation takes seconds, and the user may be typing by now, even in the Notebook.
  if (input.aborted) session.toaster.show({ title: chatText.rawText.ready, action: { label: chatText.rawText.open, onSelect: open } });
  else open();
}
