import { constants } from 'node:fs';
import { open as openHandle } from 'node:fs/promises';
import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import { abortable } from '../shared/abortable.ts';
import { errorCode } from '../shared/node-error.ts';

/** A document on disk, or one that is stored or was sent. */
export type DocumentSource =
  | { readonly name: string; readonly bytes: Uint8Array }
  | {
      readonly name: string;
      readonly path: string;
      /** That of the file when it was added. Reading fails if it has changed. */
      readonly version?: FileVersion | undefined;
    };

/** Tells one content of a file from another. */
export interface FileVersion {
  readonly size: number;
  readonly mtimeMs: number;
}

/** Another program has locked it. On Windows, most have while they show a document. */
const lockedCodes = new Set(['EBUSY', 'EDEADLK', 'EAGAIN', 'ETXTBSY']);
/** A network drive or a stick was there, and is no more. `UNKNOWN` is how Windows reports many of these. */
const driveCodes = new Set([
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTCONN',
  'ETIMEDOUT',
  'UNKNOWN',
]);

/** Reads a file as a whole, as a copy that a thread can take. A drive that doesn't answer is given up after a while. */
export async function openFile(
  source: DocumentSource,
  { maxBytes, silenceMs, open = openHandle }: { readonly maxBytes: number; readonly silenceMs: number; readonly open?: typeof openHandle },
  signal: AbortSignal,
): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const { name } = source;
  const tooLarge = fail('file-too-large', { name, megabytes: Math.floor(maxBytes / 1_000_000) });
  if ('bytes' in source) return source.bytes.length > maxBytes ? tooLarge : check(name, Uint8Array.from(source.bytes));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]);
  try {
    const read = await abortable(readWhole(open, source.path, maxBytes), limit);
    if (signal.aborted) return cancelledCall;
    if (read === undefined) return fail('document-drive-unreachable', { name });
    if (read === 'too-large') return tooLarge;
    if (read === 'not-a-file') return fail('file-unreadable', { name });
    const { version = read.version } = source;
    const hasChanged = version.size !== read.version.size || version.mtimeMs !== read.version.mtimeMs;
    return hasChanged || read.bytes.length !== read.version.size ? fail('document-changed', { name }) : check(name, read.bytes);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (lockedCodes.has(code)) return fail('document-locked', { name });
    return driveCodes.has(code) ? fail('document-drive-unreachable', { name }) : fail('file-unreadable', { name });
  }
}

function check(name: string, bytes: Uint8Array<ArrayBuffer>): Result<Uint8Array<ArrayBuffer>> {
  return bytes.length === 0 ? fail('attachment-empty', { name }) : ok(bytes);
}

async function readWhole(open: typeof openHandle, file: string, maxBytes: number) {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // doesn't wait for the other end of a pipe
  try {
    const { size, mtimeMs } = await handle.stat().then((stats) => (stats.isFile() ? stats : { size: -1, mtimeMs: 0 }));
    if (size < 0) return 'not-a-file';
    if (size > maxBytes) return 'too-large';
    const bytes = new Uint8Array(size);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await handle.read(bytes, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    const after = await handle.stat();
    return { bytes: bytes.subarray(0, length), version: { size: after.size, mtimeMs: after.mtimeMs === mtimeMs ? mtimeMs : -1 } };
  } finally {
    await handle.close();
  }
}
