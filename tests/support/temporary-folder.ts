import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** A folder of this test's own, gone when it ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-test-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}
