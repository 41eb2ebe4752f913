import * as z from 'zod';
import { tableOptionsSchema } from './run-recipe.ts';

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
