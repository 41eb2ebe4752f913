import type { Readable } from 'node:stream';

/** The beginning of a body as text: up to the limit, or as far as it came. What is left of it is given up. */
export async function readPrefix(body: Readable, limit: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer); // no encoding is set, so it is bytes
      size += (piece as Buffer).length;
      if (size > limit) break;
    }
  } catch {
    // what came says enough
  }
  return Buffer.concat(pieces).toString('utf8', 0, limit);
}
