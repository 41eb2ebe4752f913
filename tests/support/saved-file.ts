import { readFile, stat } from 'node:fs/promises';
import { expect } from 'playwright/test';

/** The text of a file that the user has saved; a browser's download may end a moment after the page says so. */
export async function readSavedFile(file: string): Promise<string> {
  await waitForFile(file);
  return readFile(file, 'utf8');
}

/** Waits until a file is there and has something in it. */
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
