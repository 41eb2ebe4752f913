import * as z from 'zod';
import { timingsSchema, usageSchema } from './answer.ts';
import { failureSchema } from './failure-schema.ts';
import { recipeLimits } from './run-constants.ts';

const variantId = z.string().min(1).max(100);
const rowNumber = z.number().int().min(1);
const repeat = z.number().int().min(1).max(recipeLimits.repeats);
const count = z.number().int().nonnegative();

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
