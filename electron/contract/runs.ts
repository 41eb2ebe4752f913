import * as z from 'zod';
import { timingsSchema, usageSchema } from './answer.ts';
import { failureCodes } from './failure.ts';
import { failureSchema } from './failure-schema.ts';
import { messageSchema } from './conversation.ts';
import { recipeLimits, runExportFormats, runStates } from './run-constants.ts';
import { recipeSchema, tableOptionsSchema } from './run-recipe.ts';

const id = z.string().min(1).max(100);
const variantId = z.string().min(1).max(100);
const rowNumber = z.number().int().min(1);
const repeat = z.number().int().min(1).max(recipeLimits.repeats);
const count = z.number().int().nonnegative();

/** A problem of a table, named by the line or row where it is. */
export const tableProblemSchema = z.object({ kind: z.string(), line: z.number().nullable(), message: z.string() }).readonly();
export type TableProblem = z.infer<typeof tableProblemSchema>;

/** A file or pasted text that a table can be read from. It is known until the program ends. */
export const tableSourceSchema = z
  .object({
    id,
    fileName: z.string(),
    bytes: z.number(),
    /** How it looks as if it should be read. */
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
    /** Whether these are all rows. */
    isWhole: z.boolean(),
  })
  .readonly();
export type TablePreview = z.infer<typeof tablePreviewSchema>;

/** The table of a run. Its rows are stored; the file isn't needed any more, except for attachments. */
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
    /** Whether attachments can be found: the table came from a file of this computer. */
    hasFolder: z.boolean(),
  })
  .readonly();
export type RunTable = z.infer<typeof runTableSchema>;

/** One model with one template. A batch has null for both where its rows say them. */
export const variantSchema = z
  .object({ id: variantId, model: z.string().nullable(), template: z.string().nullable(), name: z.string() })
  .readonly();
export type Variant = z.infer<typeof variantSchema>;

/** Why a running run asks nothing at the moment. */
export const runWaitSchema = z
  .object({
    /** `connection`: the service can't be reached. `busy`: it asked to wait. `token`: it rejects the token. `storage`: results can't be saved. */
    reason: z.enum(['connection', 'busy', 'token', 'storage']),
    failure: failureSchema.nullable(),
    /** When it tries again, in milliseconds since 1970; null if something else must change first. */
    until: z.number().nullable(),
  })
  .readonly();
export type RunWait = z.infer<typeof runWaitSchema>;

/** A cell is one request: a row asked of a variant, once per repeat. */
export const runProgressSchema = z
  .object({
    cells: count,
    done: count,
    failed: count,
    inFlight: count,
    /** How many requests may be in flight now. */
    concurrency: count,
    /** Over the last minute. Null until it is known, and while nothing runs. */
    rowsPerMinute: z.number().nullable(),
    remainingMs: z.number().nullable(),
    promptTokens: count,
    completionTokens: count,
    /** All requests made, with those that were repeated. */
    requests: count,
    /** Requests that the service rejected for being too many. */
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
    /** Why it ended, or why it is paused. `program-ended`: Causeway ended while it was running. */
    reason: z.enum(['complete', 'rows', 'tokens', 'minutes', 'user', 'program-ended', 'dry-run']).nullable(),
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
    /** Columns that the answers' fields became, by the answer rule. */
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
    /** Names in the template that no column has. They stay as they are. */
    unknownColumns: z.array(z.string()).readonly(),
    /** Remarks, such as a parameter that the model doesn't take. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly();
export type PromptPreview = z.infer<typeof promptPreviewSchema>;

/** Identifies a cell. */
export const cellIdSchema = z.object({ row: rowNumber, variantId, repeat }).readonly();
export type CellId = z.infer<typeof cellIdSchema>;

/** `pending` was not asked yet, or is being asked. `invalid`: an answer came, and it isn't of the wanted form even after a repair. */
export const cellStateSchema = z.enum(['pending', 'done', 'invalid', 'failed']);
export type CellState = z.infer<typeof cellStateSchema>;

/** A cell in the table of results. Long texts are shortened. */
export const cellSummarySchema = z
  .object({
    variantId,
    repeat,
    state: cellStateSchema,
    answer: z.string(),
    isShortened: z.boolean(),
    fields: z.record(z.string(), z.string()),
    failure: failureSchema.nullable(),
    firstTokenMs: z.number().nullable(),
    totalMs: z.number().nullable(),
    completionTokens: z.number().nullable(),
  })
  .readonly();
export type CellSummary = z.infer<typeof cellSummarySchema>;

export const rowLabelSchema = z.enum(['good', 'bad']);
export type RowLabel = z.infer<typeof rowLabelSchema>;

/** A row of the table of results. */
export const resultRowSchema = z
  .object({
    row: rowNumber,
    /** The line or row in the source. */
    line: z.number(),
    /** Shortened like answers. */
    values: z.record(z.string(), z.string()),
    label: rowLabelSchema.nullable(),
    note: z.string(),
    cells: z.array(cellSummarySchema).readonly(),
  })
  .readonly();
export type ResultRow = z.infer<typeof resultRowSchema>;

/** A cell whole. */
export const cellSchema = z
  .object({
    row: rowNumber,
    variantId,
    repeat,
    state: cellStateSchema,
    answer: z.string(),
    reasoning: z.string(),
    fields: z.record(z.string(), z.string()),
    failure: failureSchema.nullable(),
    usage: usageSchema.nullable(),
    timings: timingsSchema.nullable(),
    finish: z.string().nullable(),
    /** How often it was asked, with repairs and repeated requests. */
    attempts: count,
    isRepaired: z.boolean(),
    notes: z.array(z.string()).readonly(),
    address: z.string().nullable(),
    request: z.record(z.string(), z.unknown()).nullable(),
    answeredAt: z.number().nullable(),
    values: z.record(z.string(), z.string()),
  })
  .readonly();
export type Cell = z.infer<typeof cellSchema>;

/** A column of the table of results that can be sorted and filtered by. */
export const resultColumnSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('row') }).readonly(),
  z.object({ kind: z.literal('value'), column: z.string().max(1000) }).readonly(),
  z.object({ kind: z.literal('label') }).readonly(),
  z.object({ kind: z.literal('note') }).readonly(),
  z
    .object({
      kind: z.enum(['answer', 'state', 'failure', 'first-token', 'total-time', 'tokens', 'length']),
      variantId,
      repeat,
    })
    .readonly(),
  z.object({ kind: z.literal('field'), variantId, repeat, field: z.string().max(1000) }).readonly(),
]);
export type ResultColumn = z.infer<typeof resultColumnSchema>;

