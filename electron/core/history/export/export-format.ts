import * as z from 'zod';
import { maxImages } from '../../../contract/constants.ts';
import { imageSchema, type Image } from '../../../contract/image.ts';
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

/** An image in a file. Its content, as Base64, stands where the conversation first names it. */
const exportedImageSchema = imageSchema.unwrap().extend({ data: z.string().exactOptional() }).readonly();
const images = z.array(exportedImageSchema).max(maxImages).readonly().exactOptional();

/** A message in a file: as it is stored, without what follows from its position in the tree. */
const exportedMessageSchema = z.discriminatedUnion('role', [
  z.object({ ...common, role: z.literal('user'), ...bodySchemas.user.unwrap().shape, images }).readonly(),
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
  z.object({ ...common, role: z.literal('tool'), ...bodySchemas.tool.unwrap().shape, images }).readonly(),
]);
type ExportedMessage = z.infer<typeof exportedMessageSchema>;

/** A conversation in a file, with all branches. Parents come before their children. */
const exportedConversationSchema = conversationSchema
  .unwrap()
  .extend({ leafId: id.nullable(), messages: z.array(exportedMessageSchema).readonly() })
  .readonly();
type ExportedConversation = z.infer<typeof exportedConversationSchema>;

/** An image of a conversation that is imported. */
export interface ImportedImage {
  /** Empty if it is unknown. */
  readonly name: string;
  readonly alternative: string;
  /** Reads its content, which is empty if the file doesn't have it. */
  readonly read: () => Buffer;
}

type Importable<Message> = Message extends { readonly role: 'assistant' }
  ? Message
  : Omit<Message, 'images'> & { readonly images?: readonly ImportedImage[] };

/** A message that is imported, from this program or another. */
export type ImportedMessage = Importable<ExportedMessage>;
export type ImportedConversation = Omit<ExportedConversation, 'messages'> & { readonly messages: readonly ImportedMessage[] };

/** Writes everything, one message per line, so that nobody needs the whole file in memory. */
export function createJsonWriter(contentOf: (image: Image) => Uint8Array | undefined): ExportWriter {
  let written = new Set<string>();
  const withContent = (image: Image): z.infer<typeof exportedImageSchema> => {
    const content = written.has(image.hash) ? undefined : contentOf(image);
    written.add(image.hash);
    return content ? { ...image, data: Buffer.from(content).toString('base64') } : image;
  };
  return {
    takes: 'tree',
    begin: (now) =>
      `{"format":${JSON.stringify(exportFormatName)},"version":${exportFormatVersion},"exportedAt":${JSON.stringify(new Date(now).toISOString())},"conversations":[`,
    conversation: (conversation, leafId, isFirst) => {
      written = new Set();
      const head: Omit<ExportedConversation, 'messages'> = { ...conversation, leafId };
      return `${isFirst ? '' : ','}\n${JSON.stringify(head).slice(0, -1)},"messages":[`;
    },
    message: (stored, request, isFirst, tokens) => {
      const { conversationId: _, siblings: __, ...message } = stored;
      const exported: ExportedMessage =
        message.role === 'assistant'
          ? { ...message, ...exportedAnswer(message, tokens), request }
          : { ...message, ...(message.images ? { images: message.images.map(withContent) } : {}) };
      return `${isFirst ? '' : ','}\n${JSON.stringify(exported)}`;
    },
    endConversation: () => ']}',
    end: () => ']}\n',
  };
}

/** Returns an answer with its tokens, which are stored apart from it, and its failure with sentences for the file's readers. */
function exportedAnswer(
  { answer, failure }: Pick<StoredAnswer, 'answer' | 'failure'>,
  tokens: readonly Token[] | null,
): Pick<Extract<ExportedMessage, { role: 'assistant' }>, 'answer' | 'failure'> {
  return { answer: { ...withoutTokens(answer), logprobs: tokens }, failure: failure && { ...failure, ...describeFailure(failure) } };
}

/**
 * Reads a conversation of our own export. Drops its tool ids, because a file must not switch on a tool. Makes the ids of an answer's
 * calls unique, because one decision would count for both of two with the same id.
 */
export function readCauseway(value: unknown): ImportedConversation | undefined {
  const { data } = exportedConversationSchema.safeParse(value);
  if (!data) return undefined;
  const contents = new Map<string, string>();
  for (const message of data.messages) {
    for (const image of message.role === 'assistant' ? [] : (message.images ?? [])) {
      if (image.data !== undefined) contents.set(image.hash, image.data);
    }
  }
  return {
    ...data,
    settings: { ...data.settings, toolIds: [] },
    messages: data.messages.map((message) => (message.role === 'assistant' ? withUniqueCalls(message) : withReaders(message, contents))),
  };
}

/** Replaces the images of a message by functions that decode them when they are saved. */
function withReaders(
  { images = [], ...others }: Exclude<ExportedMessage, { role: 'assistant' }>,
  contents: ReadonlyMap<string, string>,
): ImportedMessage {
  const read = (hash: string) => (): Buffer => Buffer.from(contents.get(hash) ?? '', 'base64');
  return { ...others, images: images.map(({ name, alternative, hash }) => ({ name, alternative, read: read(hash) })) };
}

function withUniqueCalls(message: Extract<ExportedMessage, { role: 'assistant' }>): Extract<ExportedMessage, { role: 'assistant' }> {
  const freeId = createUniqueIds();
  const parts = message.answer.parts.map((part): AnswerPart => (part.kind === 'tool-call' ? { ...part, id: freeId(part.id) } : part));
  return { ...message, answer: { ...message.answer, parts } };
}
