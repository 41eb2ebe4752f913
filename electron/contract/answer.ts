import * as z from 'zod';
import { tokenSchema } from './tokens.ts';

/** Whether a tool call can be run as it is. */
export const callStateSchema = z.enum(['unfinished', 'valid', 'invalid-arguments', 'not-offered']);
export type CallState = z.infer<typeof callStateSchema>;

/** A part of an answer, in order of appearance. Reasoning is a type of part, not marked by tags. */
export const answerPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }).readonly(),
  /** `durationMs` is missing if it wasn't measured. */
  z.object({ kind: z.literal('reasoning'), text: z.string(), durationMs: z.number().nonnegative().exactOptional() }).readonly(),
  /** `arguments` is the text the model wrote, which may be invalid JSON. */
  z.object({ kind: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string(), state: callStateSchema }).readonly(),
  /** The model's refusal, in its own words. */
  z.object({ kind: z.literal('refusal'), text: z.string() }).readonly(),
  /** Additional information from the service, such as its sources. */
  z.object({ kind: z.literal('notice'), text: z.string() }).readonly(),
]);
export type AnswerPart = z.infer<typeof answerPartSchema>;
export type ToolCall = Extract<AnswerPart, { kind: 'tool-call' }>;

/** One change of an answer. Applied in order, the changes produce its parts. */
export type AnswerDelta =
  | { readonly kind: 'part'; readonly index: number; readonly part: AnswerPart }
  /** Text appended to a part, or to a tool call's arguments. */
  | { readonly kind: 'append'; readonly index: number; readonly text: string }
  /** Turns text into reasoning, if a closing tag arrives without an opening one. */
  | { readonly kind: 'reclassify'; readonly index: number; readonly as: 'reasoning' }
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string; readonly state: CallState };

/** Token counts reported by the service. */
export const usageSchema = z
  .object({
    promptTokens: z.number().nullable(),
    completionTokens: z.number().nullable(),
    totalTokens: z.number().nullable(),
    reasoningTokens: z.number().nullable(),
    cachedTokens: z.number().nullable(),
  })
  .readonly();
export type Usage = z.infer<typeof usageSchema>;

/** Why an answer ended. A `stop` with tool calls counts as `tool-calls`, because engines differ. */
export const finishSchema = z.enum(['stop', 'length', 'tool-calls', 'aborted', 'filtered', 'other']);
export type Finish = z.infer<typeof finishSchema>;

/** Our own measurements in milliseconds. `rateFrom` is the source of the token rate. */
export const timingsSchema = z
  .object({
    firstTokenMs: z.number().nullable(),
    totalMs: z.number(),
    tokensPerSecond: z.number().nullable(),
    rateFrom: z.enum(['usage', 'chunks']).nullable(),
  })
  .readonly();
export type Timings = z.infer<typeof timingsSchema>;

/** An answer, possibly incomplete. */
export const answerSchema = z
  .object({
    parts: z.array(answerPartSchema).readonly(),
    finish: finishSchema.nullable(),
    usage: usageSchema.nullable(),
    /** The engine's own metrics for this request, if it reports any. */
    metrics: z.record(z.string(), z.number()).nullable(),
    /** The tokens with their log probabilities, if requested. Always null in a stored message, see `tokenCount`. */
    logprobs: z.array(tokenSchema).readonly().nullable(),
    /** Number of tokens that `history.tokens` returns for a stored message. Missing if there are none. */
    tokenCount: z.number().int().positive().exactOptional(),
    timings: timingsSchema,
    /** Remarks about how the answer was produced, such as an omitted parameter. */
    notes: z.array(z.string()).readonly(),
    /** The requested URL. Missing for imported answers and those without a request. */
    address: z.string().exactOptional(),
  })
  .readonly();
export type Answer = z.infer<typeof answerSchema>;
