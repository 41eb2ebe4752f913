import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';
import { writeAtomically, writeFailure } from '../core/program-start.ts';
import type { Dialogs } from '../host/dialogs.ts';
import { hostText } from '../host/text.ts';
import { exportCancelled, type ConversationFileDependencies, type PageToPrint } from '../host/files/conversation-files.ts';
import { fileKinds, deliverFile } from '../host/files/chosen-files.ts';

export interface PdfExportOptions {
  readonly dialogs: Pick<Dialogs, 'chooseFileToSave'>;
  /** Renders an HTML file as a PDF. */
  readonly print: (htmlFile: string, signal: AbortSignal) => Promise<Uint8Array>;
  readonly onError: (error: unknown) => void;
}

/** Creates the PDF export. An existing file is replaced only once the new one is complete. */
export function createPdfExport({ dialogs, print, onError }: PdfExportOptions): ConversationFileDependencies['printPdf'] {
  return async (page, signal) => {
    const target = await dialogs.chooseFileToSave(hostText.files.exportConversations, page.suggestedName, fileKinds.pdf);
    return target === null ? ok({ file: null }) : deliverFile(target, await writePdf(page, target.path, signal));
  };

  async function writePdf({ writeHtml }: PageToPrint, file: string, signal: AbortSignal): Promise<Result<unknown>> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-print-'));
    try {
      const htmlFile = path.join(folder, 'print.html');
      const written = await writeHtml(htmlFile);
      if (!written.ok) return written;
      const pdf = await print(htmlFile, signal);
      if (signal.aborted) return exportCancelled();
      await writeAtomically(file, pdf);
      return ok(undefined);
    } catch (error) {
      if (signal.aborted) return exportCancelled();
      onError(error);
      return writeFailure(error, file, fail('pdf-not-written', { file }));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
