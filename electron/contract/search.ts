import * as z from 'zod';
import { conversationKindSchema } from './history.ts';

const id = z.string().min(1).max(100);

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

/** A search hit. `messageId` is null if the title matched. */
export const searchHitSchema = z
  .object({
    conversationId: id,
    kind: conversationKindSchema,
    title: z.string(),
    messageId: id.nullable(),
    role: z.enum(['title', 'user', 'assistant', 'tool']),
    at: z.number(),
    /** The text around the match, in pieces. */
    excerpt: z.array(z.object({ text: z.string(), isHit: z.boolean() }).readonly()).readonly(),
  })
  .readonly();
export type SearchHit = z.infer<typeof searchHitSchema>;

/** Messages, newest first. The first page begins with a few titles, newest first, which its limit doesn't count. */
export const searchPageSchema = z.object({ hits: z.array(searchHitSchema).readonly(), next: z.string().nullable() }).readonly();
export type SearchPage = z.infer<typeof searchPageSchema>;
