import * as z from 'zod';
import { parametersSchema } from './conversation.ts';
import { recipeLimits, tableFormats } from './run-constants.ts';

/** Part of a variant's id, so it holds no dot. */
const partId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const columnName = z.string().max(1000);
const template = z.string().max(recipeLimits.templateLength);

/** How a table is read. Each is detected, and can be changed by the user. */
export const tableOptionsSchema = z
  .object({
    format: z.enum(tableFormats),
    /** A label of the WHATWG encoding standard, such as `utf-8` or `windows-1252`. */
    encoding: z.string().max(40),
    /** For CSV and TSV. */
    delimiter: z.string().min(1).max(4),
    hasHeader: z.boolean(),
    /** The sheet of a workbook; null is the first. */
    sheet: z.string().max(200).nullable(),
  })
  .readonly();
export type TableOptions = z.infer<typeof tableOptionsSchema>;

/** The expected form of an answer. It is checked by Causeway, and sent as `response_format` if the engine takes it. */
export const answerRuleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }).readonly(),
  /** The answer is JSON of this schema. Its top-level fields become columns. */
  z.object({ kind: z.literal('json'), schema: z.record(z.string(), z.unknown()) }).readonly(),
  /** The answer matches a regular expression. Its named groups become columns. */
  z.object({ kind: z.literal('pattern'), pattern: z.string().min(1).max(10_000) }).readonly(),
  /** The answer is one of these labels, whatever its case and the punctuation around it. */
  z.object({ kind: z.literal('labels'), labels: z.array(z.string().trim().min(1).max(200)).min(1).max(1000).readonly() }).readonly(),
]);
export type AnswerRule = z.infer<typeof answerRuleSchema>;

/** A system and a user prompt with `{{column}}`. For a text completion only `user` is used. */
export const runTemplateSchema = z.object({ id: partId, name: z.string().max(120), system: template, user: template }).readonly();
export type RunTemplate = z.infer<typeof runTemplateSchema>;

/** A model and its parameters. */
export const runModelSchema = z.object({ id: partId, model: z.string().min(1).max(200), parameters: parametersSchema }).readonly();
export type RunModel = z.infer<typeof runModelSchema>;

/** When a run ends early. Null is no limit. */
export const runLimitsSchema = z
  .object({
    rows: z.number().int().positive().nullable(),
    tokens: z.number().int().positive().nullable(),
    minutes: z.number().positive().nullable(),
  })
  .readonly();
export type RunLimits = z.infer<typeof runLimitsSchema>;

/** What is to be asked of each row of a table: a draft in the window and a file for another Causeway. */
export const recipeSchema = z
  .object({
    format: z.literal('causeway-run'),
    version: z.literal(1),
    name: z.string().trim().min(1).max(200),
    /** Null as long as no table was chosen. */
    data: tableOptionsSchema
      .unwrap()
      .extend({ fileName: z.string().max(1000) })
      .readonly()
      .nullable(),
    /** `batch`: each row holds a request of the OpenAI batch format; templates are not used. */
    kind: z.enum(['chat', 'text', 'batch']),
    templates: z.array(runTemplateSchema).max(recipeLimits.templates).readonly(),
    /** The column with names of text files, which are sent with the prompt. They are looked up beside the table's file. */
    attachmentColumn: columnName.nullable(),
    models: z.array(runModelSchema).max(recipeLimits.models).readonly(),
    /** How often each variant is asked about each row. */
    repeats: z.number().int().min(1).max(recipeLimits.repeats),
    answer: answerRuleSchema,
    /** The column with the right answers of a label task. */
    truthColumn: columnName.nullable(),
    concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(recipeLimits.concurrency)]),
    limits: runLimitsSchema,
    /** How the results came about. Written by an export, ignored when the recipe is repeated. */
    provenance: z
      .object({
        causewayVersion: z.string(),
        serviceHost: z.string(),
        /** The models as the catalogue described them when the run started. */
        models: z.array(z.record(z.string(), z.unknown())).readonly(),
        rows: z.number(),
        startedAt: z.string().nullable(),
        endedAt: z.string().nullable(),
      })
      .readonly()
      .exactOptional(),
  })
  .readonly();
export type Recipe = z.infer<typeof recipeSchema>;
