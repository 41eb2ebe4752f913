import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder, type LockHolder } from '../../electron/core/program-start.ts';
import { claimDataFolder, type DataFolderClaim } from '../../electron/shell/claim-data-folder.ts';
import { must } from '../support/must.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Claims a folder with Electron's answers in turn. The last one is repeated. */
function claim(folder: string, ...answers: readonly boolean[]): { readonly claimed: DataFolderClaim; readonly waits: number } {
  const left = [...answers];
  let waits = 0;
  const claimed = claimDataFolder({
    folder,
    requestInstanceLock: () => (left.length > 1 ? left.shift() : left[0]) ?? false,
    wait: () => void (waits += 1),
  });
  if (claimed.kind === 'ours') onTestFinished(claimed.release);
  return { claimed, waits };
}

async function folderOf(program: LockHolder['program']): Promise<string> {
  const folder = await temporaryFolder();
  const lock = must(lockDataFolder(folder, program));
  if (lock.isOurs) onTestFinished(lock.release);
  return folder;
}

test('claims a free folder, which a second process then finds in use', async () => {
  const folder = await temporaryFolder();
  expect(claim(folder, true).claimed.kind).toBe('ours');
  expect(must(lockDataFolder(folder, 'browser'))).toMatchObject({ isOurs: false, holder: { program: 'desktop' } });
});

test('leaves the start to the instance that has the folder, at once', async () => {
  expect(claim(await folderOf('desktop'), false)).toEqual({ claimed: { kind: 'running' }, waits: 0 });
});

// catches a program that ends without a word, because Electron also refuses its lock if it can't write
test('says why if Electron refuses its lock and no instance is running', async () => {
  const folder = await temporaryFolder();
  expect(claim(folder, false).claimed).toMatchObject({
    kind: 'refused',
    failure: { reason: 'instance-lock-unusable', params: { folder } },
  });

  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(claim(file, false)).toMatchObject({ claimed: { kind: 'refused', failure: { reason: 'data-folder-unusable' } }, waits: 0 });
});

test('waits for an instance that is about to end, then starts', async () => {
  expect(claim(await temporaryFolder(), false, false, true)).toMatchObject({ claimed: { kind: 'ours' }, waits: 2 });
});

test.each([true, false])('names a server that has the folder (the only instance: %s)', async (isOnly) => {
  const failure = { reason: 'data-folder-in-use-by-server', params: { pid: process.pid } };
  expect(claim(await folderOf('browser'), isOnly).claimed).toMatchObject({ kind: 'refused', failure });
});