/** Which rows are shown. Comparisons with `less` and `more` are by number where both are numbers. */
export const resultFilterSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('column'),
      column: resultColumnSchema,
      is: z.enum(['contains', 'lacks', 'equals', 'differs', 'less', 'more', 'empty', 'filled']),
      text: z.string().max(10_000),
    })
    .readonly(),
  /** Rows with a failed or invalid answer, of one variant or of any. */
  z.object({ kind: z.literal('failed'), variantId: variantId.nullable() }).readonly(),
  /** Rows with a text in any of their values or answers. */
  z.object({ kind: z.literal('anywhere'), text: z.string().max(10_000) }).readonly(),
  /** Rows that two variants answered differently, in the first repeat. */
  z.object({ kind: z.literal('variants-differ'), left: variantId, right: variantId }).readonly(),
]);
export type ResultFilter = z.infer<typeof resultFilterSchema>;

export const resultViewSchema = z
  .object({
    sort: z.object({ column: resultColumnSchema, isDescending: z.boolean() }).readonly().nullable(),
    /** All must hold. */
    filters: z.array(resultFilterSchema).max(20).readonly(),
  })
  .readonly();
export type ResultView = z.infer<typeof resultViewSchema>;

export const resultPageSchema = z.object({ total: count, rows: z.array(resultRowSchema).readonly() }).readonly();
export type ResultPage = z.infer<typeof resultPageSchema>;

/** A distribution, with bins of equal width. */
export const histogramSchema = z
  .object({
    count,
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    median: z.number(),
    p95: z.number(),
    bins: z.array(z.object({ from: z.number(), to: z.number(), count }).readonly()).readonly(),
  })
  .readonly();
export type RunHistogram = z.infer<typeof histogramSchema>;

/** How often two variants, or two repeats, gave a row the same label. Null where it is not defined. */
export const agreementSchema = z
  .object({ first: z.string(), second: z.string(), count, agreement: z.number().nullable(), kappa: z.number().nullable() })
  .readonly();
export type RunAgreement = z.infer<typeof agreementSchema>;

const share = z.number().nullable();

/** Answers that are labels, compared with the truth column. */
export const labelStatisticsSchema = z
  .object({
    count,
    accuracy: share,
    kappa: share,
    /** In the order of their frequency in the truth. */
    labels: z.array(z.string()).readonly(),
    /** `matrix[truth][answer]`, both in the order of `labels`. Null if there are too many labels. */
    matrix: z.array(z.array(count).readonly()).readonly().nullable(),
    perLabel: z
      .array(
        z
          .object({ label: z.string(), truth: count, answered: count, correct: count, precision: share, recall: share, f1: share })
          .readonly(),
      )
      .readonly(),
    hasMoreLabels: z.boolean(),
  })
  .readonly();
export type RunLabelStatistics = z.infer<typeof labelStatisticsSchema>;

