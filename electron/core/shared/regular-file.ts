import { constants, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';

export type RegularFile =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly stats: Stats }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'too-large' };

/** Reads a file, but no pipe or device, because reading one may never end, and nothing ends a process that waits for it. */
export async function readRegularFile(file: string, maxBytes: number): Promise<RegularFile> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)); // doesn't wait for the other end of a pipe
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return { kind: 'not-a-file' };
    if (stats.size > maxBytes) return { kind: 'too-large' };
    return { kind: 'read', bytes: await handle.readFile(), stats };
  } finally {
    await handle.close();
  }
}
