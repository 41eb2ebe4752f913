import * as z from 'zod';
import { answerStateSchema, conversationSchema, type StoredAnswer } from '../../../contract/history.ts';
import type { Token } from '../../../contract/tokens.ts';
import { modeSchema } from '../../../contract/profile.ts';
import { bodySchemas } from '../repository/message-body.ts';
import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { ExportWriter } from './export-writer.ts';
import type { AnswerPart } from '../../../contract/answer.ts';
import { withoutTokens } from '../repository/tokens.ts';
import { createUniqueIds } from '../../shared/unique-ids.ts';

/** The name and version our own files begin with. README.md describes the format. */
const exportFormatName = 'causeway-conversations';
const exportFormatVersion = 1;

const id = z.string().min(1).max(100);
const common = { id, parentId: id.nullable(), createdAt: z.number() };

/** A message in a file: as it is stored, without what follows from its position in the tree. */
const exportedMessageSchema = z.discriminatedUnion('role', [
  z.object({ ...common, role: z.literal('user'), ...bodySchemas.user.unwrap().shape }).readonly(),
  z
    .object({
      ...common,
      role: z.literal('assistant'),
      model: z.string(),
      mode: modeSchema.nullable(),
      state: answerStateSchema,
      ...bodySchemas.assistant.unwrap().shape,
      /** The body that was sent, for "copy as code". */
      request: z.record(z.string(), z.unknown()).nullable().default(null),
    })
    .readonly(),
  z.object({ ...common, role: z.literal('tool'), ...bodySchemas.tool.unwrap().shape }).readonly(),
]);
export type ExportedMessage = z.infer<typeof exportedMessageSchema>;

/** A conversation in a file, with all branches. Parents come before their children. */
const exportedConversationSchema = conversationSchema
  .unwrap()
  .extend({ leafId: id.nullable(), messages: z.array(exportedMessageSchema).readonly() })
  .readonly();
export type ExportedConversation = z.infer<typeof exportedConversationSchema>;

/** Writes everything, one message per line, so that nobody needs the whole file in memory. */
export const jsonWriter: ExportWriter = {
  takes: 'tree',
  begin: (now) =>
    `{"format":${JSON.stringify(exportFormatName)},"version":${exportFormatVersion},"exportedAt":${JSON.stringify(new Date(now).toISOString())},"conversations":[`,
  conversation: (conversation, leafId, isFirst) => {
    const head: Omit<ExportedConversation, 'messages'> = { ...conversation, leafId };
    return `${isFirst ? '' : ','}\n${JSON.stringify(head).slice(0, -1)},"messages":[`;
  },
  message: (stored, request, isFirst, tokens) => {
    const { conversationId: _, siblings: __, ...message } = stored;
    const exported: ExportedMessage = message.role === 'assistant' ? { ...message, ...exportedAnswer(message, tokens), request } : message;
    return `${isFirst ? '' : ','}\n${JSON.stringify(exported)}`;
  },
  endConversation: () => ']}',
  end: () => ']}\n',
};

/** Returns an answer with its tokens, which are stored apart from it, and its failure with sentences for the file's readers. */
function exportedAnswer(
  { answer, failure }: Pick<StoredAnswer, 'answer' | 'failure'>,
  tokens: readonly Token[] | null,
): Pick<Extract<ExportedMessage, { role: 'assistant' }>, 'answer' | 'failure'> {
  return { answer: { ...withoutTokens(answer), logprobs: tokens }, failure: failure && { ...failure, ...describeFailure(failure) } };
}

/** Returns whether a file that begins with these bytes is our own export. */
export function isOwnExport(start: Uint8Array): boolean {
  const text = Buffer.from(start.subarray(0, 200)).toString('utf8');
  return new RegExp(`^\\uFEFF?\\s*\\{\\s*"format"\\s*:\\s*"${exportFormatName}"`).test(text);
}

/**
 * Reads a conversation of our own export. Drops its tool ids, because a file must not switch on a tool. Makes the ids of an answer's
 * calls unique, because one decision would count for both of two with the same id.
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
