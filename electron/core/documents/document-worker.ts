import { parentPort, workerData } from 'node:worker_threads';
import { fail } from '../../contract/failures/fail.ts';
import { DocumentStop } from './document-types.ts';
import { drawPage } from './formats/pdf.ts';
import { readDocument } from './read-document.ts';
import type { DocumentTask, FromDocumentWorker } from './run-task.ts';

const { file, pdf, page } = workerData as DocumentTask;
const send = (message: FromDocumentWorker): void => parentPort?.postMessage(message, []);

const report = (error: unknown): void => {
  if (error instanceof DocumentStop) return send({ kind: 'failed', failed: error.failed });
  // WebAssembly ends itself where it has no memory left
  if (error instanceof Error && error.name === 'RuntimeError')
    return send({ kind: 'failed', failed: fail('document-too-much-memory', { name: file.name }) });
  // a document that a reader doesn't expect
  send({ kind: 'bug', error: error instanceof Error ? error : new Error(String(error)) });
  send({ kind: 'failed', failed: fail('document-damaged', { name: file.name }) });
};
process.once('uncaughtException', report); // WebAssembly's end rejects nothing

try {
  if (page === undefined) {
    const result = await readDocument(file, pdf, (parts, total) => send({ kind: 'parts', parts, total }));
    send({ kind: 'read', result });
  } else if (pdf === undefined) send({ kind: 'failed', failed: fail('document-page-missing', { name: file.name, page }) });
  else send({ kind: 'drawn', picture: await drawPage(file, page, pdf) });
} catch (error) {
  report(error);
}
