import type { Turn } from '../../electron/contract/chat-turn.ts';
import type { StoredMessage } from '../../electron/contract/history.ts';
import type { OpenToolCalls } from './open-tool-calls.ts';

/**
 * Returns the indexes of the messages that stay rendered out of view: those of `ids`, the edited one, and those with a
 * form for a tool call, which would lose what was typed into it.
 */
export function keptRows(
  messages: readonly StoredMessage[],
  ids: ReadonlySet<string>,
  turn: Turn | undefined,
  openCalls: OpenToolCalls | undefined,
  editedId: string | undefined,
): readonly number[] {
  const formIds = new Set(turn?.waiting.map(({ messageId }) => messageId));
  if (openCalls !== undefined) formIds.add(openCalls.messageId);
  return messages.flatMap(({ id }, index) => (ids.has(id) || id === editedId || formIds.has(id) ? [index] : []));
}
