import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * A fresh folder for a program to run in. Not the home folder: a relative path that a model wrote should reach nothing
 * of the user's, and what a program leaves behind should go with it.
 */
export async function makeScratchFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-tool-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) };
}
