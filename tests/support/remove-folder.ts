import { rm } from 'node:fs/promises';

/** Removes a folder and all that is in it; the last processes of a program that has ended may still write there, so it tries again for a while. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
