import * as z from 'zod';

/** A model's capabilities. An unknown model is assumed to support chat only. */
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

/** Capabilities assumed for a model known only from the service's list. */
export const plainCapabilities: Capabilities = {
  chat: true,
  completion: false,
  tools: false,
  reasoning: false,
  reasoningEffort: false,
};

/** The engine's dialect: A is like vLLM, B like SGLang. */
export const engineSchema = z.enum(['vllm', 'sglang', 'unknown']);
export type Engine = z.infer<typeof engineSchema>;

/** One path segment. Excludes slashes, `.` and `..`, which URL parsing would resolve. */
export const segmentSchema = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

/** The texts around the prefix and the suffix when a model fills in the middle: `prefix` TEXT `suffix` TEXT `middle`. */
export const fillInTemplateSchema = z
  .object({ prefix: z.string().max(200), suffix: z.string().min(1).max(200), middle: z.string().min(1).max(200) })
  .readonly();

/** A model declared in the profile. */
export const catalogModelSchema = z
  .object({
    id: z.string().trim().min(1).max(200),
    capabilities: capabilitiesSchema,
    contextLength: z.number().int().positive().optional(),
    /** Whether it sees images. Missing until a list or the user says it, or it was tried. */
    seesImages: z.boolean().exactOptional(),
    /** How many images a request may have. Missing until the engine has refused more, or the user says it. */
    imagesPerRequest: z.number().int().positive().exactOptional(),
    fillIn: fillInTemplateSchema.exactOptional(),
  })
  .readonly();
export type CatalogModel = z.infer<typeof catalogModelSchema>;

/** A path segment in direct mode and the profile's models behind it. Segments can't be discovered. */
export const catalogEntrySchema = z
  .object({ segment: segmentSchema, engine: engineSchema, models: z.array(catalogModelSchema).readonly() })
  .readonly();
export type CatalogEntry = z.infer<typeof catalogEntrySchema>;

/** A path segment that answers, and the ids of the models behind it. */
export const enginePathSchema = z.object({ segment: segmentSchema, models: z.array(z.string()).readonly() }).readonly();
export type EnginePath = z.infer<typeof enginePathSchema>;

/** Whether the service lists a model. `gone` means known, but no longer listed. */
export const presenceSchema = z.enum(['unchecked', 'listed', 'gone']);
export type Presence = z.infer<typeof presenceSchema>;

/** A model as shown to the user. */
export const modelSchema = z
  .object({
    id: z.string(),
    /** Null if only the proxy lists it, so that direct mode can't reach it. */
    segment: z.string().nullable(),
    engine: engineSchema,
    capabilities: capabilitiesSchema,
    contextLength: z.number().int().positive().nullable(),
    /** Whether it sees images. Missing until a list or the user says it, or it was tried. */
    seesImages: z.boolean().exactOptional(),
    /** How many images a request may have. Missing until the engine has refused more, or the user says it. */
    imagesPerRequest: z.number().int().positive().exactOptional(),
    /** Missing if the catalog doesn't have it. */
    fillIn: fillInTemplateSchema.exactOptional(),
    /** `declared` in the profile or `discovered` in a list. */
    origin: z.enum(['declared', 'discovered']),
    /** Each mode has its own list. */
    presence: z.object({ proxy: presenceSchema, direct: presenceSchema }).readonly(),
  })
  .readonly();
export type Model = z.infer<typeof modelSchema>;
