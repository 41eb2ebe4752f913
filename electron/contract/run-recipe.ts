import * as z from 'zod';
import { parametersSchema } from './conversation.ts';
import { recipeLimits, tableFormats } from './constants.ts';

/** Part of a variant's id, where a dot separates the parts. */
const partId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);
const columnName = z.string().max(1000);
const template = z.string().max(recipeLimits.templateLength);

/** How to read a table. Each option is detected, and the user can change it. */
export const tableOptionsSchema = z
  .object({
    format: z.enum(tableFormats),
    /** A label of the WHATWG encoding standard, such as `utf-8` or `windows-1252`. Not used for XLSX. */
    encoding: z.string().max(40),
    /** Used for CSV and TSV only. */
    delimiter: z.string().min(1).max(4),
    /** Whether the first row has the column names. Used for CSV, TSV and XLSX only. */
    hasHeader: z.boolean(),
    /** The name of the sheet, or null for the first. Used for XLSX only. */
    sheet: z.string().max(200).nullable(),
  })
  .readonly();
export type TableOptions = z.infer<typeof tableOptionsSchema>;
export type TableFormat = TableOptions['format'];

/** The required form of an answer. Causeway checks it, and sends it as `response_format` if the engine supports that. */
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

/** Limits that end a run early. Null means no limit. */
export const runLimitsSchema = z
  .object({
    rows: z.number().int().positive().nullable(),
    tokens: z.number().int().positive().nullable(),
    minutes: z.number().positive().nullable(),
  })
  .readonly();
export type RunLimits = z.infer<typeof runLimitsSchema>;

/** The requests to send for each row of a table. Drafts have one, and it can be exported as a file for another Causeway. */
export const recipeSchema = z
  .object({
    format: z.literal('causeway-run'),
    version: z.literal(1),
    name: z.string().trim().min(1).max(200),
    /** How to read the table. Null until one is chosen. */
    data: tableOptionsSchema
      .unwrap()
      .extend({ fileName: z.string().max(1000) })
      .readonly()
      .nullable(),
    /** `batch`: each row is a request in the OpenAI batch format, and templates are not used. */
    kind: z.enum(['chat', 'text', 'batch']),
    templates: z.array(runTemplateSchema).max(recipeLimits.templates).readonly(),
    /** The column with names of text files to send with the prompt. They are read from the folder of the table file. */
    attachmentColumn: columnName.nullable(),
    models: z.array(runModelSchema).max(recipeLimits.models).readonly(),
    /** Requests per row and variant. */
    repeats: z.number().int().min(1).max(recipeLimits.repeats),
    answer: answerRuleSchema,
    /** The column with the correct labels. */
    truthColumn: columnName.nullable(),
    concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(recipeLimits.concurrency)]),
    limits: runLimitsSchema,
    /** The service, program and models that produced the results. Exports add it, and runs ignore it. */
    provenance: z
      .object({
        causewayVersion: z.string(),
        serviceHost: z.string(),
        /** The models as the catalog described them when the run was last started. */
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

const count = z.number().int().nonnegative();

/** A problem of a table, with the line or row in the file. */
export const tableProblemSchema = z
  .object({
    kind: z.string(),
    line: z.number().nullable(),
    message: z.string(),
    /** Whether rows of the file are missing because of it. */
    losesRows: z.boolean(),
  })
  .readonly();
export type TableProblem = z.infer<typeof tableProblemSchema>;

/** A table file or pasted text. Its id is valid until the program ends. */
export const tableSourceSchema = z
  .object({
    id: z.string().min(1).max(100),
    fileName: z.string(),
    bytes: z.number(),
    /** The detected options. */
    detected: tableOptionsSchema,
    /** The sheets of a workbook. */
    sheets: z.array(z.string()).readonly(),
  })
  .readonly();
export type TableSource = z.infer<typeof tableSourceSchema>;

/** The first rows of a source. */
export const tablePreviewSchema = z
  .object({
    columns: z.array(z.string()).readonly(),
    rows: z.array(z.object({ line: z.number(), values: z.record(z.string(), z.string()) }).readonly()).readonly(),
    problems: z.array(tableProblemSchema).readonly(),
    /** Whether the source was read to its end and has no more rows. */
    isWhole: z.boolean(),
  })
  .readonly();
export type TablePreview = z.infer<typeof tablePreviewSchema>;

/** The table of a run. Its rows are stored, so the file is needed only for attachments. */
export const runTableSchema = z
  .object({
    fileName: z.string(),
    columns: z.array(z.string()).readonly(),
    rows: count,
    /** Whether rows are still being read. */
    isReading: z.boolean(),
    /** The first problems, and how many there are. */
    problems: z.array(tableProblemSchema).readonly(),
    problemCount: count,
    /** Whether attachments can be read, because the table came from a file on this computer. */
    hasFolder: z.boolean(),
  })
  .readonly();
export type RunTable = z.infer<typeof runTableSchema>;
