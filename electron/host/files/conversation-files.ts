import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { ExportFormat, HistoryProgress, Imported } from '../../contract/history.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs.ts';
import { hostText } from '../text.ts';
import { datedFileName, fileKinds, fileName, deliverFile, type SavedFile } from './chosen-files.ts';

export type History = Pick<Core['history'], 'read' | 'exportTo' | 'importFrom' | 'hasImages'>;

/** A web page to print as a PDF. */
export interface PageToPrint {
  readonly suggestedName: string;
  readonly writeHtml: (file: string) => Promise<Result<unknown>>;
}

/** Dependencies of the export and import of conversations. */
export interface ConversationFileDependencies {
  readonly history: History;
  readonly dialogs: Dialogs;
  readonly onProgress: (progress: HistoryProgress) => void;
  /** Asks where to save the PDF and saves it. Returns a null file if a print dialog does that instead. */
  readonly printPdf: (page: PageToPrint, signal: AbortSignal) => Promise<SavedFile>;
}

const extensions = { markdown: 'md', text: 'txt', json: 'json', html: 'html', pdf: 'pdf' } as const satisfies Record<ExportFormat, string>;
/** Far above the size of any chat program's export. */
const maxImportBytes = 4_000_000_000;

/** Exports the given conversations, or all of them if `ids` is null. */
export async function exportConversations(
  { history, dialogs, onProgress, printPdf }: ConversationFileDependencies,
  { ids, format, jobId }: { readonly ids: readonly string[] | null; readonly format: ExportFormat; readonly jobId: string },
  signal: AbortSignal,
): Promise<SavedFile> {
  // Markdown has no place for images, so it becomes an archive with files
  const isArchive = format === 'markdown' && (await hasImages(history, ids));
  const suggestedName = await suggestFileName(history, ids, isArchive ? 'zip' : extensions[format]);
  const writeAs =
    (written: Exclude<ExportFormat, 'pdf'> | 'zip') =>
    (file: string): Promise<Result<unknown>> =>
      history.exportTo({ file, ids, format: written }, { onProgress: (done, total) => onProgress({ jobId, done, total }), signal });
  if (format === 'pdf') return printPdf({ suggestedName, writeHtml: writeAs('html') }, signal);
  const kind = isArchive ? fileKinds.zip : fileKinds[format];
  const target = await dialogs.chooseFileToSave(hostText.files.exportConversations, suggestedName, kind);
  if (target === null) return ok({ file: null });
  const written = await writeAs(isArchive ? 'zip' : format)(target.path);
  // the export may have completed before the user cancelled
  return deliverFile(target, signal.aborted ? exportCancelled() : written);
}

/** Imports conversations from a file of Causeway, Open WebUI or ChatGPT. */
export async function importConversations(
  { history, dialogs, onProgress }: ConversationFileDependencies,
  { jobId }: { readonly jobId: string },
  signal: AbortSignal,
): Promise<Result<Imported>> {
  const chosen = await dialogs.chooseFileToOpen(hostText.files.importConversations, [fileKinds.json], maxImportBytes);
  if (!chosen.ok) return chosen;
  if (chosen.value === null) return ok({ imported: 0, alreadyHere: 0, skipped: [] });
  try {
    return await history.importFrom(chosen.value.path, { onProgress: (done, total) => onProgress({ jobId, done, total }), signal });
  } finally {
    await chosen.value.release();
  }
}

/** Returns the failure for an export that the user cancelled. */
export function exportCancelled(): Result<never> {
  return fail('export-canceled');
}

async function hasImages(history: History, ids: readonly string[] | null): Promise<boolean> {
  const found = await history.hasImages({ ids });
  return found.ok && found.value;
}

async function suggestFileName(history: History, ids: readonly string[] | null, extension: string): Promise<string> {
  const [only, another] = ids ?? [];
  const conversation = only !== undefined && another === undefined ? await history.read(only) : undefined;
  if (conversation?.ok) return fileName(conversation.value.title, extension, 'conversation');
  return datedFileName('causeway-conversations', extension);
}
