import * as z from 'zod';
import { timingsSchema, usageSchema } from './answer.ts';
import { failureSchema } from './failure-schema.ts';
import { recipeLimits } from './constants.ts';

const count = z.number().int().nonnegative();

/** A distribution of lengths or times, with bins of equal width. */
export const histogramSchema = z
  .object({
    count,
    min: z.number(),
    max: z.number(),
    mean: z.number(),
    /** Exact for whole numbers below 4,096, otherwise to a two-thousandth of the range. */
    median: z.number(),
    p95: z.number(),
    /** Adjacent bins. A value is in the bin with `from <= value < to`. */
    bins: z.array(z.object({ from: z.number(), to: z.number(), count }).readonly()).readonly(),
  })
  .readonly();
export type RunHistogram = z.infer<typeof histogramSchema>;

/** How often two variants, or two repeats, gave a row the same label. Figures are null if they are undefined. */
export const agreementSchema = z
  .object({
    first: z.string(),
    second: z.string(),
    /** Rows with a label from both. */
    count,
    agreement: z.number().nullable(),
    kappa: z.number().nullable(),
  })
  .readonly();
export type RunAgreement = z.infer<typeof agreementSchema>;

const share = z.number().nullable();

/** Figures of labels compared with the truth, or with the labels of another rater. */
export const labelStatisticsSchema = z
  .object({
    count,
    /** Answers to rows with a truth that failed or have no label. They count only for `overallAccuracy`. */
    unlabeled: count,
    /** The share of equal pairs. Null if there are no pairs. */
    accuracy: share,
    /** The same with answers without a label as wrong. */
    overallAccuracy: share,
    /** Cohen’s kappa. Null if it is undefined: without pairs, or if both sides always have the same label. */
    kappa: share,
    /** By descending frequency in the truth. */
    labels: z.array(z.string()).readonly(),
    /** `matrix[truth][answer]`, both in the order of `labels`. Null if there are too many labels. */
    matrix: z.array(z.array(count).readonly()).readonly().nullable(),
    /** Each score is null if its denominator is 0. */
    perLabel: z
      .array(
        z
          .object({ label: z.string(), truth: count, answered: count, correct: count, precision: share, recall: share, f1: share })
          .readonly(),
      )
      .readonly(),
    /** Whether there were more different labels than the limit. Those beyond it have no scores and count only for the accuracy. */
    hasMoreLabels: z.boolean(),
  })
  .readonly();
export type RunLabelStatistics = z.infer<typeof labelStatisticsSchema>;

/** Figures of one variant over all its repeats. Histograms are null if there are no values. */
export const variantStatisticsSchema = z
  .object({
    variantId: z.string().min(1).max(100),
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
    /** The agreement between repeats. Null if there is only one. */
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
    /** The agreement between each two variants, by their ids, in the first repeat. */
    agreements: z.array(agreementSchema).readonly(),
  })
  .readonly();
export type RunStatistics = z.infer<typeof runStatisticsSchema>;

const variantId = z.string().min(1).max(100);
const rowNumber = z.number().int().min(1);
const repeat = z.number().int().min(1).max(recipeLimits.repeats);
/** Identifies a cell. */
export const cellIdSchema = z.object({ row: rowNumber, variantId, repeat }).readonly();
export type CellId = z.infer<typeof cellIdSchema>;

/** `pending`: the cell has no result yet. `invalid`: the answer doesn't have the required form, even after a repair. */
export const cellStateSchema = z.enum(['pending', 'done', 'invalid', 'failed']);
export type CellState = z.infer<typeof cellStateSchema>;

/** A cell in the result table. Long texts are shortened. */
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

/** A row of the result table. */
export const resultRowSchema = z
  .object({
    row: rowNumber,
    /** The line or row in the source. */
    line: z.number(),
    /** Long values are shortened. */
    values: z.record(z.string(), z.string()),
    label: rowLabelSchema.nullable(),
    note: z.string(),
    cells: z.array(cellSummarySchema).readonly(),
  })
  .readonly();
export type ResultRow = z.infer<typeof resultRowSchema>;

/** A cell with its whole answer. */
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
    /** Requests for this cell, including repairs and repeated ones. */
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

/** A column of the result table, to sort or filter by. */
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

/** Selects rows of the result table. `less` and `more` compare numbers if both values are numbers. */
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
    /** A row is shown if all match. */
    filters: z.array(resultFilterSchema).max(20).readonly(),
  })
  .readonly();
export type ResultView = z.infer<typeof resultViewSchema>;

export const resultPageSchema = z.object({ total: count, rows: z.array(resultRowSchema).readonly() }).readonly();
export type ResultPage = z.infer<typeof resultPageSchema>;
