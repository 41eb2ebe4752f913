import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { maxAttachmentLength } from '../../../electron/contract/constants.ts';
import { routes } from '../../../electron/contract/routes.ts';
import { openDrafts } from '../../../electron/core/drafts/drafts.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('accepts every attachment that a message can have (catches files that are silently not saved)', () => {
  const isAccepted = (key: string, length: number) => routes['drafts.keep'].input.safeParse({ key, text: 'x'.repeat(length) }).success;
  expect(isAccepted('new-conversation.files', 50 * maxAttachmentLength)).toBe(true);
  expect([isAccepted('new-conversation', 4_000_000), isAccepted('new-conversation', 4_000_001)]).toEqual([true, false]);
});

test('writes no attachments when only the text changes (catches megabytes written at each pause in typing)', async () => {
  const folder = await temporaryFolder();
  const drafts = await openDrafts(folder);
  must(await drafts.keep('a.files', 'x'.repeat(3_000_000)));
  must(await drafts.keep('a', 'typed'));
  expect((await stat(path.join(folder, 'drafts.json'))).size).toBeLessThan(1000);
  const later = await openDrafts(folder);
  expect([later.read('a'), later.read('a.files')?.length]).toEqual(['typed', 3_000_000]);
});

test('keeps an empty draft, and deletes one with null (catches an emptied edit that has its old text again)', async () => {
  const folder = await temporaryFolder();
  const drafts = await openDrafts(folder);
  must(await drafts.keep('edit.m', ''));
  must(await drafts.keep('edit.n', 'typed'));
  must(await drafts.keep('edit.n', null));
  const later = await openDrafts(folder);
  expect([later.read('edit.m'), later.read('edit.n')]).toEqual(['', null]);
});

test('deletes all drafts of a purged conversation from the disk, and no others', async () => {
  const folder = await temporaryFolder();
  const drafts = await openDrafts(folder);
  const [purged, others] = [
    ['a', 'a.files', 'a.images', 'edit.m', 'edit.m.files', 'edit.m.images'],
    ['b', 'b.files', 'edit.n', 'new-conversation'],
  ];
  for (const key of purged) must(await drafts.keep(key, 'secret'));
  for (const key of others) must(await drafts.keep(key, 'kept'));
  await drafts.purge(['a'], ['m']);
  expect(purged.map(drafts.read)).toEqual(purged.map(() => null));
  expect(others.map(drafts.read)).toEqual(['kept', 'kept', 'kept', 'kept']);
  const names = await readdir(folder);
  expect(names).toContain('drafts.json.previous');
  for (const name of names.filter((each) => each.startsWith('draft')))
    expect(await readFile(path.join(folder, name), 'utf8')).not.toContain('secret');
});

test('names the images of a damaged file at every start, and none if a file can’t be read (catches drafts that lose their images)', async () => {
  const folder = await temporaryFolder();
  const [hash, typed] = ['a'.repeat(64), 'b'.repeat(64)];
  await writeFile(path.join(folder, 'drafts.json'), `{"version":1,"data":{"a.images":"[{\\"hash\\":\\"${hash}\\"`);
  const drafts = await openDrafts(folder);
  expect(drafts.problem).toMatchObject({ kind: 'damaged' });
  must(await drafts.keep('b.images', JSON.stringify([{ hash: typed }])));
  expect(await drafts.imageHashes()).toEqual(expect.arrayContaining([hash, typed]));
  expect(await (await openDrafts(folder)).imageHashes()).toEqual(expect.arrayContaining([hash, typed]));
  await rm(path.join(folder, 'drafts.json'));
  await mkdir(path.join(folder, 'drafts.json'));
  expect(await (await openDrafts(folder)).imageHashes()).toBeNull();
});
