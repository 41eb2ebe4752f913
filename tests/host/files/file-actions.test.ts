import { chmod, chown, lstat, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { fileName, fileKinds, readChosenFile, saveFile, type SavedFile } from '../../../electron/host/files/chosen-files.ts';
import { exportScores, exportTools, importTools } from '../../../electron/host/files/file-actions.ts';
import { copyingDialogs, fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addTool, command, openTestTools } from '../../support/toolbox.ts';

const save = (file: string, content: string): Promise<SavedFile> =>
  saveFile({ dialogs: fakeDialogs({ file }), title: '', suggestedName: 'a', kind: fileKinds.json, content: () => content });

describe('saving and reading a file', () => {
  test('writes where the user chose', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    expect(await save(file, 'text')).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toBe('text');
  });

  test('replaces a file only once the new one is complete (catches a full disk that leaves half a file)', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a.json');
    await writeFile(file, 'the old text');
    const before = await open(file);
    onTestFinished(() => before.close());
    expect(await save(file, 'new')).toEqual(ok({ file }));
    expect([await before.readFile('utf8'), await readFile(file, 'utf8')]).toEqual(['the old text', 'new']);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  test('leaves the permissions and the group of a file that it replaces', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'the old text');
    const group = process.getgroups?.().at(-1) ?? 0;
    await chown(file, process.getuid?.() ?? 0, group);
    await chmod(file, 0o664);
    await save(file, 'new');
    const { mode, gid } = await stat(file);
    expect([mode & 0o777, gid]).toEqual([0o664, group]);
  });

  test('writes a file with the longest name that the system allows', async () => {
    const file = path.join(await temporaryFolder(), `${'東'.repeat(83)}.json`);
    expect(Buffer.byteLength(path.basename(file))).toBe(254);
    expect(await save(file, 'new')).toEqual(ok({ file }));
  });

  test('writes through a link', async () => {
    const folder = await temporaryFolder();
    const [file, link] = [path.join(folder, 'a.json'), path.join(folder, 'link.json')];
    await writeFile(file, 'the old text');
    await symlink(file, link);
    expect(await save(link, 'new')).toEqual(ok({ file: link }));
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('new');
  });

  test('writes to a device', async () => {
    expect(await save('/dev/null', 'new')).toEqual(ok({ file: '/dev/null' }));
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  test('writes scores as a table', async () => {
    const file = path.join(await temporaryFolder(), 'scores.csv');
    const scores = [{ text: 'a', tokens: [{ text: 'a', logprob: -1 }] }];
    expect(await exportScores(fakeDialogs({ file }), { rows: 'texts', scores })).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toContain(`a,1,1,-1,${Math.E}\r\n`);
  });

  test('creates no content when the user cancels', async () => {
    let isMade = false;
    const content = (): string => {
      isMade = true;
      return '';
    };
    const saved = await saveFile({ dialogs: fakeDialogs(), title: '', suggestedName: 'a', kind: fileKinds.json, content });
    expect([saved, isMade]).toEqual([ok({ file: null }), false]);
  });

  test('names the file that can’t be written', async () => {
    const file = path.join(await temporaryFolder(), 'none', 'a.json');
    const saved = await save(file, '');
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage', reason: 'file-not-written', params: { file } } });
  });

  test('delivers the file once it is complete', async () => {
    const folder = await temporaryFolder();
    const dialogs = copyingDialogs({ folder });
    const saved = await saveFile({ dialogs, title: '', suggestedName: 'a.json', kind: fileKinds.json, content: () => 'text' });
    expect(saved).toEqual(ok({ file: 'a.json' }));
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await readFile(path.join(folder, 'a.json'), 'utf8')).toBe('text');
  });

  test('removes the file when its content can’t be created', async () => {
    const folder = await temporaryFolder();
    const errors: unknown[] = [];
    const saved = await saveFile({
      dialogs: copyingDialogs({ folder }),
      title: '',
      suggestedName: 'a.json',
      kind: fileKinds.json,
      content: () => Promise.reject(new Error('nothing to make it from')),
      onError: (error) => errors.push(error),
    });
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect(errors).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['read', 11, { ok: true, value: 'x'.repeat(11) }],
    ['too large', 10, { ok: false, failure: { code: 'invalid-input', reason: 'file-too-large', params: { name: 'a.json' } } }],
  ] as const)('leaves no copy of an uploaded file that is %s', async (_how, maxBytes, expected) => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'x'.repeat(11));
    const folder = await temporaryFolder();
    expect(await readChosenFile(copyingDialogs({ folder, file }), '', [fileKinds.json], maxBytes)).toMatchObject(expected);
    expect(await readdir(folder)).toEqual([]);
  });

  test('doesn’t read a file that the dialog rejected', async () => {
    const refused = fail('file-too-large', { name: 'a.json', megabytes: 5 });
    expect(await readChosenFile({ chooseFileToOpen: async () => refused }, '', [fileKinds.json])).toEqual(refused);
  });

  test('rejects a file above the size limit (catches a full memory)', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'x'.repeat(11));
    expect(await readChosenFile(fakeDialogs({ file }), '', [fileKinds.json], 10)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(await readChosenFile(fakeDialogs({ file }), '', [fileKinds.json], 11)).toEqual(ok('x'.repeat(11)));
    expect(await readChosenFile(fakeDialogs(), '', [fileKinds.json])).toEqual(ok(null));
    expect(await readChosenFile(fakeDialogs({ file: `${file}.none` }), '', [fileKinds.json])).toMatchObject({
      ok: false,
      failure: { code: 'storage' },
    });
  });
});

test.each([
  ['Zürich: a/b\\c?', 'Zürich- a-b-c.json'],
  ['../../etc/passwd', 'etc-passwd.json'],
  ['con', 'x.json'],
  ['...', 'x.json'],
  ['a\u202eb\n', 'a-b.json'],
  ['', 'x.json'],
  ['東'.repeat(100), `${'東'.repeat(70)}.json`],
  [`${'x'.repeat(69)}🧪 results`, `${'x'.repeat(69)}.json`],
  [`${'x'.repeat(68)}🧪 results`, `${'x'.repeat(68)}🧪.json`],
])('turns %j into the file name %s', (name, expected) => expect(fileName(name, 'json', 'x')).toBe(expected));

test('exports tools and imports them unapproved', async () => {
  const file = path.join(await temporaryFolder(), 'tools.json');
  const tools = await openTestTools();
  await addTool(tools, command('echo', 'x'));
  await exportTools(tools, fakeDialogs({ file }));
  const others = await openTestTools();
  expect(await importTools(others, fakeDialogs({ file }))).toMatchObject({
    ok: true,
    value: { tools: [{ approval: 'needed', isEnabled: false }] },
  });
  expect(await importTools(others, fakeDialogs())).toMatchObject({ ok: true, value: { tools: [{ name: 'weather' }] } });
});
