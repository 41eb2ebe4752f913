import { Worker } from 'node:worker_threads';
import type { DocumentPart, PagePicture, ReadDocument } from '../../contract/documents.ts';
import type { Failed, Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import { errorCode } from '../shared/node-error.ts';
import type { DocumentFile } from './document-types.ts';
import type { CompiledModule } from './load-pdf-module.ts';

/** What a thread does: reads a document, or draws one page of it. */
export interface DocumentTask {
  readonly file: DocumentFile;
  readonly pdf: CompiledModule | undefined;
  readonly page?: number;
}

/** A message of the thread. `bug` is for the log. */
export type FromDocumentWorker =
  | { readonly kind: 'parts'; readonly parts: readonly DocumentPart[]; readonly total: number | null }
  | { readonly kind: 'read'; readonly result: ReadDocument }
  | { readonly kind: 'drawn'; readonly picture: PagePicture }
  | { readonly kind: 'failed'; readonly failed: Failed }
  | { readonly kind: 'bug'; readonly error: Error };

interface TaskOptions<T> {
  readonly signal: AbortSignal;
  readonly onParts?: ((parts: readonly DocumentPart[], total: number | null) => void) | undefined;
  readonly onBug: (error: unknown) => void;
  /** Returns the result, if a message has it. */
  readonly take: (message: FromDocumentWorker) => Result<T> | undefined;
}

/**
 * Runs a task in a thread of its own, so that a document that breaks it costs that document only. Ends the thread when it is
 * cancelled, and at its limits of time and memory.
 */
export function runTask<T>(task: DocumentTask, { signal, onParts, onBug, take }: TaskOptions<T>): Promise<Result<T>> {
  const { name, bytes, limits } = task.file;
  const { promise, resolve } = Promise.withResolvers<Result<T>>();
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: task,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: 32 },
    name: 'document',
    stderr: true, // PDFium reports what it repairs
  });
  let part = 0;
  let hasEnded = false;
  const end = (result: Result<T>): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
    void worker.terminate().then(() => resolve(result)); // its memory is free before the next document
  };
  const cancel = (): void => end(cancelledCall);
  const timer = setTimeout(() => end(fail('document-too-slow', { name, part })), limits.silenceMs);
  signal.addEventListener('abort', cancel, { once: true });
  worker.on('message', (message: FromDocumentWorker) => {
    timer.refresh();
    if (message.kind === 'parts') {
      part = message.parts.at(-1)?.number ?? part;
      onParts?.(message.parts, message.total);
    }
    if (message.kind === 'bug') onBug(message.error);
    const result = message.kind === 'failed' ? message.failed : take(message);
    if (result) end(result);
  });
  worker.on('error', (error) => {
    if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return end(fail('document-too-much-memory', { name }));
    onBug(error);
    end(fail('document-damaged', { name }));
  });
  worker.on('exit', () => end(fail('document-damaged', { name })));
  return promise;
}
