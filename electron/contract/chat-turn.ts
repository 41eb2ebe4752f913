import * as z from 'zod';
import type { AnswerDelta } from './answer.ts';
import { attachmentSchema, conversationSettingsSchema, folderNameSchema } from './history.ts';
import { toolBindingKindSchema } from './tool.ts';

const id = z.string().min(1).max(100);
/** Where a conversation that begins with this turn is put. Left out: in no folder. */
const folder = folderNameSchema.exactOptional();

/** A turn to be answered; all that happens is told by events, under the ids of the messages. */
export const turnSchema = z
  .object({
    /** Null begins a conversation. */
    conversationId: id.nullable(),
    folder,
    /** The message it follows; null begins anew at the root. An edited message has the parent of the one it stands beside. */
    parentId: id.nullable(),
    text: z.string().max(4_000_000),
    attachments: z.array(attachmentSchema).max(50).readonly(),
    settings: conversationSettingsSchema,
  })
  .readonly();
export type Turn = z.infer<typeof turnSchema>;

/** A text to go on with, by the direct way only. */
export const completionTurnSchema = z
  .object({ conversationId: id.nullable(), folder, prompt: z.string().min(1).max(4_000_000), settings: conversationSettingsSchema })
  .readonly();
export type CompletionTurn = z.infer<typeof completionTurnSchema>;

/** Where the answer is going to be. */
export const runStartedSchema = z.object({ conversationId: id, messageId: id }).readonly();
export type RunStarted = z.infer<typeof runStartedSchema>;

/** What the user says to a tool call that waits for them. */
export const toolCallDecisionSchema = z.discriminatedUnion('kind', [
  /** Run it, perhaps with other arguments. */
  z.object({ kind: z.literal('run'), arguments: z.string().max(1_000_000).exactOptional() }).readonly(),
  z.object({ kind: z.literal('result'), text: z.string().max(1_000_000) }).readonly(),
  z.object({ kind: z.literal('decline') }).readonly(),
]);
export type ToolCallDecision = z.infer<typeof toolCallDecisionSchema>;

/** A call that waits for the user; `ask`: they are to give the result themselves. */
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

/** A conversation that is being answered, or waits for the user in the middle of it. */
export const runSchema = z
  .object({
    conversationId: id,
    messageId: id,
    state: z.enum(['answering', 'running-tools', 'waiting-for-user']),
    waiting: z.array(pendingToolCallSchema).readonly(),
  })
  .readonly();
export type Run = z.infer<typeof runSchema>;

/** The growth of an answer since it was last told. */
export interface AnswerProgress {
  readonly conversationId: string;
  readonly messageId: string;
  readonly deltas: readonly AnswerDelta[];
}

export const codeLanguageSchema = z.enum(['curl', 'python', 'typescript']);
export type CodeLanguage = z.infer<typeof codeLanguageSchema>;
