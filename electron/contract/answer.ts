import * as z from 'zod';

/** Whether a tool call can be run as it stands. */
export const callStateSchema = z.enum(['unfinished', 'valid', 'invalid-arguments', 'not-offered']);
export type CallState = z.infer<typeof callStateSchema>;

/** A piece of an answer, in the order in which the pieces began. Thinking is typed, never marked by tags. */
export const answerPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }).readonly(),
  /** `durationMs` is how long it took, where somebody was there to measure it. */
  z.object({ kind: z.literal('reasoning'), text: z.string(), durationMs: z.number().nonnegative().exactOptional() }).readonly(),
  /** `arguments` is the JSON text as the model wrote it, which may not be JSON. */
  z.object({ kind: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string(), state: callStateSchema }).readonly(),
  /** The model declined, in its own words. */
  z.object({ kind: z.literal('refusal'), text: z.string() }).readonly(),
  /** What the service said beside the answer, such as the sources it used. */
  z.object({ kind: z.literal('notice'), text: z.string() }).readonly(),
]);
export type AnswerPart = z.infer<typeof answerPartSchema>;
export type ToolCall = Extract<AnswerPart, { kind: 'tool-call' }>;

/** One step in the growth of an answer; replayed in order they give its parts. */
export type AnswerDelta =
  | { readonly kind: 'part'; readonly index: number; readonly part: AnswerPart }
  /** More of a part's text, or of a tool call's arguments. */
  | { readonly kind: 'append'; readonly index: number; readonly text: string }
  /** What was taken for the answer turns out to be thinking: its closing tag came without an opening one. */
  | { readonly kind: 'reclassify'; readonly index: number; readonly as: 'reasoning' }
  | { readonly kind: 'call'; readonly index: number; readonly id: string; readonly name: string; readonly state: CallState };

/** What the service counted. */
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

/** Why an answer ended; a `stop` that carries tool calls is told as `tool-calls`, since engines differ. */
export const finishSchema = z.enum(['stop', 'length', 'tool-calls', 'aborted', 'filtered', 'other']);
export type Finish = z.infer<typeof finishSchema>;

/** What we measured ourselves, in milliseconds; `rateFrom` says what tokens per second was counted with. */
export const timingsSchema = z
  .object({
    firstTokenMs: z.number().nullable(),
    totalMs: z.number(),
    tokensPerSecond: z.number().nullable(),
    rateFrom: z.enum(['usage', 'chunks']).nullable(),
  })
  .readonly();
export type Timings = z.infer<typeof timingsSchema>;

/** A token with its likelihood, where they were asked for. */
export const tokenLogprobSchema = z
  .object({
    token: z.string(),
    logprob: z.number().nullable(),
    top: z.array(z.object({ token: z.string(), logprob: z.number() }).readonly()).readonly(),
  })
  .readonly();
export type TokenLogprob = z.infer<typeof tokenLogprobSchema>;

/** An answer as far as it came. */
export const answerSchema = z
  .object({
    parts: z.array(answerPartSchema).readonly(),
    finish: finishSchema.nullable(),
    usage: usageSchema.nullable(),
    /** The engine's own figures for this request, where it gives them. */
    metrics: z.record(z.string(), z.number()).nullable(),
    logprobs: z.array(tokenLogprobSchema).readonly().nullable(),
    timings: timingsSchema,
    /** What the user should know about how this answer came to be: a parameter left out, an answer in one piece. */
    notes: z.array(z.string()).readonly(),
    /** The full address that was asked; not known of answers that were imported, or that nobody was asked for. */
    address: z.string().exactOptional(),
  })
  .readonly();
export type Answer = z.infer<typeof answerSchema>;
