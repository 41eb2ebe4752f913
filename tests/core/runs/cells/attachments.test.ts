import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { fail } from '../../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../../electron/contract/failures/render-failure.ts';
import { readImageHeader } from '../../../../electron/contract/image-header.ts';
import { isInside, readAttachments } from '../../../../electron/core/runs/cells/attachments.ts';
import { exifWithPosition, jpegSegment, madeJpeg, madePng } from '../../../support/made-images.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Reads a cell with this many file names. */
async function read(count: number) {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'note.txt'), 'the note');
  return readAttachments(folder, Array.from({ length: count }, () => 'note.txt').join('; '));
}

it('fails for more files than can be sent, and names the limit (catches files that are left out)', async () => {
  expect(await read(50)).toMatchObject({ ok: true, value: { attachments: { length: 50 } } });
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

it('sends images upright as they were taken, without the position and the camera', async () => {
  const folder = await temporaryFolder();
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWithPosition(6)]);
  await writeFile(path.join(folder, 'photo.jpg'), madeJpeg(40, 30, [jpegSegment(0xe1, exif)]));
  await writeFile(path.join(folder, 'figure.png'), madePng(20, 10));
  await writeFile(path.join(folder, 'note.txt'), 'the note');
  const read = must(await readAttachments(folder, 'photo.jpg; note.txt\nfigure.png'));
  expect(read.attachments.map(({ name }) => name)).toEqual(['note.txt']);
  expect(read.images.map(({ name, width, height }) => [name, width, height])).toEqual([
    ['photo.jpg', 30, 40],
    ['figure.png', 20, 10],
  ]);
  const [type, content = ''] = read.images[0]?.dataUrl.split(';base64,') ?? [];
  const bytes = Buffer.from(content, 'base64');
  expect(type).toBe('data:image/jpeg');
  expect(bytes.toString('latin1')).not.toContain('GPS');
  expect(readImageHeader(bytes)).toMatchObject({ orientation: 6 });
});

it('refuses other images, broken ones and those outside the folder with a way out', async () => {
  const folder = await temporaryFolder();
  const table = path.join(folder, 'table');
  await mkdir(table);
  await writeFile(path.join(table, 'moving.gif'), Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'));
  await writeFile(path.join(table, 'broken.png'), madePng(20, 10).subarray(0, 60));
  await writeFile(path.join(folder, 'secret.png'), madePng(20, 10));
  const refused = async (name: string) => {
    const read = await readAttachments(table, name);
    return read.ok ? undefined : describeFailure(read.failure);
  };
  expect(await refused('moving.gif')).toMatchObject({
    message: expect.stringMatching(/^Causeway can’t send moving\.gif\. .*GIF/) as string,
    remedy: expect.stringContaining('PNG') as string,
  });
  expect(await refused('broken.png')).toMatchObject({ message: expect.stringContaining('broken.png') as string });
  expect((await refused('../secret.png'))?.message).toContain('isn’t in the folder');
  expect((await refused('https://example.org/a.png'))?.message).toContain('can’t read');
});

it('refuses a name outside the folder before it looks for the file', async () => {
  const table = path.join(await temporaryFolder(), 'absent');
  expect(await readAttachments(table, '../missing.txt')).toEqual(fail('run-attachment-outside', { name: '../missing.txt' }));
});

it.each([
  ['note.txt', true],
  ['figures\\a.png', true],
  ['C:\\lab\\note.txt', true],
  ['..\\note.txt', false],
  ['\\note.txt', false],
  ['D:note.txt', false],
  ['D:\\lab\\note.txt', false],
  ['\\\\host\\share\\x', false],
  ['//host/share/x', false],
  ['\\\\?\\UNC\\host\\share\\x', false],
  ['\\\\.\\pipe\\x', false],
])('on Windows, whether %s is in the folder is %s', (name, expected) => {
  const { win32 } = path;
  expect(isInside('C:\\lab', win32.resolve('C:\\lab', name), win32)).toBe(expected);
});
