import * as z from 'zod';
import { failureSchema } from './failure-schema.ts';

/** What a token belongs to: the answer's text, its reasoning, or the text that was sent. */
export const tokenKindSchema = z.enum(['content', 'reasoning', 'prompt']);
export type TokenKind = z.infer<typeof tokenKindSchema>;

/** A token that the model could have chosen. `impossibleLogprob` stands for a probability of zero. */
export const tokenAlternativeSchema = z.object({ text: z.string(), logprob: z.number() }).readonly();
export type TokenAlternative = z.infer<typeof tokenAlternativeSchema>;

/** A token with its log probability, the same for all engines. */
export const tokenSchema = z
  .object({
    /** May be empty, contain U+FFFD, or differ from the visible text. `alignTokens` finds its range there. */
    text: z.string(),
    /** The token's own bytes, only if they aren't the UTF-8 form of `text`. */
    bytes: z.array(z.number().int().min(0).max(255)).readonly().exactOptional(),
    /** Null if unknown, as for the first token of a prompt. `impossibleLogprob` stands for a probability of zero. */
    logprob: z.number().nullable(),
    /** Most likely first. Contains the token itself, unless `logprob` is null. */
    alternatives: z.array(tokenAlternativeSchema).readonly(),
    /** The token isn't among the alternatives that the engine listed. It was added to them. */
    isUnlisted: z.literal(true).exactOptional(),
    kind: tokenKindSchema,
  })
  .readonly();
export type Token = z.infer<typeof tokenSchema>;

/** Consecutive tokens of a message. `from` is the index of the first. */
export interface TokenBatch {
  readonly from: number;
  readonly tokens: readonly Token[];
}

/** Which tokens of a message to read. */
export const tokenRequestSchema = z
  .object({
    messageId: z.string().min(1).max(100),
    from: z.number().int().min(0),
    limit: z.number().int().min(1).max(20_000),
    /** False leaves the alternatives empty, for a view that only shades tokens. */
    withAlternatives: z.boolean(),
  })
  .readonly();
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** Tokens of a message, and how many it has. */
export const tokenPageSchema = z.object({ total: z.number().int(), tokens: z.array(tokenSchema).readonly() }).readonly();
export type TokenPage = z.infer<typeof tokenPageSchema>;

/** Texts to score with a model, in direct mode only. Progress is reported by `notebook.scoring` under this id. */
export const scoreRequestSchema = z
  .object({
    id: z.string().min(1).max(100),
    model: z.string().min(1).max(200),
    texts: z.array(z.string().min(1).max(1_000_000)).min(1).max(2000).readonly(),
    /** Number of alternatives per token. */
    alternatives: z.number().int().min(0).max(100),
  })
  .readonly();
export type ScoreRequest = z.infer<typeof scoreRequestSchema>;

/** A scored text: the tokens of kind `prompt`, or why there are none. `perplexity.ts` computes figures from them. */
export const scoredTextSchema = z.object({ tokens: z.array(tokenSchema).readonly(), failure: failureSchema.nullable() }).readonly();
export type ScoredText = z.infer<typeof scoredTextSchema>;

/** Progress of `notebook.score`. */
export interface ScoringProgress {
  readonly id: string;
  readonly done: number;
  readonly total: number;
}

/** Scored texts to export as CSV, one row per text or per token. */
export const scoreExportSchema = z
  .object({
    rows: z.enum(['texts', 'tokens']),
    scores: z
      .array(
        z
          .object({
            text: z.string().max(1_000_000),
            tokens: z.array(z.object({ text: z.string(), logprob: z.number().nullable() }).readonly()).readonly(),
          })
          .readonly(),
      )
      .max(2000)
      .readonly(),
  })
  .readonly();
export type ScoreExport = z.infer<typeof scoreExportSchema>;

/** The token count of a text. `isExact` is false for an estimate. */
export const tokenCountSchema = z
  .object({ tokens: z.number().int(), isExact: z.boolean(), contextLength: z.number().int().nullable() })
  .readonly();
export type TokenCount = z.infer<typeof tokenCountSchema>;
