import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { failed, ok } from '../../../electron/contract/failure.ts';
import { fileName } from '../../../electron/host/files/file-name.ts';
import { kinds } from '../../../electron/host/files/file-kinds.ts';
import { readChosenFile } from '../../../electron/host/files/read-chosen-file.ts';
import { saveFile } from '../../../electron/host/files/save-file.ts';
import { exportTools, importTools } from '../../../electron/host/files/tool-files.ts';
import { copyingDialogs, fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { addTool, command, openTestTools } from '../../support/toolbox.ts';

describe('one file', () => {
  test('is written where the user said', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    const saved = await saveFile({
      dialogs: fakeDialogs({ file }),
      title: '',
      suggestedName: 'a',
      kind: kinds.json,
      content: () => 'text',
    });
    expect(saved).toEqual(ok({ file }));
    expect(await readFile(file, 'utf8')).toBe('text');
  });

  test('is not even made where the user withdrew', async () => {
    let isMade = false;
    const content = (): string => {
      isMade = true;
      return '';
    };
    const saved = await saveFile({ dialogs: fakeDialogs(), title: '', suggestedName: 'a', kind: kinds.json, content });
    expect([saved, isMade]).toEqual([ok({ file: null }), false]);
  });

  test('that can not be written is told with its name', async () => {
    const file = path.join(await temporaryFolder(), 'none', 'a.json');
    const saved = await saveFile({ dialogs: fakeDialogs({ file }), title: '', suggestedName: 'a', kind: kinds.json, content: () => '' });
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage', message: `${file} could not be written.` } });
  });

  test('is delivered once it is complete', async () => {
    const folder = await temporaryFolder();
    const dialogs = copyingDialogs({ folder });
    const saved = await saveFile({ dialogs, title: '', suggestedName: 'a.json', kind: kinds.json, content: () => 'text' });
    expect(saved).toEqual(ok({ file: 'a.json' }));
    expect(await readdir(folder)).toEqual(['a.json']);
    expect(await readFile(path.join(folder, 'a.json'), 'utf8')).toBe('text');
  });

  test('that could not be made is not delivered, and nothing of it stays', async () => {
    const folder = await temporaryFolder();
    const errors: unknown[] = [];
    const saved = await saveFile({
      dialogs: copyingDialogs({ folder }),
      title: '',
      suggestedName: 'a.json',
      kind: kinds.json,
      content: () => Promise.reject(new Error('nothing to make it from')),
      onError: (error) => errors.push(error),
    });
    expect(saved).toMatchObject({ ok: false, failure: { code: 'storage' } });
    expect(errors).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    ['read', 11, { ok: true, value: 'x'.repeat(11) }],
    ['too large', 10, { ok: false, failure: { code: 'invalid-input', message: 'a.json is too large for this.' } }],
  ] as const)('that was uploaded and is %s leaves no copy behind', async (_how, maxBytes, expected) => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'x'.repeat(11));
    const folder = await temporaryFolder();
    expect(await readChosenFile(copyingDialogs({ folder, file }), '', [kinds.json], maxBytes)).toMatchObject(expected);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that the dialog itself refuses is not read', async () => {
    const refused = failed('invalid-input', 'a.json is too large for this.', 'Choose another.');
    expect(await readChosenFile({ chooseFileToOpen: async () => refused }, '', [kinds.json])).toEqual(refused);
  });

  test('is read up to a limit, so that a wrong choice does not fill the memory', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'x'.repeat(11));
    expect(await readChosenFile(fakeDialogs({ file }), '', [kinds.json], 10)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(await readChosenFile(fakeDialogs({ file }), '', [kinds.json], 11)).toEqual(ok('x'.repeat(11)));
    expect(await readChosenFile(fakeDialogs(), '', [kinds.json])).toEqual(ok(null));
    expect(await readChosenFile(fakeDialogs({ file: `${file}.none` }), '', [kinds.json])).toMatchObject({
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
])('%j becomes the file name %s', (name, expected) => {
  expect(fileName(name, 'json', 'x')).toBe(expected);
});

test('tools go out and come in, and arrive unapproved', async () => {
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
