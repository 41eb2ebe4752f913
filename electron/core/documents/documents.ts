import { availableParallelism } from 'node:os';
import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall } from '../../contract/failures/fail.ts';
import type { DocumentPart, DocumentProgress, PagePicture, ReadDocument } from '../../contract/documents.ts';
import { isPdf } from './detect-kind.ts';
import { documentLimits, type DocumentLimits } from './document-types.ts';
import { loadPdfModule, type CompiledModule } from './load-pdf-module.ts';
import { openFile, type DocumentSource } from './open-file.ts';
import { runTask, type DocumentTask } from './run-task.ts';

export interface DocumentsOptions {
  readonly limits?: DocumentLimits;
  readonly onBug: (error: unknown) => void;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly password?: string | undefined;
  /** Called with the parts in order, some at a time. */
  readonly onParts?: (parts: readonly DocumentPart[], progress: DocumentProgress) => void;
}

/** Code that PDFium's compiler has made better is kept for the next document, and dropped when there is none for a while. */
const moduleIdleMs = 60_000;

export type Documents = ReturnType<typeof createDocuments>;

/** Reads documents, and draws pages of PDFs. As many are read at once as there are cores. */
export function createDocuments({ limits = documentLimits, onBug }: DocumentsOptions) {
  const waiting: (() => void)[] = [];
  let free = availableParallelism();
  let module: Promise<CompiledModule> | undefined;
  let idle: NodeJS.Timeout | undefined;

  const getModule = (): Promise<CompiledModule> => {
    module ??= loadPdfModule(limits.pdfBytes);
    clearTimeout(idle);
    idle = setTimeout(() => (module = undefined), moduleIdleMs).unref();
    return module;
  };

  /** Waits for a free core, opens the file there, and runs the task. */
  const withFile = async <T>(
    source: DocumentSource,
    { signal, password }: Pick<ReadOptions, 'signal' | 'password'>,
    run: (task: DocumentTask) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      if (signal.aborted) return cancelledCall;
      const opened = await openFile(source, { maxBytes: limits.fileBytes, silenceMs: limits.silenceMs }, signal);
      if (!opened.ok) return opened;
      const pdf = isPdf(opened.value) ? await getModule() : undefined;
      return signal.aborted ? cancelledCall : await run({ file: { name: source.name, bytes: opened.value, limits, password }, pdf });
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };

  return {
    /** Reads a whole document. A part that can't be read is among its parts and its problems. */
    read: (source: DocumentSource, { signal, password, onParts }: ReadOptions): Promise<Result<ReadDocument>> => {
      let done = 0;
      return withFile(source, { signal, password }, (task) =>
        runTask<ReadDocument>(task, {
          signal,
          onBug,
          onParts: (parts, total) => {
            done += parts.length;
            onParts?.(parts, { done, total });
          },
          take: (message) => (message.kind === 'read' ? ok(message.result) : undefined),
        }),
      );
    },
    /** Draws a page of a PDF. */
    drawPage: (source: DocumentSource, page: number, options: Pick<ReadOptions, 'signal' | 'password'>): Promise<Result<PagePicture>> =>
      withFile(source, options, (task) =>
        runTask<PagePicture>(
          { ...task, page },
          { signal: options.signal, onBug, take: (message) => (message.kind === 'drawn' ? ok(message.picture) : undefined) },
        ),
      ),
  };
}
