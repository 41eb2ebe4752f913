import type * as files from 'node:fs/promises';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { historyFormat } from '../../../electron/core/history/database/schema.ts';
import { createStore } from '../../../electron/core/history/store.ts';
import { renameFile } from '../../../electron/core/shared/rename-file.ts';
import { openStoredDatabase } from '../../../electron/core/shared/sqlite/open-database.ts';
import { openDocument } from '../../../electron/core/shared/stored-document.ts';
import { saveFile, fileKinds } from '../../../electron/host/files/chosen-files.ts';
import { createPdfExport } from '../../../electron/shell/pdf-export.ts';
import { fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { never } from '../../support/toolbox.ts';
import { control, openTestStore } from '../../core/runs/store/open-test-store.ts';

/** How often the next renames to a file fail, as they do on Windows while another program has it open. */
const busy = vi.hoisted(() => new Map<string, number>());
vi.mock('node:fs/promises', async (load) => {
  const original = await load<typeof files>();
  const rename = async (from: string, to: string): Promise<void> => {
    const left = busy.get(to) ?? 0;
    busy.set(to, left - 1);
    if (left > 0) throw Object.assign(new Error('EBUSY: resource busy'), { code: 'EBUSY', syscall: 'rename' });
    return original.rename(from, to);
  };
  return { ...original, rename };
});
const { platform } = process;
Object.defineProperty(process, 'platform', { value: 'win32' });
afterAll(() => Object.defineProperty(process, 'platform', { value: platform }));

const saves: Readonly<Record<string, (file: string) => Promise<Result<unknown>>>> = {
  'an export of the history': async (file) => {
    const { db } = openStoredDatabase(historyFormat, { file: path.join(await temporaryFolder(), 'history.db'), now: 0 });
    try {
      return await createStore(db, () => 0).store.exportTo({ file, ids: null, format: 'json' }, control);
    } finally {
      db.close();
    }
  },
  'an export of a run': async (file) => {
    const { store } = await openTestStore(await temporaryFolder(), [['pear', 1]]);
    return store.exportTo({ id: 'run', format: 'csv', file }, control);
  },
  'a PDF': (file) => {
    const options = { dialogs: fakeDialogs({ file }), print: async () => Buffer.from('PDF'), onError: () => undefined };
    return createPdfExport(options)({ suggestedName: 'a.pdf', writeHtml: async () => ok(undefined) }, never);
  },
  'a file in a dialog': (file) =>
    saveFile({ dialogs: fakeDialogs({ file }), title: '', suggestedName: 'a.txt', kind: fileKinds.text, content: () => 'text' }),
  settings: async (file) => {
    const document = await openDocument({ file, version: 1, schema: { safeParse: (data) => ({ success: true, data }) }, initial: {} });
    return document.write({ is: 'new' });
  },
};

test.each(Object.entries(saves))('saves %s once a virus scanner has closed the older one', async (_, save) => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'a.txt');
  await writeFile(file, '');
  busy.set(file, 2);
  expect(await save(file)).toMatchObject({ ok: true });
  expect(await readFile(file, 'utf8')).not.toBe('');
});

test.concurrent.each(Object.entries(saves).filter(([what]) => what !== 'settings'))(
  'says that another program has the file open, instead of %s',
  async (_, save) => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'a.txt');
    await writeFile(file, 'old');
    busy.set(file, Infinity);
    expect(await save(file)).toEqual(fail('file-in-use', { file }));
    expect(await readdir(folder)).toEqual(['a.txt']);
    expect(await readFile(file, 'utf8')).toBe('old');
  },
);

test('moves a damaged document aside once a virus scanner has closed it', async () => {
  const file = path.join(await temporaryFolder(), 'settings.json');
  await writeFile(file, 'damaged');
  const format = { file, version: 1, schema: { safeParse: () => ({ success: false }) as const }, initial: {} };
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  busy.set(`${file}.damaged-1970-01-01T00-00-00.000Z`, 2);
  const { problem } = await openDocument(format).finally(() => vi.useRealTimers());
  expect(problem).toMatchObject({ kind: 'damaged', restored: 'initial' });
});

test('tries again on Windows alone', async () => {
  const file = path.join(await temporaryFolder(), 'a');
  busy.set(file, 1);
  await expect(renameFile('x', file, 'darwin')).rejects.toThrow('EBUSY');
});
