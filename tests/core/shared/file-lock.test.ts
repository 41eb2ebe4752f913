import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataFolder, withFileLock } from '../../../electron/core/shared/file-lock.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const source = path.resolve(import.meta.dirname, '../../../electron/core/shared/file-lock.ts');

/** Starts another process that holds the lock of a folder. */
async function lockInOtherProcess(folder: string) {
  const script = `const { lockDataFolder } = await import(${JSON.stringify(source)});
    globalThis.held = lockDataFolder(${JSON.stringify(folder)}, 'browser');
    console.log(globalThis.held.value.isOurs);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(line.toString().trim()).toBe('true');
  return child;
}

test('rejects a second program, and names the owner of the lock', async () => {
  const folder = await temporaryFolder();
  const child = await lockInOtherProcess(folder);
  expect(must(lockDataFolder(folder, 'desktop'))).toEqual({ isOurs: false, holder: { program: 'browser', pid: child.pid } });
});

// catches a lock that outlives a killed program
test('is free at once when its owner was killed', async () => {
  const folder = await temporaryFolder();
  const child = await lockInOtherProcess(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = must(lockDataFolder(folder, 'headless'));
  expect(lock.isOurs).toBe(true);
  if (lock.isOurs) lock.release();
});

test('can be taken again after it was released', async () => {
  const folder = await temporaryFolder();
  const first = must(lockDataFolder(folder, 'desktop'));
  if (first.isOurs) first.release();
  const second = must(lockDataFolder(folder, 'desktop'));
  expect(second.isOurs).toBe(true);
  if (second.isOurs) second.release();
});

test('reports that a folder can’t be used', async () => {
  const file = path.join(await temporaryFolder(), 'a-file');
  await writeFile(file, '');
  expect(lockDataFolder(file, 'desktop')).toMatchObject({ ok: false, failure: { code: 'storage' } });
});

test.skipIf(process.platform === 'win32')('locks a folder on a full disk (catches a program that no longer starts)', async () => {
  const folder = await temporaryFolder();
  const script = `const { lockDataFolder } = await import(${JSON.stringify(source)});
    console.log(JSON.stringify(lockDataFolder(${JSON.stringify(folder)}, 'desktop')));`;
  const child = spawn('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script]);
  expect(JSON.parse(await text(child.stdout))).toMatchObject({ ok: true, value: { isOurs: true } });
});

test('gives up if one program keeps the lock', async () => {
  const file = path.join(await temporaryFolder(), '.lock');
  const holder = new DatabaseSync(file);
  onTestFinished(() => holder.close());
  holder.exec('BEGIN EXCLUSIVE');
  let now = 0;
  const clock = { now: () => (now += 5_000) };
  await expect(withFileLock(file, async () => 'taken', clock)).rejects.toThrow('another program is writing it');
  expect(now).toBe(25_000);
});
