import { rm } from 'node:fs/promises';

/** Removes a folder. Retries for a while, because the last processes of a program may still write to it. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
