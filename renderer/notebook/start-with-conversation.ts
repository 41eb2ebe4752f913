import type { Session } from '../state/session.ts';
import type { NotebookView } from './notebook-view.ts';
import type { Notebook } from './notebook.ts';

/** Starts a text with a conversation of the chat, as its model reads it. Reports a failure and returns whether there was none. */
export async function startWithConversation(
  { bridge, report }: Session,
  notebook: Notebook,
  { view }: NotebookView,
  conversationId: string,
): Promise<boolean> {
  const opened = await bridge.call('history.open', { id: conversationId, at: null, limit: 1 });
  const last = opened.ok ? opened.value.messages.at(-1) : undefined;
  const result = last === undefined ? opened : await bridge.call('chat.templateText', { messageId: last.id });
  if (!result.ok) {
    report(result.failure);
    return false;
  }
  if (!('text' in result.value)) return false; // a conversation without messages
  notebook.startWith(result.value.text);
  view.write('write');
  return true;
}
