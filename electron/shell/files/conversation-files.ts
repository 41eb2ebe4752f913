import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { ExportFormat, HistoryProgress, Imported } from '../../contract/history.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { fileName } from './file-name.ts';
import type { SavedFile } from './save-file.ts';

export type History = Pick<Core['history'], 'read' | 'exportTo' | 'importFrom'>;

/** What saving and opening conversations needs. */
export interface ConversationFiles {
  readonly history: History;
  readonly dialogs: Dialogs;
  readonly onProgress: (progress: HistoryProgress) => void;
  readonly onError: (error: unknown) => void;
  /** Turns the HTML of a file into a PDF. */
  readonly printPdf: (htmlFile: string, signal: AbortSignal) => Promise<Uint8Array>;
}

const extensions = { markdown: 'md', json: 'json', html: 'html', pdf: 'pdf' } as const satisfies Record<ExportFormat, string>;

/** Saves conversations, or all of them where `ids` is null. */
export async function exportConversations(
  files: ConversationFiles,
  { ids, format }: { readonly ids: readonly string[] | null; readonly format: ExportFormat },
  signal: AbortSignal,
): Promise<SavedFile> {
  const suggestedName = await nameFor(files.history, ids, extensions[format]);
  const file = await files.dialogs.chooseFileToSave('Export conversations', suggestedName, kinds[format]);
  if (file === null) return ok({ file: null });
  const written = format === 'pdf' ? await writePdf(files, file, ids, signal) : await write(files, file, ids, format, signal);
  return written.ok ? ok({ file }) : written;
}

/** Adds the conversations of a file of ours, of Open WebUI or of ChatGPT. */
export async function importConversations(
  { history, dialogs, onProgress }: ConversationFiles,
  signal: AbortSignal,
): Promise<Result<Imported>> {
  const file = await dialogs.chooseFileToOpen('Import conversations', [kinds.json]);
  if (file === null) return ok({ imported: 0, alreadyHere: 0, skipped: [] });
  return history.importFrom(file, (done, total) => onProgress({ job: 'import', done, total }), signal);
}

function write(
  { history, onProgress }: ConversationFiles,
  file: string,
  ids: readonly string[] | null,
  format: Exclude<ExportFormat, 'pdf'>,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  return history.exportTo(file, ids, format, (done, total) => onProgress({ job: 'export', done, total }), signal);
}

/** By way of the HTML, which is printed; the former file stays until the new one is complete. */
async function writePdf(
  files: ConversationFiles,
  file: string,
  ids: readonly string[] | null,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-print-'));
  const unfinished = `${file}.part`;
  try {
    const page = path.join(folder, 'print.html');
    const written = await write(files, page, ids, 'html', signal);
    if (!written.ok) return written;
    await writeFile(unfinished, await files.printPdf(page, signal));
    if (signal.aborted) return cancelled();
    await rename(unfinished, file);
    return ok(undefined);
  } catch (error) {
    if (signal.aborted) return cancelled();
    files.onError(error);
    return failed('storage', `${file} could not be written.`, 'Choose another folder, or export as a web page and print that.');
  } finally {
    await rm(unfinished, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

function cancelled(): Result<never> {
  return failed('cancelled', 'The export was cancelled.', 'Start it again if you still want it.');
}

async function nameFor(history: History, ids: readonly string[] | null, extension: string): Promise<string> {
  const [only, another] = ids ?? [];
  const conversation = only !== undefined && another === undefined ? await history.read(only) : undefined;
  if (conversation?.ok) return fileName(conversation.value.title, extension, 'conversation');
  return `causeway-conversations-${new Date().toISOString().slice(0, 10)}.${extension}`;
}
