import { basename } from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import type { TableSource } from '../../contract/run-recipe.ts';
import type { RunDetails, RunExportFormat } from '../../contract/runs.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { deliverFile, fileKinds, fileName, readChosenFile, type SavedFile } from './chosen-files.ts';

type Runs = Pick<Core['runs'], 'addSource' | 'exportTo' | 'openRecipe' | 'read'>;

/** A table may be larger than the memory, because it is read as a stream. */
const maxTableBytes = 100_000_000_000;
const maxRecipeBytes = 20_000_000;

const exports = {
  csv: { kind: fileKinds.csv, extension: 'csv' },
  jsonl: { kind: fileKinds.jsonl, extension: 'jsonl' },
  xlsx: { kind: fileKinds.xlsx, extension: 'xlsx' },
  markdown: { kind: fileKinds.markdown, extension: 'md' },
  recipe: { kind: fileKinds.json, extension: 'json' },
  'batch-output': { kind: fileKinds.jsonl, extension: 'jsonl' },
  'batch-errors': { kind: fileKinds.jsonl, extension: 'jsonl' },
} as const satisfies Record<RunExportFormat, unknown>;

/** Lets the user choose a table. Returns null if they cancel. */
export async function chooseRunTable(runs: Runs, dialogs: Dialogs): Promise<Result<TableSource | null>> {
  const chosen = await dialogs.chooseFileToOpen(hostText.files.chooseRunTable, [fileKinds.tables, fileKinds.any], maxTableBytes);
  if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen;
  const { path, name, isCopy, release } = chosen.value;
  // the desktop's name is the whole path, which isn't to be in an exported recipe
  return runs.addSource({ path, name: basename(name), hasFolder: !isCopy, release });
}

/** Creates a draft from a recipe file. Returns null if the user cancels. */
export async function openRunRecipe(runs: Runs, dialogs: Dialogs, signal: AbortSignal): Promise<Result<RunDetails | null>> {
  const text = await readChosenFile(dialogs, hostText.files.openRunRecipe, [fileKinds.json], maxRecipeBytes);
  if (!text.ok || text.value === null) return text.ok ? ok(null) : text;
  return runs.openRecipe({ text: text.value }, { signal });
}

/** Exports a run to a file that the user chooses. */
export async function exportRun(
  runs: Runs,
  dialogs: Dialogs,
  { id, format }: { readonly id: string; readonly format: RunExportFormat },
  signal: AbortSignal,
): Promise<SavedFile> {
  const run = await runs.read({ id }, { signal });
  if (!run.ok) return run;
  const { kind, extension } = exports[format];
  const target = await dialogs.chooseFileToSave(hostText.files.exportRun, fileName(run.value.name, extension, 'run'), kind);
  if (target === null) return ok({ file: null });
  return deliverFile(target, await runs.exportTo({ id, format, file: target.path }, signal));
}
