import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** Reads a file piece by piece. Opens it only when the first piece is read. */
export async function* readFile(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024, signal })) if (Buffer.isBuffer(piece)) yield piece;
}

/** Reads the first bytes of a file. */
export async function readHead(path: string, size: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
