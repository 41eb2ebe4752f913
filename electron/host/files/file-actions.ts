import { ok, type Result } from '../../contract/failure.ts';
import type { Toolbox } from '../../contract/tool.ts';
import type { ScoreExport } from '../../contract/tokens.ts';
import { scoresCsv, type Core } from '../../core/create-core.ts';
import type { Library } from '../../contract/library.ts';
import type { Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { datedFileName, fileKinds, readChosenFile, saveFile, fileName, type SavedFile } from './chosen-files.ts';

/** Exports all tools to a file. */
export function exportTools(tools: Pick<Core['tools'], 'exportText'>, dialogs: Dialogs): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: hostText.files.exportTools,
    suggestedName: 'causeway-tools.json',
    kind: fileKinds.json,
    content: tools.exportText,
  });
}

/** Imports tools from a file. They are disabled and unapproved at first. */
export async function importTools(tools: Pick<Core['tools'], 'read' | 'importText'>, dialogs: Dialogs): Promise<Result<Toolbox>> {
  const text = await readChosenFile(dialogs, hostText.files.importTools, [fileKinds.json]);
  if (!text.ok) return text;
  return text.value === null ? ok(tools.read()) : tools.importText(text.value);
}

/** Exports one preset to a file. */
export async function exportPreset(library: Pick<Core['library'], 'exportPreset'>, dialogs: Dialogs, id: string): Promise<SavedFile> {
  const preset = library.exportPreset(id);
  if (!preset.ok) return preset;
  const { name, text } = preset.value;
  return saveFile({
    dialogs,
    title: hostText.files.exportPreset,
    suggestedName: fileName(name, 'json', 'preset'),
    kind: fileKinds.json,
    content: () => text,
  });
}

/** Imports a preset from a file. */
export async function importPreset(library: Pick<Core['library'], 'read' | 'importPreset'>, dialogs: Dialogs): Promise<Result<Library>> {
  const text = await readChosenFile(dialogs, hostText.files.importPreset, [fileKinds.json]);
  if (!text.ok) return text;
  return text.value === null ? ok(library.read()) : library.importPreset(text.value);
}

/** Exports the requests recorded by the local API. */
export function exportRequests(
  localApi: Pick<Core['localApi'], 'exportRequests'>,
  dialogs: Dialogs,
  format: 'ndjson' | 'har',
): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: hostText.files.exportRequests,
    suggestedName: `causeway-requests.${format}`,
    kind: fileKinds[format],
    content: () => localApi.exportRequests(format),
  });
}

/** Exports scored texts as a table. */
export function exportScores(dialogs: Dialogs, scores: ScoreExport): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: hostText.files.exportScores,
    suggestedName: 'causeway-scores.csv',
    kind: fileKinds.csv,
    content: () => scoresCsv(scores),
  });
}

/** Saves the support bundle. */
export function saveSupportBundle(
  core: Pick<Core, 'bundleDiagnostics' | 'log'>,
  dialogs: Dialogs,
  refusals: Readonly<Record<string, number>>,
): Promise<SavedFile> {
  return saveFile({
    dialogs,
    title: hostText.files.saveSupportBundle,
    suggestedName: datedFileName('causeway-support', 'zip'),
    kind: fileKinds.zip,
    content: () => core.bundleDiagnostics(refusals),
    onError: (error) => core.log.error('diagnostics.save-failed', { error }),
  });
}
