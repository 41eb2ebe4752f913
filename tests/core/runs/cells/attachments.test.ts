import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fail } from '../../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../../electron/contract/failures/render-failure.ts';
import { readAttachments } from '../../../../electron/core/runs/cells/attachments.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Reads a cell with this many file names. */
async function read(count: number) {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'note.txt'), 'the note');
  return readAttachments(folder, Array.from({ length: count }, () => 'note.txt').join('; '));
}

it('fails for more files than can be sent, and names the limit (catches files that are left out)', async () => {
  expect(await read(50)).toMatchObject({ ok: true, value: { length: 50 } });
  const many = await read(51);
  expect(!many.ok && describeFailure(many.failure).message).toMatch(/\b51\b.*\b50\b/);
});

it.skipIf(process.platform === 'win32')('fails for a pipe (catches a read that never ends, and a program that can’t exit)', async () => {
  const folder = await temporaryFolder();
  await promisify(execFile)('mkfifo', [path.join(folder, 'note.txt')]);
  expect(await readAttachments(folder, 'note.txt')).toEqual(fail('run-attachment-unreadable', { name: 'note.txt' }));
});

it('refuses a PDF whose bytes are all ASCII (catches its source sent as text)', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'paper.txt'), '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n');
  expect(await readAttachments(folder, 'paper.txt')).toEqual(fail('run-attachment-not-text', { name: 'paper.txt' }));
});