/** Figures of one variant, over all its repeats. Histograms are null without values. */
export const variantStatisticsSchema = z
  .object({
    variantId,
    done: count,
    failed: count,
    promptTokens: count,
    completionTokens: count,
    /** In characters. */
    lengths: histogramSchema.nullable(),
    firstTokenMs: histogramSchema.nullable(),
    totalMs: histogramSchema.nullable(),
    /** Null if the recipe has no truth column. */
    labels: labelStatisticsSchema.nullable(),
    /** Between its repeats; null if there is only one. */
    repeats: z
      .object({ pairs: z.array(agreementSchema).readonly(), meanKappa: z.number().nullable() })
      .readonly()
      .nullable(),
  })
  .readonly();
export type VariantStatistics = z.infer<typeof variantStatisticsSchema>;

export const runStatisticsSchema = z
  .object({
    variants: z.array(variantStatisticsSchema).readonly(),
    /** Between variants, in pairs of their ids, in the first repeat. */
    agreements: z.array(agreementSchema).readonly(),
  })
  .readonly();
export type RunStatistics = z.infer<typeof runStatisticsSchema>;

const runId = z.object({ id }).readonly();
const nothing = z.undefined();

/** The routes of runs. */
export const runRoutes = {
  /** All runs, newest first. */
  'runs.list': { input: nothing, output: z.array(runSummarySchema).readonly() },
  'runs.read': { input: runId, output: runDetailsSchema },
  /** Creates a draft, from a recipe or empty. */
  'runs.create': { input: z.object({ recipe: recipeSchema.nullable() }).readonly(), output: runDetailsSchema },
  /** Creates a draft from the text of a recipe file, such as one dropped on the window. */
  'runs.openRecipe': { input: z.object({ text: z.string().max(20_000_000) }).readonly(), output: runDetailsSchema },
  /** Creates a draft with the same recipe and rows. */
  'runs.duplicate': { input: runId, output: runDetailsSchema },
  /** Changes a draft. Results of a dry run are dropped if the change touches what is asked. Names can change at any time. */
  'runs.change': { input: z.object({ id, recipe: recipeSchema }).readonly(), output: runDetailsSchema },
  'runs.delete': { input: runId, output: nothing },
  /** Makes pasted text a source. */
  'runs.pasteTable': { input: z.object({ text: z.string().max(recipeLimits.pasteLength) }).readonly(), output: tableSourceSchema },
  'runs.previewTable': {
    input: z.object({ sourceId: id, options: tableOptionsSchema, limit: z.number().int().min(1).max(200) }).readonly(),
    output: tablePreviewSchema,
  },
  /** Reads all rows of a source into a draft, in place of those it has. Answers when done; progress comes by events. */
  'runs.readTable': { input: z.object({ id, sourceId: id, options: tableOptionsSchema }).readonly(), output: runDetailsSchema },
  /** Fills the template with a row, as it will be sent. */
  'runs.preview': { input: z.object({ id, row: rowNumber, variantId }).readonly(), output: promptPreviewSchema },
  /** Asks the first rows only. */
  'runs.dryRun': { input: runId, output: runDetailsSchema },
  /** Starts a draft, or continues a paused or stopped run. */
  'runs.start': { input: runId, output: runDetailsSchema },
  /** Asks nothing more. Requests in flight end. */
  'runs.pause': { input: runId, output: runDetailsSchema },
  /** Asks nothing more, and cancels the requests in flight. */
  'runs.stop': { input: runId, output: runDetailsSchema },
  /** Asks failed and invalid cells again: one, or all if it is null. */
  'runs.retry': { input: z.object({ id, cell: cellIdSchema.nullable() }).readonly(), output: runDetailsSchema },
  'runs.page': {
    input: z.object({ id, view: resultViewSchema, offset: count, limit: z.number().int().min(1).max(200) }).readonly(),
    output: resultPageSchema,
  },
  'runs.cell': { input: z.object({ id, cell: cellIdSchema }).readonly(), output: cellSchema },
  'runs.label': {
    input: z.object({ id, row: rowNumber, label: rowLabelSchema.nullable(), note: z.string().max(10_000) }).readonly(),
    output: nothing,
  },
  'runs.statistics': { input: runId, output: runStatisticsSchema },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

const savedFile = z.object({ file: z.string().nullable() }).readonly();

/** The routes of runs that open a dialog of the main process. */
export const runShellRoutes = {
  /** Null if the user cancels. */
  'shell.chooseRunTable': { input: nothing, output: tableSourceSchema.nullable() },
  'shell.openRunRecipe': { input: nothing, output: runDetailsSchema.nullable() },
  'shell.exportRun': { input: z.object({ id, format: z.enum(runExportFormats) }).readonly(), output: savedFile },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type RunExportFormat = (typeof runExportFormats)[number];
export type RunState = (typeof runStates)[number];
