import { failed, ok, type Result } from '../../contract/failure.ts';
import type { ExportFormat, HistoryProgress, Imported } from '../../contract/history.ts';
import type { Core } from '../../core/create-core.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import { kinds } from './file-kinds.ts';
import { fileName } from './file-name.ts';
import { handOver, type SavedFile } from './save-file.ts';

export type History = Pick<Core['history'], 'read' | 'exportTo' | 'importFrom'>;

/** A web page that is to become a PDF. */
export interface PageToPrint {
  readonly suggestedName: string;
  readonly writeHtml: (file: string) => Promise<Result<unknown>>;
}

/** What saving and opening conversations needs. */
export interface ConversationFiles {
  readonly history: History;
  readonly dialogs: Dialogs;
  readonly onProgress: (progress: HistoryProgress) => void;
  /** Asks where to save the PDF, or leaves that to a print dialog; then the file is null. */
  readonly printPdf: (page: PageToPrint, signal: AbortSignal) => Promise<SavedFile>;
}

const extensions = { markdown: 'md', json: 'json', html: 'html', pdf: 'pdf' } as const satisfies Record<ExportFormat, string>;
/** No export of a chat program comes near it. */
const maxImportBytes = 4_000_000_000;

/** Saves conversations, or all of them where `ids` is null. */
export async function exportConversations(
  { history, dialogs, onProgress, printPdf }: ConversationFiles,
  { ids, format }: { readonly ids: readonly string[] | null; readonly format: ExportFormat },
  signal: AbortSignal,
): Promise<SavedFile> {
  const suggestedName = await nameFor(history, ids, extensions[format]);
  const writeAs =
    (written: Exclude<ExportFormat, 'pdf'>) =>
    (file: string): Promise<Result<unknown>> =>
      history.exportTo({ file, ids, format: written }, { onProgress: (done, total) => onProgress({ job: 'export', done, total }), signal });
  if (format === 'pdf') return printPdf({ suggestedName, writeHtml: writeAs('html') }, signal);
  const target = await dialogs.chooseFileToSave('Export conversations', suggestedName, kinds[format]);
  if (target === null) return ok({ file: null });
  const written = await writeAs(format)(target.path);
  // it may have been complete by the time the user cancelled
  return handOver(target, signal.aborted ? exportCancelled() : written);
}

/** Adds the conversations of a file of ours, of Open WebUI or of ChatGPT. */
export async function importConversations(
  { history, dialogs, onProgress }: ConversationFiles,
  signal: AbortSignal,
): Promise<Result<Imported>> {
  const chosen = await dialogs.chooseFileToOpen('Import conversations', [kinds.json], maxImportBytes);
  if (!chosen.ok) return chosen;
  if (chosen.value === null) return ok({ imported: 0, alreadyHere: 0, skipped: [] });
  try {
    return await history.importFrom(chosen.value.path, { onProgress: (done, total) => onProgress({ job: 'import', done, total }), signal });
  } finally {
    await chosen.value.release();
  }
}

/** The failure of an export that the user cancelled. */
export function exportCancelled(): Result<never> {
  return failed('cancelled', 'The export was cancelled.', 'Start it again if you still want it.');
}

async function nameFor(history: History, ids: readonly string[] | null, extension: string): Promise<string> {
  const [only, another] = ids ?? [];
  const conversation = only !== undefined && another === undefined ? await history.read(only) : undefined;
  if (conversation?.ok) return fileName(conversation.value.title, extension, 'conversation');
  return `causeway-conversations-${new Date().toISOString().slice(0, 10)}.${extension}`;
}
