import type { AnswerPart } from '../../../contract/answer.ts';
import { createUniqueIds } from '../../shared/unique-ids.ts';
import { exportedConversationSchema, type ExportedConversation, type ExportedMessage } from '../export/export-format.ts';

/**
 * Reads a conversation of our own export. The ids of its tools mean nothing here, and none is to be switched on by a file;
 * no two calls of an answer may have one id, or one decision would count for both.
 */
export function readCauseway(value: unknown): ExportedConversation | undefined {
  const { data } = exportedConversationSchema.safeParse(value);
  return data && { ...data, settings: { ...data.settings, toolIds: [] }, messages: data.messages.map(withUniqueCalls) };
}

function withUniqueCalls(message: ExportedMessage): ExportedMessage {
  if (message.role !== 'assistant') return message;
  const freeId = createUniqueIds();
  const parts = message.answer.parts.map((part): AnswerPart => (part.kind === 'tool-call' ? { ...part, id: freeId(part.id) } : part));
  return { ...message, answer: { ...message.answer, parts } };
}
