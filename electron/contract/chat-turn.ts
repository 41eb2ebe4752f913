import * as z from 'zod';
import type { AnswerDelta } from './answer.ts';
import { attachmentSchema, conversationSettingsSchema, folderNameSchema, modelRangeSchema } from './history.ts';
import { imagesSchema } from './image.ts';
import type { TokenBatch } from './tokens.ts';
import { toolBindingKindSchema } from './tool.ts';

const id = z.string().min(1).max(100);
/** Chosen by the window, or imported, so it need not be a UUID. */
const chosenId = z.string().regex(/^[\w-]{1,100}$/);
/** Folder of a conversation that starts with this turn. Defaults to none. */
const folder = folderNameSchema.exactOptional();

/**
 * A turn to answer. Progress is reported by events, under the ids of the messages. The window chooses the ids of the conversation and of
 * the user's message, so a request that is sent again is the same turn.
 */
export const sendRequestSchema = z
  .object({
    /** Starts a conversation if there is none with this id. */
    conversationId: chosenId,
    messageId: z.uuid(),
    folder,
    /** The preceding message, or null for the root. An edited message has the parent of the original. */
    parentId: id.nullable(),
    text: z.string().max(4_000_000),
    attachments: z.array(attachmentSchema).max(50).readonly(),
    images: imagesSchema.exactOptional(),
    settings: conversationSettingsSchema,
  })
  .readonly();
export type SendRequest = z.infer<typeof sendRequestSchema>;

const completionText = z.string().max(4_000_000);

/** A text of the user to save, without a request to a model. */
export const textToSaveSchema = z
  .object({
    /** Starts a text if there is none with this id. */
    conversationId: chosenId,
    folder,
    /** A message with this id is replaced as long as nothing follows it. After that, the text becomes a branch below it. */
    messageId: chosenId,
    /** The message that a new one follows. */
    parentId: id.nullable(),
    prompt: completionText,
    /** The text after the cursor, which is kept. The model reads it if the catalog has the model's fill-in-the-middle template. */
    suffix: completionText.exactOptional(),
    /** What models wrote of it. */
    byModel: z.array(modelRangeSchema).readonly().exactOptional(),
    settings: conversationSettingsSchema,
  })
  .readonly();
export type TextToSave = z.infer<typeof textToSaveSchema>;

/** A text to continue, in direct mode only. */
export const continueTextRequestSchema = textToSaveSchema
  .unwrap()
  .extend({
    prompt: completionText.min(1),
    /** Number of continuations. They become siblings. Defaults to 1. */
    count: z.number().int().min(1).max(16).exactOptional(),
  })
  .readonly();
export type ContinueTextRequest = z.infer<typeof continueTextRequestSchema>;

/** Another branch of a continuation: its tokens up to `token`, then one of that token's alternatives, then new text. */
export const tokenBranchSchema = z
  .object({
    messageId: id,
    /** Index of the token to replace. */
    token: z.number().int().min(0),
    /** Index in that token's alternatives. */
    alternative: z.number().int().min(0),
    settings: conversationSettingsSchema,
  })
  .readonly();
export type TokenBranch = z.infer<typeof tokenBranchSchema>;

/** Where the answer will be stored. */
export const turnStartedSchema = z.object({ conversationId: id, messageId: id }).readonly();
export type TurnStarted = z.infer<typeof turnStartedSchema>;

/** Where the continuations of a text will be stored. `messageId` is the first of them, and the end of the branch in use. */
export const continuationsStartedSchema = turnStartedSchema
  .unwrap()
  .extend({ messageIds: z.array(id).readonly() })
  .readonly();
export type ContinuationsStarted = z.infer<typeof continuationsStartedSchema>;

/** The user's decision about a pending tool call. */
export const toolCallDecisionSchema = z.discriminatedUnion('kind', [
  /** Runs it, optionally with other arguments. */
  z.object({ kind: z.literal('run'), arguments: z.string().max(1_000_000).exactOptional() }).readonly(),
  z.object({ kind: z.literal('result'), text: z.string().max(1_000_000) }).readonly(),
  z.object({ kind: z.literal('decline') }).readonly(),
]);
export type ToolCallDecision = z.infer<typeof toolCallDecisionSchema>;

/** A call waiting for the user. `ask` means that they enter the result themselves. */
export const pendingToolCallSchema = z
  .object({
    messageId: id,
    callId: z.string(),
    name: z.string(),
    arguments: z.string(),
    binding: toolBindingKindSchema,
  })
  .readonly();
export type PendingToolCall = z.infer<typeof pendingToolCallSchema>;

/** A turn in progress: a conversation being answered, or waiting for the user. */
export const turnSchema = z
  .object({
    conversationId: id,
    messageId: id,
    state: z.enum(['answering', 'running-tools', 'waiting-for-user']),
    waiting: z.array(pendingToolCallSchema).readonly(),
  })
  .readonly();
export type Turn = z.infer<typeof turnSchema>;

/** Changes of an answer since the last event. */
export interface AnswerProgress {
  readonly conversationId: string;
  readonly messageId: string;
  readonly deltas: readonly AnswerDelta[];
  /** The new tokens, if log probabilities were requested. `history.tokens` has those before, also of a running answer. */
  readonly tokens?: TokenBatch;
}

export const codeLanguageSchema = z.enum(['curl', 'python', 'typescript']);
export type CodeLanguage = z.infer<typeof codeLanguageSchema>;
