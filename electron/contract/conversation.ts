import * as z from 'zod';
import { answerPartSchema } from './answer.ts';

/** A message of the history, typed; only what belongs to the answer is ever sent back. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }).readonly(),
  z.object({ role: z.literal('user'), text: z.string() }).readonly(),
  z.object({ role: z.literal('assistant'), parts: z.array(answerPartSchema).readonly() }).readonly(),
  z.object({ role: z.literal('tool'), callId: z.string(), text: z.string() }).readonly(),
]);
export type Message = z.infer<typeof messageSchema>;

/** A function the model may ask us to run. */
export const toolSchema = z
  .object({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    description: z.string(),
    /** A JSON Schema object. */
    parameters: z.record(z.string(), z.unknown()),
  })
  .readonly();
export type Tool = z.infer<typeof toolSchema>;

/** Which tool the model should use: its own choice, none, some, or one by name. */
export const toolChoiceSchema = z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() }).readonly()]);
export type ToolChoice = z.infer<typeof toolChoiceSchema>;

/** How much a model is to think, where it can be told. */
export const reasoningEfforts = ['low', 'medium', 'high'] as const;

/** The documented parameters; what is not set is not sent. */
export const parametersSchema = z
  .object({
    maxTokens: z.number().int().positive().optional(),
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    stop: z.array(z.string()).max(16).readonly().optional(),
    seed: z.number().int().optional(),
    reasoningEffort: z.enum(reasoningEfforts).optional(),
    toolChoice: toolChoiceSchema.optional(),
    /** "More parameters": passed through as they are. */
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .readonly();
export type Parameters = z.infer<typeof parametersSchema>;
