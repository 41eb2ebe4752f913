import * as z from 'zod';
import { exportFormats } from './constants.ts';
import { answerSchema } from './answer.ts';
import { parametersSchema } from './conversation.ts';
import { failureSchema } from './failure-schema.ts';
import { modeSchema } from './profile.ts';

const id = z.string().min(1).max(100);

/** A text file the user added to a message; it is sent inside the message, under its name. */
export const attachmentSchema = z
  .object({ name: z.string().min(1).max(300), language: z.string().max(40).nullable(), text: z.string().max(2_000_000) })
  .readonly();
export type Attachment = z.infer<typeof attachmentSchema>;

/** Who made a tool's result. */
export const toolResultSourceSchema = z.enum(['user', 'http', 'command', 'mcp', 'causeway']);
export type ToolResultSource = z.infer<typeof toolResultSourceSchema>;

const messageFields = {
  id,
  conversationId: id,
  /** Null: it opens the conversation. */
  parentId: id.nullable(),
  createdAt: z.number(),
  /** All messages with the same parent, oldest first, itself among them: the branches at this point. */
  siblings: z.array(id).readonly(),
};

/** How far an answer is. `interrupted`: the program ended in the middle of it. */
export const answerStateSchema = z.enum(['running', 'complete', 'stopped', 'failed', 'interrupted']);
export type AnswerState = z.infer<typeof answerStateSchema>;

/** A message as it is kept: a node of the conversation's tree. */
export const storedMessageSchema = z.discriminatedUnion('role', [
  z.object({ ...messageFields, role: z.literal('user'), text: z.string(), attachments: z.array(attachmentSchema).readonly() }).readonly(),
  z
    .object({
      ...messageFields,
      role: z.literal('assistant'),
      model: z.string(),
      /** The way it came; null where that is not known, as with imported ones. */
      mode: modeSchema.nullable(),
      state: answerStateSchema,
      answer: answerSchema,
      failure: failureSchema.nullable(),
    })
    .readonly(),
  z
    .object({
      ...messageFields,
      role: z.literal('tool'),
      callId: z.string(),
      name: z.string(),
      text: z.string(),
      isError: z.boolean(),
      by: toolResultSourceSchema,
    })
    .readonly(),
]);
export type StoredMessage = z.infer<typeof storedMessageSchema>;
export type StoredAnswer = Extract<StoredMessage, { role: 'assistant' }>;

/** What a conversation asks with. */
export const conversationSettingsSchema = z
  .object({
    model: z.string().nullable(),
    systemPrompt: z.string().max(200_000),
    parameters: parametersSchema,
    toolIds: z.array(id).readonly(),
  })
  .readonly();
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;

/** A conversation without its messages. `completion`: a text the model goes on with. */
export const conversationSchema = z
  .object({
    id,
    kind: z.enum(['chat', 'completion']),
    title: z.string(),
    /** The user's own title is never replaced by a made one. */
    isNamedByUser: z.boolean(),
    createdAt: z.number(),
    updatedAt: z.number(),
    folder: z.string().nullable(),
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    trashedAt: z.number().nullable(),
    settings: conversationSettingsSchema,
  })
  .readonly();
export type Conversation = z.infer<typeof conversationSchema>;

/** What a folder may be called. */
export const folderNameSchema = z.string().trim().min(1).max(120);

/** A folder, and how many conversations it holds; those in the archive and the trash are not counted. */
export const folderSchema = z.object({ name: z.string(), conversations: z.number().int() }).readonly();
export type Folder = z.infer<typeof folderSchema>;

/** A change names only what changes. */
export const conversationChangeSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(300).exactOptional(),
    folder: folderNameSchema.nullable().exactOptional(),
    isPinned: z.boolean().exactOptional(),
    isArchived: z.boolean().exactOptional(),
    settings: conversationSettingsSchema.exactOptional(),
  })
  .readonly();
export type ConversationChange = z.infer<typeof conversationChangeSchema>;

/** Which conversations to list; pinned ones come first, then the newest. */
export const conversationScopeSchema = z.enum(['current', 'archived', 'trash']);
export type ConversationScope = z.infer<typeof conversationScopeSchema>;

export const listRequestSchema = z
  .object({
    shelf: conversationScopeSchema,
    folder: z.string().nullable().exactOptional(),
    kind: z.enum(['chat', 'completion']).exactOptional(),
    /** From the former page. */
    cursor: z.string().exactOptional(),
    limit: z.number().int().min(1).max(500),
  })
  .readonly();
export type ListRequest = z.infer<typeof listRequestSchema>;

export const conversationPageSchema = z
  .object({ conversations: z.array(conversationSchema).readonly(), next: z.string().nullable() })
  .readonly();
export type ConversationPage = z.infer<typeof conversationPageSchema>;

/** A stretch of the branch in use, oldest first. */
export const messagePageSchema = z
  .object({
    conversation: conversationSchema,
    messages: z.array(storedMessageSchema).readonly(),
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
  })
  .readonly();
export type MessagePage = z.infer<typeof messagePageSchema>;

export const searchRequestSchema = z
  .object({
    text: z.string().min(1).max(500),
    model: z.string().exactOptional(),
    folder: z.string().exactOptional(),
    after: z.number().exactOptional(),
    before: z.number().exactOptional(),
    cursor: z.string().exactOptional(),
    limit: z.number().int().min(1).max(200),
  })
  .readonly();
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** One find, newest first; `messageId` is null where the title was found. */
export const searchHitSchema = z
  .object({
    conversationId: id,
    title: z.string(),
    messageId: id.nullable(),
    role: z.enum(['title', 'user', 'assistant', 'tool']),
    at: z.number(),
    /** The words around the find, in pieces. */
    excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() }).readonly()).readonly(),
  })
  .readonly();
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchPageSchema = z.object({ hits: z.array(searchHitSchema).readonly(), next: z.string().nullable() }).readonly();
export type SearchPage = z.infer<typeof searchPageSchema>;

/** What past answers of a model measured. */
export const modelSpeedSchema = z
  .object({ model: z.string(), mode: modeSchema, tokensPerSecond: z.number(), firstTokenMs: z.number(), answers: z.number().int() })
  .readonly();
export type ModelSpeed = z.infer<typeof modelSpeedSchema>;

/** What conversations can be saved as. */
export const exportFormatSchema = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** What came of an import. */
export const importedSchema = z
  .object({
    imported: z.number().int(),
    /** How many were there before, perhaps in the archive or the trash, and stayed as they are. */
    alreadyHere: z.number().int(),
    /** What could not be read, in sentences. */
    skipped: z.array(z.string()).readonly(),
  })
  .readonly();
export type Imported = z.infer<typeof importedSchema>;

/** How a long export or import goes. */
export interface HistoryProgress {
  readonly job: 'export' | 'import';
  readonly done: number;
  readonly total: number;
}
