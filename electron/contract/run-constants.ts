/** Values of runs used on both sides. They are separate from the schemas, which would load Zod into the window. */

/** Formats of a table that a run can read. */
export const tableFormats = ['csv', 'tsv', 'jsonl', 'json', 'xlsx', 'openai-batch'] as const;

/** Export formats of a run, in the order offered. `batch-errors` is the error file of the OpenAI batch format. */
export const runExportFormats = ['csv', 'jsonl', 'xlsx', 'markdown', 'recipe', 'batch-output', 'batch-errors'] as const;

/** States of a run. `waiting` is not among them: a run that waits is running, with a reason to wait. */
export const runStates = ['draft', 'running', 'paused', 'stopped', 'finished'] as const;

/** How many rows a dry run asks. */
export const dryRunRows = 5;

/** Limits of a recipe. */
export const recipeLimits = {
  models: 20,
  templates: 20,
  repeats: 100,
  /** Variants times repeats. */
  cellsPerRow: 200,
  concurrency: 256,
  rows: 1_000_000,
  templateLength: 1_000_000,
  pasteLength: 50_000_000,
} as const;

/** The variant of a batch whose rows name their own models. */
export const batchVariantId = 'batch';

/** Returns the id of the variant that asks a model with a template. */
export function variantIdOf(modelId: string, templateId: string): string {
  return `${modelId}.${templateId}`;
}
