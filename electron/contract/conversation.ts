import * as z from 'zod';
import { answerPartSchema } from './answer.ts';

/** A message sent to the service. Only the answer's own parts are sent back. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }).readonly(),
  z
    .object({
      role: z.literal('user'),
      text: z.string(),
      /** Data URLs. They follow the text. */
      images: z.array(z.string()).readonly().exactOptional(),
    })
    .readonly(),
  z.object({ role: z.literal('assistant'), parts: z.array(answerPartSchema).readonly() }).readonly(),
  z.object({ role: z.literal('tool'), callId: z.string(), text: z.string() }).readonly(),
]);
export type Message = z.infer<typeof messageSchema>;

/** A function that the model may call. */
export const toolSchema = z
  .object({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    description: z.string(),
    /** A JSON Schema object. */
    parameters: z.record(z.string(), z.unknown()),
  })
  .readonly();
export type Tool = z.infer<typeof toolSchema>;

/** Which tool the model should use: its choice, none, any, or one by name. */
export const toolChoiceSchema = z.union([z.enum(['auto', 'none', 'required']), z.object({ name: z.string() }).readonly()]);
export type ToolChoice = z.infer<typeof toolChoiceSchema>;

/** Reasoning efforts, for models that support them. */
export const reasoningEfforts = ['low', 'medium', 'high'] as const;

/** The documented parameters. Unset ones are not sent. */
export const parametersSchema = z
  .object({
    maxTokens: z.number().int().positive().optional(),
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().min(0).max(1).optional(),
    topK: z.number().int().positive().optional(),
    minP: z.number().min(0).max(1).optional(),
    repetitionPenalty: z.number().positive().max(10).optional(),
    presencePenalty: z.number().min(-2).max(2).optional(),
    frequencyPenalty: z.number().min(-2).max(2).optional(),
    stop: z.array(z.string()).max(16).readonly().optional(),
    seed: z.number().int().optional(),
    reasoningEffort: z.enum(reasoningEfforts).optional(),
    toolChoice: toolChoiceSchema.optional(),
    /** Requests log probabilities, with this many alternatives per token. An engine with a lower limit sends fewer. */
    logprobs: z.number().int().min(0).max(100).optional(),
    /** "More parameters", passed through unchanged. */
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .readonly();
export type Parameters = z.infer<typeof parametersSchema>;
