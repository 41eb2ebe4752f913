import type { Run } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';

/**
 * Returns the indexes of the messages that stay rendered out of view: those of `ids`, the edited one, and those with a
 * form for a tool call, which would lose what was typed into it.
 */
export function keptRows(
  messages: readonly StoredMessage[],
  ids: ReadonlySet<string>,
  run: Run | undefined,
  editedId: string | undefined,
): readonly number[] {
  const formIds = new Set(run?.waiting.map(({ messageId }) => messageId));
  const last = messages.at(-1);
  // The form of a call without a run is in the last message.
  if (last?.role === 'assistant' && last.answer.parts.some(({ kind }) => kind === 'tool-call')) formIds.add(last.id);
  return messages.flatMap(({ id }, index) => (ids.has(id) || id === editedId || formIds.has(id) ? [index] : []));
}
