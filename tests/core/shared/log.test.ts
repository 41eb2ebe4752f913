import { existsSync, readFileSync, renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { logFileName, openLog } from '../../../electron/core/shared/log.ts';
import { createRedactor } from '../../../electron/core/shared/redactor.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const clock = { now: () => Date.UTC(2026, 0, 2) };

test('writes each entry as one redacted JSON line with time, level and event', async () => {
  const folder = await temporaryFolder();
  const log = openLog({ folder, clock, redactor: createRedactor() });
  log.info('core.ready', { version: '1.0', note: 'two\nlines' });
  log.warn('proxy.refused', { authorization: 'Bearer abcdefgh12345678' });
  log.close();
  const lines = (await readFile(path.join(folder, logFileName), 'utf8')).trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { time: '2026-01-02T00:00:00.000Z', level: 'info', event: 'core.ready', version: '1.0', note: 'two\nlines' },
    { time: '2026-01-02T00:00:00.000Z', level: 'warn', event: 'proxy.refused', authorization: '[redacted]' },
  ]);
});

test('rotates files by size, deletes the oldest, and loses no line in between', async () => {
  const folder = await temporaryFolder();
  const log = openLog({ folder, clock, redactor: createRedactor(), maxBytes: 400, keep: 2 });
  for (let n = 0; n < 20; n += 1) log.info('tick', { n });
  log.close();
  expect((await readdir(folder)).toSorted()).toEqual(['causeway.1.log', 'causeway.2.log', 'causeway.log']);
  const texts = await Promise.all(
    ['causeway.2.log', 'causeway.1.log', 'causeway.log'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const numbers = texts.flatMap((text) => text.trim().split('\n').filter(Boolean)).map((line) => (JSON.parse(line) as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => 20 - numbers.length + n));
});

test('continues the program if the folder can’t be written', async () => {
  const folder = path.join(await temporaryFolder(), 'a-file');
  await writeFile(folder, '');
  const log = openLog({ folder, clock, redactor: createRedactor() });
  expect(() => log.info('still here')).not.toThrow();
  log.close();
});

test.skipIf(!existsSync('/dev/full'))('resumes logging when a full disk has space again', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, logFileName);
  await symlink('/dev/full', file);
  const log = openLog({ folder, clock, redactor: createRedactor() });
  log.info('lost');
  await rm(file);
  log.info('kept');
  log.close();
  log.info('too late');
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual([expect.stringContaining('"event":"kept"')]);
});

test('starts writing when the folder becomes writable', async () => {
  const folder = path.join(await temporaryFolder(), 'a-file');
  await writeFile(folder, '');
  const log = openLog({ folder, clock, redactor: createRedactor() });
  log.info('lost');
  await rm(folder);
  log.info('kept');
  log.close();
  expect(await readFile(path.join(folder, logFileName), 'utf8')).toContain('kept');
});

test('appends to an existing log', async () => {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, logFileName), '{"event":"earlier"}\n');
  const log = openLog({ folder, clock, redactor: createRedactor() });
  log.info('later');
  log.close();
  expect((await readFile(path.join(folder, logFileName), 'utf8')).split('\n')[0]).toBe('{"event":"earlier"}');
});

test.each(['causeway.log', 'causeway.2.log'])('loses no log while a viewer on Windows has %s open', async (open) => {
  const folder = await temporaryFolder();
  let isOpen = false;
  const rename = (from: string, to: string): void => {
    if (isOpen && path.basename(from) === open) throw Object.assign(new Error('busy'), { code: 'EBUSY' });
    renameSync(from, to);
  };
  const log = openLog({ folder, clock, redactor: createRedactor(), maxBytes: 200, keep: 3, rename });
  const writeUntil = async (names: readonly string[]): Promise<void> => {
    while (!names.every((name) => existsSync(path.join(folder, name)))) log.info('tick', { n: (n += 1) });
  };
  let n = 0;
  await writeUntil(['causeway.2.log']);
  isOpen = true;
  for (let line = 0; line < 20; line += 1) log.info('tick', { n: (n += 1) });
  expect(numbersIn(folder)).toEqual(Array.from({ length: n }, (_, at) => at + 1));
  isOpen = false;
  await writeUntil(['causeway.3.log']);
  log.close();
  expect((await readdir(folder)).toSorted()).toEqual(['causeway.1.log', 'causeway.2.log', 'causeway.3.log', 'causeway.log']);
});

/** Returns the numbers of all lines, oldest first. */
function numbersIn(folder: string): readonly number[] {
  return ['causeway.3.log', 'causeway.2.log', 'causeway.1.log', 'causeway.0.log', logFileName]
    .map((name) => path.join(folder, name))
    .flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []))
    .map((line) => (JSON.parse(line) as { readonly n: number }).n);
}
