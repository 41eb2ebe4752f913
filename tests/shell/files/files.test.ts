import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fileName } from '../../../electron/shell/files/file-name.ts';
import { kinds } from '../../../electron/shell/files/file-kinds.ts';
import { readChosenFile } from '../../../electron/shell/files/read-chosen-file.ts';
import { saveFile } from '../../../electron/shell/files/save-file.ts';
import { exportTools, importTools } from '../../../electron/shell/files/tool-files.ts';
import { fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { added, command, openBox } from '../../support/toolbox.ts';

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

  test('is read up to a limit, so that a wrong choice does not fill the memory', async () => {
    const file = path.join(await temporaryFolder(), 'a.json');
    await writeFile(file, 'x'.repeat(11));
    expect(await readChosenFile(fakeDialogs({ file }), '', kinds.json, 10)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input' },
    });
    expect(await readChosenFile(fakeDialogs({ file }), '', kinds.json, 11)).toEqual(ok('x'.repeat(11)));
    expect(await readChosenFile(fakeDialogs(), '', kinds.json)).toEqual(ok(null));
    expect(await readChosenFile(fakeDialogs({ file: `${file}.none` }), '', kinds.json)).toMatchObject({
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
  const tools = await openBox();
  await added(tools, command('echo', 'x'));
  await exportTools(tools, fakeDialogs({ file }));
  const others = await openBox();
  expect(await importTools(others, fakeDialogs({ file }))).toMatchObject({
    ok: true,
    value: { tools: [{ approval: 'needed', isEnabled: false }] },
  });
  expect(await importTools(others, fakeDialogs())).toMatchObject({ ok: true, value: { tools: [{ name: 'weather' }] } });
});
