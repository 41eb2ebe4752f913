import { readFile, stat } from 'node:fs/promises';
import { expect } from 'playwright/test';

/** Reads a file that the user saved. A browser's download may end a moment after the page reports it. */
export async function readSavedFile(file: string): Promise<string> {
  await waitForFile(file);
  return readFile(file, 'utf8');
}

/** Waits until a file exists and is not empty. */
export async function waitForFile(file: string): Promise<void> {
  await expect
    .poll(() =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    .toBeGreaterThan(0);
}
