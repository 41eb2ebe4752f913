import type { Readable } from 'node:stream';
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';

/** More than any error page has. A few compressed bytes can decode to gigabytes. */
const maxDecodedBytes = 1024 * 1024;

/** Reads the start of a body as text, up to the limit, and discards the rest. Returns '' if its encoding can't be decoded. */
export async function readPrefix(body: Readable, limit: number, encoding?: string): Promise<string> {
  const prefix = await readBytes(body, limit);
  const decoded = encoding === undefined ? prefix : decodePrefix(prefix, encoding.trim().toLowerCase());
  return decoded?.toString('utf8') ?? '';
}

async function readBytes(body: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer); // no encoding is set, so chunks are buffers
      size += (chunk as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    // a partial body is enough
  }
  return Buffer.concat(chunks).subarray(0, limit);
}

/** Decodes as much as the prefix contains. */
function decodePrefix(prefix: Buffer, encoding: string): Buffer | undefined {
  const options = { maxOutputLength: maxDecodedBytes };
  try {
    switch (encoding) {
      case 'identity':
        return prefix;
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(prefix, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
      case 'deflate':
        return inflateSync(prefix, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
      case 'br':
        return brotliDecompressSync(prefix, { ...options, finishFlush: constants.BROTLI_OPERATION_FLUSH });
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}
