/** Values of runs for the window and the main process. They are separate from the schemas, which would load Zod into the window. */

/** Formats of a table. `openai-batch` is JSONL with `custom_id`, `method`, `url` and `body` in each line. */
export const tableFormats = ['csv', 'tsv', 'jsonl', 'json', 'xlsx', 'openai-batch'] as const;

/** Export formats of a run, in the order offered. `batch-errors` is the error file of the OpenAI batch format. */
export const runExportFormats = ['csv', 'jsonl', 'xlsx', 'markdown', 'recipe', 'batch-output', 'batch-errors'] as const;

/** States of a run. A run that waits has the state `running` and a reason to wait. */
export const runStates = ['draft', 'running', 'paused', 'stopped', 'finished'] as const;

/** The number of rows of a dry run. */
export const dryRunRows = 5;

/** Limits of a recipe. */
export const recipeLimits = {
  models: 20,
  templates: 20,
  repeats: 100,
  /** Variants times repeats. */
  cellsPerRow: 200,
  concurrency: 256,
  /** Rows of a table. Reading one stops there, and says so. */
  rows: 250_000,
  templateLength: 1_000_000,
  pasteLength: 50_000_000,
} as const;

/** The variant of a batch whose rows name their own models. */
export const batchVariantId = 'batch';

/** Returns the id of the variant with a model and a template. */
export function variantIdOf(modelId: string, templateId: string): string {
  return `${modelId}.${templateId}`;
}
