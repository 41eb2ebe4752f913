import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../../electron/core/documents/open-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { column, writePdf } from '../../support/documents/pdf-writer.ts';
import { readAll, readReason } from './read-all.ts';
import { must } from '../../support/must.ts';

const limits = { maxBytes: 1000, silenceMs: 60_000 };
const { signal } = new AbortController();
const reasonOf = async (file: string, version?: { size: number; mtimeMs: number }): Promise<string> => {
  const opened = await openFile({ name: path.basename(file), path: file, version }, limits, signal);
  return opened.ok ? Buffer.from(opened.value).toString() : opened.failure.reason;
};

test('reads a file, but none that has changed since it was added', async () => {
  const file = path.join(await temporaryFolder(), 'note.txt');
  await writeFile(file, 'before');
  const version = await stat(file);
  expect(await reasonOf(file, version)).toBe('before');
  await writeFile(file, 'behind it');
  expect(await reasonOf(file, version)).toBe('document-changed');
  expect(await reasonOf(file)).toBe('behind it');
});

test('refuses what is no file, missing, empty or too large', async () => {
  const folder = await temporaryFolder();
  expect(await reasonOf(folder)).toBe('file-unreadable');
  expect(await reasonOf(path.join(folder, 'missing'))).toBe('file-unreadable');
  await writeFile(path.join(folder, 'empty'), '');
  expect(await reasonOf(path.join(folder, 'empty'))).toBe('attachment-empty');
  await writeFile(path.join(folder, 'large'), 'a'.repeat(1001));
  expect(await reasonOf(path.join(folder, 'large'))).toBe('file-too-large');
});

// catches a thread that waits for ever for a pipe
test.runIf(process.platform !== 'win32')('refuses a pipe', async () => {
  const pipe = path.join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await reasonOf(pipe)).toBe('file-unreadable');
});

// no machine has such a drive, so that the system's error is the fixture
test.each([
  ['EBUSY', 'document-locked'],
  ['EIO', 'document-drive-unreachable'],
  ['ESTALE', 'document-drive-unreachable'],
  ['EACCES', 'file-unreadable'],
])('says why a file can’t be read (%s)', async (code, reason) => {
  const open = () => Promise.reject(Object.assign(new Error(code), { code }));
  const opened = await openFile({ name: 'paper.pdf', path: 'paper.pdf' }, { ...limits, open }, signal);
  expect(opened).toMatchObject({ failure: { reason } });
});

test('gives up a drive that doesn’t answer, and stops waiting if it is cancelled', async () => {
  const open = () => new Promise<never>(() => undefined);
  const read = await openFile({ name: 'a', path: 'a' }, { maxBytes: 1, silenceMs: 1, open }, signal);
  expect(read).toMatchObject({ failure: { reason: 'document-drive-unreachable' } });
  const cancelled = await openFile({ name: 'a', path: 'a' }, { ...limits, open }, AbortSignal.abort());
  expect(cancelled).toMatchObject({ failure: { code: 'cancelled' } });
});

test('stops reading when it is cancelled, and keeps no core from the next document', async () => {
  const bytes = writePdf(Array.from({ length: 500 }, () => ({ texts: column(72, ['Text']) })));
  const controller = new AbortController();
  const { createDocuments } = await import('../../../electron/core/documents/documents.ts');
  const documents = createDocuments({ onBug: (error) => expect.fail(String(error)) });
  let seen = 0;
  const onParts = (): void => {
    seen += 1;
    controller.abort();
  };
  const all = Array.from({ length: 10 }, () => documents.read({ name: 'a.pdf', bytes }, { signal: controller.signal, onParts }));
  expect((await Promise.all(all)).every((result) => !result.ok && result.failure.code === 'cancelled')).toBe(true);
  expect(seen).toBeGreaterThan(0);
  expect(must(await documents.read({ name: 'a.pdf', bytes }, { signal })).parts).toBe(500);
});

test('reads a file from disk', async () => {
  const file = path.join(await temporaryFolder(), 'paper.pdf');
  await writeFile(file, writePdf([{ texts: column(72, ['Text']) }]));
  const { result } = await readAll({ name: 'paper.pdf', path: file });
  expect(must(result)).toMatchObject({ title: 'paper', parts: 1 });
  expect(await readReason('empty.pdf', Buffer.alloc(0))).toBe('attachment-empty');
});
