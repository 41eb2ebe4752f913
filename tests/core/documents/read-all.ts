import type { DocumentPart, DocumentProgress, ReadDocument } from '../../../electron/contract/documents.ts';
import type { Result } from '../../../electron/contract/failure.ts';
import { createDocuments } from '../../../electron/core/documents/documents.ts';
import { documentLimits, type DocumentLimits } from '../../../electron/core/documents/document-types.ts';
import type { DocumentSource } from '../../../electron/core/documents/open-file.ts';

interface ReadAll {
  readonly result: Result<ReadDocument>;
  readonly parts: readonly DocumentPart[];
  readonly progress: readonly DocumentProgress[];
  readonly bugs: readonly unknown[];
}

/** Reads a document in a thread, and collects its parts. */
export async function readAll(
  source: DocumentSource,
  {
    limits = {},
    password,
    signal = new AbortController().signal,
  }: { limits?: Partial<DocumentLimits>; password?: string; signal?: AbortSignal } = {},
): Promise<ReadAll> {
  const parts: DocumentPart[] = [];
  const progress: DocumentProgress[] = [];
  const bugs: unknown[] = [];
  const documents = createDocuments({ limits: { ...documentLimits, ...limits }, onBug: (error) => bugs.push(error) });
  const onParts = (some: readonly DocumentPart[], next: DocumentProgress): void => {
    parts.push(...some);
    progress.push(next);
  };
  return { result: await documents.read(source, { signal, password, onParts }), parts, progress, bugs };
}

/** Reads a document, and returns its texts. Throws the failure if it can't be read. */
export async function readTexts(name: string, bytes: Uint8Array, password?: string): Promise<readonly string[]> {
  const { result, parts, bugs } = await readAll({ name, bytes }, password === undefined ? {} : { password });
  if (bugs.length > 0) throw bugs[0];
  if (!result.ok) throw new Error(result.failure.reason);
  return parts.map(({ text }) => text);
}

/** Returns why a document can't be read. */
export async function readReason(name: string, bytes: Uint8Array, options: Parameters<typeof readAll>[1] = {}): Promise<string> {
  const { result } = await readAll({ name, bytes }, options);
  return result.ok ? 'read' : result.failure.reason;
}
