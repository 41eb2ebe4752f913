import type { Readable } from 'node:stream';

/** Reads a body up to a limit; what is longer is cut there, and the connection closed. */
export async function readLimited(body: Readable, limit: number): Promise<{ readonly body: Buffer; readonly isCut: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    const bytes = piece as Buffer; // no encoding is set on it
    pieces.push(bytes);
    size += bytes.length;
    if (size > limit) break; // leaving the loop destroys the stream
  }
  return { body: Buffer.concat(pieces).subarray(0, limit), isCut: size > limit };
}
