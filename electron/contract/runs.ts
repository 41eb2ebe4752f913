import * as z from 'zod';
import { failureCodes } from './failure.ts';
import { failureSchema } from './failure-schema.ts';
import { messageSchema } from './conversation.ts';
import { runStates, type runExportFormats } from './constants.ts';
import { recipeSchema, runTableSchema } from './run-recipe.ts';

const id = z.string().min(1).max(100);
const variantId = z.string().min(1).max(100);
const rowNumber = z.number().int().min(1);
const count = z.number().int().nonnegative();

/** One model with one template. They are null for a batch whose rows have their own. */
export const variantSchema = z
  .object({ id: variantId, model: z.string().nullable(), template: z.string().nullable(), name: z.string() })
  .readonly();
export type Variant = z.infer<typeof variantSchema>;

/** Why a running run sends no requests at the moment. */
export const runWaitSchema = z
  .object({
    /**
     * `connection`: the service is unreachable or fails. `busy`: it is busy. `token`: it rejects the token. `profile` and `mode`: the run
     * needs another one. `model`: the service no longer has a model. `storage`: results can't be saved.
     */
    reason: z.enum(['connection', 'busy', 'token', 'access', 'profile', 'mode', 'model', 'storage']),
    failure: failureSchema.nullable(),
    /** When the run tries again, in milliseconds since 1970. Null if something else must change first. */
    until: z.number().nullable(),
  })
  .readonly();
export type RunWait = z.infer<typeof runWaitSchema>;

/** The progress of a run. A cell is one request: a row, a variant and a repeat. */
export const runProgressSchema = z
  .object({
    cells: count,
    done: count,
    failed: count,
    inFlight: count,
    /** The limit of requests in flight at the moment. */
    concurrency: count,
    /** Over the last minute. Null until it is known, and while the run isn't running. */
    rowsPerMinute: z.number().nullable(),
    remainingMs: z.number().nullable(),
    promptTokens: count,
    completionTokens: count,
    /** All requests, including repeated ones. */
    requests: count,
    /** Requests that the service rejected because it is busy. */
    refused: count,
    failures: z.array(z.object({ code: z.enum(failureCodes), count }).readonly()).readonly(),
  })
  .readonly();
export type RunProgress = z.infer<typeof runProgressSchema>;

/** A run in the list. */
export const runSummarySchema = z
  .object({
    id,
    name: z.string(),
    state: z.enum(runStates),
    /** Why it ended, or why it is paused. `program-ended`: Causeway ended while it was running. `slow-check`: checks take too long. */
    reason: z.enum(['complete', 'rows', 'tokens', 'minutes', 'user', 'program-ended', 'slow-check', 'dry-run']).nullable(),
    wait: runWaitSchema.nullable(),
    isDryRun: z.boolean(),
    rows: count,
    createdAt: z.number(),
    startedAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    progress: runProgressSchema,
    table: runTableSchema.nullable(),
  })
  .readonly();
export type RunSummary = z.infer<typeof runSummarySchema>;

/** A run with its recipe. */
export const runDetailsSchema = runSummarySchema
  .unwrap()
  .extend({
    recipe: recipeSchema,
    variants: z.array(variantSchema).readonly(),
    /** Columns that the answer rule adds to the results. */
    fields: z.array(z.string()).readonly(),
  })
  .readonly();
export type RunDetails = z.infer<typeof runDetailsSchema>;

/** A request as it would be sent. */
export const promptPreviewSchema = z
  .object({
    row: rowNumber,
    variantId,
    /** Null for a text completion. */
    messages: z.array(messageSchema).readonly().nullable(),
    prompt: z.string().nullable(),
    body: z.record(z.string(), z.unknown()),
    /** Placeholders of the template that name no column. They are sent as they are. */
    unknownColumns: z.array(z.string()).readonly(),
    /** Remarks, such as a parameter that the model doesn't take. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly();
export type PromptPreview = z.infer<typeof promptPreviewSchema>;

export type RunExportFormat = (typeof runExportFormats)[number];
export type RunState = (typeof runStates)[number];
