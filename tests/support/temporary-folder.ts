import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from './remove-folder.ts';

/** Creates a folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-test-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}
