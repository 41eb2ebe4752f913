import * as z from 'zod';

/** What a model can do; a model we know nothing about can chat, and no more is assumed. */
export const capabilitiesSchema = z
  .object({
    chat: z.boolean(),
    completion: z.boolean(),
    tools: z.boolean(),
    reasoning: z.boolean(),
    reasoningEffort: z.boolean(),
  })
  .readonly();
export type Capabilities = z.infer<typeof capabilitiesSchema>;

/** What is assumed of a model that only the service's own list names. */
export const plainCapabilities: Capabilities = {
  chat: true,
  completion: false,
  tools: false,
  reasoning: false,
  reasoningEffort: false,
};

/** The dialect an engine speaks: A like vLLM, B like SGLang. */
export const engineSchema = z.enum(['A', 'B', 'unknown']);
export type Engine = z.infer<typeof engineSchema>;

/** One path segment, so never a slash, nor `.` and `..`, which a URL would swallow. */
export const segmentSchema = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

/** A model as the profile declares it. */
export const catalogModelSchema = z
  .object({
    id: z.string().trim().min(1).max(200),
    capabilities: capabilitiesSchema,
    contextLength: z.number().int().positive().optional(),
  })
  .readonly();
export type CatalogModel = z.infer<typeof catalogModelSchema>;

/** A path segment of the direct way, and the models the profile knows behind it. Segments can't be discovered. */
export const catalogEntrySchema = z
  .object({ segment: segmentSchema, engine: engineSchema, models: z.array(catalogModelSchema).readonly() })
  .readonly();
export type CatalogEntry = z.infer<typeof catalogEntrySchema>;

/** Whether the service's own list names a model. `gone`: known, but no longer in it. */
export const presenceSchema = z.enum(['unchecked', 'listed', 'gone']);
export type Presence = z.infer<typeof presenceSchema>;

/** A model as the user sees it. */
export const modelSchema = z
  .object({
    id: z.string(),
    /** Null where only the proxy names it: then the direct way can't reach it. */
    segment: z.string().nullable(),
    engine: engineSchema,
    capabilities: capabilitiesSchema,
    contextLength: z.number().int().positive().nullable(),
    /** `declared` in the profile, or merely `discovered` in a list. */
    origin: z.enum(['declared', 'discovered']),
    /** The two ways have lists of their own. */
    presence: z.object({ proxy: presenceSchema, direct: presenceSchema }).readonly(),
  })
  .readonly();
export type Model = z.infer<typeof modelSchema>;
