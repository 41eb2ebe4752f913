import * as z from 'zod';
import { recipeLimits, runExportFormats } from './constants.ts';
import { recipeSchema, tableOptionsSchema, tablePreviewSchema, tableSourceSchema } from './run-recipe.ts';
import { id, nothing } from './route-schemas.ts';
import { cellIdSchema, cellSchema, resultPageSchema, resultViewSchema, rowLabelSchema, runStatisticsSchema } from './run-results.ts';
import { promptPreviewSchema, runDetailsSchema, runSummarySchema } from './runs.ts';

const rowNumber = z.number().int().min(1);
const runId = z.object({ id }).readonly();

/** The routes of runs. */
export const runRoutes = {
  /** Returns all runs, newest first. */
  'runs.list': { input: nothing, output: z.array(runSummarySchema).readonly() },
  'runs.read': { input: runId, output: runDetailsSchema },
  /** Creates a draft from a recipe, or an empty one. */
  'runs.create': { input: z.object({ recipe: recipeSchema.nullable() }).readonly(), output: runDetailsSchema },
  /** Creates a draft from the text of a recipe file, such as one dropped on the window. */
  'runs.openRecipe': { input: z.object({ text: z.string().max(20_000_000) }).readonly(), output: runDetailsSchema },
  /** Creates a draft with the same recipe and rows. */
  'runs.duplicate': { input: runId, output: runDetailsSchema },
  /** Changes the recipe of a draft. Drops the results of a dry run if the requests change. The name can change at any time. */
  'runs.change': { input: z.object({ id, recipe: recipeSchema }).readonly(), output: runDetailsSchema },
  'runs.delete': { input: runId, output: nothing },
  /** Creates a source from pasted text. */
  'runs.pasteTable': { input: z.object({ text: z.string().max(recipeLimits.pasteLength) }).readonly(), output: tableSourceSchema },
  'runs.previewTable': {
    input: z.object({ sourceId: id, options: tableOptionsSchema, limit: z.number().int().min(1).max(200) }).readonly(),
    output: tablePreviewSchema,
  },
  /** Replaces the rows of a draft by those of a source. Returns at the end. Events report the progress. */
  'runs.readTable': { input: z.object({ id, sourceId: id, options: tableOptionsSchema }).readonly(), output: runDetailsSchema },
  /** Builds the request of a row as it will be sent. */
  'runs.preview': { input: z.object({ id, row: rowNumber, variantId: id }).readonly(), output: promptPreviewSchema },
  /** Starts a draft with its first rows only. */
  'runs.dryRun': { input: runId, output: runDetailsSchema },
  /** Starts a draft, or continues a paused or stopped run. */
  'runs.start': { input: runId, output: runDetailsSchema },
  /** Sends no more requests. Those in flight end. */
  'runs.pause': { input: runId, output: runDetailsSchema },
  /** Sends no more requests, and cancels those in flight. */
  'runs.stop': { input: runId, output: runDetailsSchema },
  /** Repeats the requests of failed and invalid cells: of one, or of all if `cell` is null. */
  'runs.retry': { input: z.object({ id, cell: cellIdSchema.nullable() }).readonly(), output: runDetailsSchema },
  'runs.page': {
    input: z
      .object({ id, view: resultViewSchema, offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(200) })
      .readonly(),
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

/** The routes of runs that open a system dialog. */
export const runShellRoutes = {
  /** Returns null if the user cancels. */
  'shell.chooseRunTable': { input: nothing, output: tableSourceSchema.nullable() },
  'shell.openRunRecipe': { input: nothing, output: runDetailsSchema.nullable() },
  'shell.exportRun': { input: z.object({ id, format: z.enum(runExportFormats) }).readonly(), output: savedFile },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;
