import { maxDocumentBytes } from '../../electron/contract/constants.ts';
import type { Result } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { RouteOutput } from '../../electron/contract/routes.ts';
import type { Call } from '../bridge/bridge.ts';

/** Reads a document as text. */
export type ReadDocument = (file: File, signal: AbortSignal) => Promise<Result<RouteOutput<'documents.readText'>>>;

export function createDocumentReader(call: Call): ReadDocument {
  return async (file, signal) => {
    const name = file.name.slice(0, 300);
    if (file.size > maxDocumentBytes) return fail('file-too-large', { name, megabytes: Math.floor(maxDocumentBytes / 1_000_000) });
    return call('documents.readText', { name, data: await readBase64(file) }, { signal });
  };
}

function readBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, ''))); // of readAsDataURL
  reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
  reader.readAsDataURL(file);
  return promise;
}
