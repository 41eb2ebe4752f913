import type { AnswerPart } from '../../../contract/answer.ts';
import { createFreeIds } from '../../support/free-ids.ts';
import { portableConversationSchema, type PortableConversation, type PortableMessage } from '../portable/portable-conversation.ts';

/**
 * Reads a conversation of our own export. The ids of its tools mean nothing here, and none is to be switched on by a file;
 * no two calls of an answer may have one id, or one decision would count for both.
 */
export function readOurs(value: unknown): PortableConversation | undefined {
  const { data } = portableConversationSchema.safeParse(value);
  return data && { ...data, settings: { ...data.settings, toolIds: [] }, messages: data.messages.map(withUniqueCalls) };
}

function withUniqueCalls(message: PortableMessage): PortableMessage {
  if (message.role !== 'assistant') return message;
  const freeId = createFreeIds();
  const parts = message.answer.parts.map((part): AnswerPart => (part.kind === 'tool-call' ? { ...part, id: freeId(part.id) } : part));
  return { ...message, answer: { ...message.answer, parts } };
}
