import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { fileName, fileKinds, readChosenFile, saveFile } from '../../../electron/host/files/chosen-files.ts';
import { exportScores, exportTools, importTools } from '../../../electron/host/files/file-actions.ts';
import { copyingDialogs, fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addTool, command, openTestTools } from '../../support/toolbox.ts';

describe('saving and reading a file', () => {
  test('writes where the user chose', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    const saved = await saveFile({
      dialogs: fakeDialogs({ file }),
      title: '',
      suggestedName: 'a',
      kind: fileKinds.json,
      content: () => 'text',
    });
    expect(saved).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toBe('text');
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
    const saved = await saveFile({
      dialogs: fakeDialogs({ file }),
      title: '',
      suggestedName: 'a',
      kind: fileKinds.json,
      content: () => '',
    });
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
])('turns %j into the file name %s', (name, expected) => {
  expect(fileName(name, 'json', 'x')).toBe(expected);
});

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
