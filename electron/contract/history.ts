import * as z from 'zod';
import { exportFormats } from './constants.ts';
import { answerSchema } from './answer.ts';
import { parametersSchema } from './conversation.ts';
import { failureSchema } from './failure-schema.ts';
import { imagesSchema } from './image.ts';
import { modeSchema } from './profile.ts';

const id = z.string().min(1).max(100);
/** A `notebook` holds a text that models continue. */
export const conversationKindSchema = z.enum(['chat', 'notebook']);

/** A text file attached to a message. It is sent inside the message, under its name. */
export const attachmentSchema = z
  .object({ name: z.string().min(1).max(300), language: z.string().max(40).nullable(), text: z.string().max(2_000_000) })
  .readonly();
export type Attachment = z.infer<typeof attachmentSchema>;

/** A range of a Notebook text that a model wrote and nobody has edited since. */
export const modelRangeSchema = z
  .object({
    start: z.number().int().min(0),
    end: z.number().int(),
    /** The continuation it belongs to. */
    messageId: id,
    /** Where the range begins in the continuation's own text. */
    from: z.number().int().min(0),
  })
  .readonly();
export type ModelRange = z.infer<typeof modelRangeSchema>;

/** Source of a tool's result. */
export const toolResultSourceSchema = z.enum(['user', 'http', 'command', 'mcp', 'causeway', 'import']);
export type ToolResultSource = z.infer<typeof toolResultSourceSchema>;

const messageFields = {
  id,
  conversationId: id,
  /** Null for the first message. */
  parentId: id.nullable(),
  createdAt: z.number(),
  /** All messages with the same parent, oldest first, including this one: the branches at this point. */
  siblings: z.array(id).readonly(),
};

/** What the user's message says. */
export const userContent = {
  text: z.string(),
  attachments: z.array(attachmentSchema).readonly(),
  images: imagesSchema.exactOptional(),
  /** In a completion: the text after the cursor. The model writes between `text` and it. */
  suffix: z.string().exactOptional(),
  /** In a Notebook text: what models wrote of it, as long as both pieces. */
  byModel: z.array(modelRangeSchema).readonly().exactOptional(),
};

/** What a tool's result says. */
export const toolContent = {
  callId: z.string(),
  name: z.string(),
  text: z.string(),
  isError: z.boolean(),
  by: toolResultSourceSchema,
  images: imagesSchema.exactOptional(),
};

/** State of an answer. `interrupted` means that the program ended before it was complete. */
export const answerStateSchema = z.enum(['running', 'complete', 'stopped', 'failed', 'interrupted']);
export type AnswerState = z.infer<typeof answerStateSchema>;

/** A stored message: a node of the conversation's tree. */
export const storedMessageSchema = z.discriminatedUnion('role', [
  z.object({ ...messageFields, role: z.literal('user'), ...userContent }).readonly(),
  z
    .object({
      ...messageFields,
      role: z.literal('assistant'),
      model: z.string(),
      /** The mode it was requested in. Null if unknown, as for imported ones. */
      mode: modeSchema.nullable(),
      state: answerStateSchema,
      answer: answerSchema,
      failure: failureSchema.nullable(),
    })
    .readonly(),
  z.object({ ...messageFields, role: z.literal('tool'), ...toolContent }).readonly(),
]);
export type StoredMessage = z.infer<typeof storedMessageSchema>;
export type StoredAnswer = Extract<StoredMessage, { role: 'assistant' }>;

/** Settings of a conversation. */
export const conversationSettingsSchema = z
  .object({
    model: z.string().nullable(),
    systemPrompt: z.string().max(200_000),
    parameters: parametersSchema,
    toolIds: z.array(id).readonly(),
  })
  .readonly();
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;

/** A conversation without its messages. In a `completion` the model continues a text. */
export const conversationSchema = z
  .object({
    id,
    kind: conversationKindSchema,
    title: z.string(),
    /** A title set by the user is never replaced by a generated one. */
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

/** A folder's name. */
export const folderNameSchema = z.string().trim().min(1).max(120);

/** A folder with the number of its conversations, excluding archived and trashed ones. */
export const folderSchema = z.object({ name: z.string(), conversations: z.number().int() }).readonly();
export type Folder = z.infer<typeof folderSchema>;

/** A change contains only the changed fields. */
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

/** Which conversations to list. Pinned ones come first, then the newest. */
export const conversationScopeSchema = z.enum(['current', 'archived', 'trash']);
export type ConversationScope = z.infer<typeof conversationScopeSchema>;

export const listRequestSchema = z
  .object({
    shelf: conversationScopeSchema,
    folder: z.string().nullable().exactOptional(),
    kind: conversationKindSchema.exactOptional(),
    /** From the previous page. */
    cursor: z.string().exactOptional(),
    limit: z.number().int().min(1).max(500),
  })
  .readonly();
export type ListRequest = z.infer<typeof listRequestSchema>;

export const conversationPageSchema = z
  .object({ conversations: z.array(conversationSchema).readonly(), next: z.string().nullable() })
  .readonly();
export type ConversationPage = z.infer<typeof conversationPageSchema>;

/** A page of the active branch, oldest message first. */
export const messagePageSchema = z
  .object({
    conversation: conversationSchema,
    messages: z.array(storedMessageSchema).readonly(),
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
  })
  .readonly();
export type MessagePage = z.infer<typeof messagePageSchema>;

/** A message in the map of a conversation's branches. */
export const branchNodeSchema = z
  .object({
    id,
    parentId: id.nullable(),
    role: z.enum(['user', 'assistant', 'tool']),
    createdAt: z.number(),
    /** Null unless it is an answer. */
    state: answerStateSchema.nullable(),
    model: z.string().nullable(),
    /** The beginning of an answer, and the end of any other message, because a completion's message repeats the text so far. */
    excerpt: z.string(),
  })
  .readonly();
export type BranchNode = z.infer<typeof branchNodeSchema>;

/** All messages of a conversation without their contents, oldest first, and the end of the branch in use. */
export const branchTreeSchema = z.object({ nodes: z.array(branchNodeSchema).readonly(), leafId: id.nullable() }).readonly();
export type BranchTree = z.infer<typeof branchTreeSchema>;

/** The text of a completion at one of its messages, in its three pieces. Reading it doesn't switch the branch in use. */
export const notebookStateSchema = z
  .object({ prompt: z.string(), continuation: z.string(), suffix: z.string(), tokenCount: z.number().int() })
  .readonly();
export type NotebookState = z.infer<typeof notebookStateSchema>;

/** Average speed of a model's past answers. */
export const modelSpeedSchema = z
  .object({ model: z.string(), mode: modeSchema, tokensPerSecond: z.number(), firstTokenMs: z.number(), answers: z.number().int() })
  .readonly();
export type ModelSpeed = z.infer<typeof modelSpeedSchema>;

/** Export formats of conversations. */
export const exportFormatSchema = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** Result of an import. */
export const importedSchema = z
  .object({
    imported: z.number().int(),
    /** Conversations that existed already, including archived and trashed ones. They are unchanged. */
    alreadyHere: z.number().int(),
    /** Conversations that could not be read, as sentences. */
    skipped: z.array(z.string()).readonly(),
  })
  .readonly();
export type Imported = z.infer<typeof importedSchema>;

/** Progress of an export or import. */
export interface HistoryProgress {
  /** The id that the request gave it. */
  readonly jobId: string;
  readonly done: number;
  readonly total: number;
}
