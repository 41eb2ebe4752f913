import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../electron/contract/failure.ts';
import { fail } from '../../electron/contract/failures/fail.ts';
import type { PageToPrint } from '../../electron/host/files/conversation-files.ts';
import { createPdfExport, type PdfExportOptions } from '../../electron/shell/pdf-export.ts';
import { copyingDialogs, fakeDialogs } from '../support/fake-dialogs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { never } from '../support/toolbox.ts';

const page: PageToPrint = { suggestedName: 'rain.pdf', writeHtml: async (file) => ok(await writeFile(file, '<p>Why does it rain?</p>')) };
const print: PdfExportOptions['print'] = async (file) => Buffer.from(`PDF of ${await readFile(file, 'utf8')}`);
const onError = (): void => undefined;

test('prints the HTML to a PDF where the user chose, and leaves nothing else behind', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'a');
  const dialogs = fakeDialogs({ file });
  let htmlFile = '';
  const printed: PdfExportOptions['print'] = (html, signal) => print((htmlFile = html), signal);
  expect(await createPdfExport({ dialogs, print: printed, onError })(page, never)).toEqual(ok({ file }));
  expect(await readFile(file, 'utf8')).toBe('PDF of <p>Why does it rain?</p>');
  expect(dialogs.suggested).toEqual(['rain.pdf']);
  expect(await readdir(folder)).toEqual(['a']);
  await expect(readFile(htmlFile)).rejects.toThrow('ENOENT');
});

// A stopped export must not have overwritten an older file.
test.each(['cancelled', 'broken'] as const)('keeps the existing file when the PDF is %s', async (how) => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'a');
  await writeFile(file, 'former');
  const controller = new AbortController();
  const half: PdfExportOptions['print'] = async () => {
    if (how === 'broken') throw new Error('the window is gone');
    controller.abort();
    return Buffer.from('half');
  };
  const errors: unknown[] = [];
  const exportPdf = createPdfExport({ dialogs: fakeDialogs({ file }), print: half, onError: (error) => errors.push(error) });
  expect(await exportPdf(page, controller.signal)).toMatchObject({
    ok: false,
    failure: { code: how === 'broken' ? 'storage' : 'cancelled' },
  });
  expect(await readFile(file, 'utf8')).toBe('former');
  expect(await readdir(folder)).toEqual(['a']);
  expect(errors).toHaveLength(how === 'broken' ? 1 : 0);
});

test('delivers a printed PDF and discards a failed one', async () => {
  const folder = await temporaryFolder();
  const exportPdf = createPdfExport({ dialogs: copyingDialogs({ folder }), print, onError });
  const unreadable = fail('database-stopped', { database: 'history' });
  expect(await exportPdf({ ...page, writeHtml: async () => unreadable }, never)).toEqual(unreadable);
  expect(await readdir(folder)).toEqual([]);
  expect(await exportPdf(page, never)).toEqual(ok({ file: 'rain.pdf' }));
  expect(await readdir(folder)).toEqual(['rain.pdf']);
});

test('prints nothing when the user cancels', async () => {
  const broken: PdfExportOptions['print'] = () => Promise.reject(new Error('printed'));
  expect(await createPdfExport({ dialogs: fakeDialogs(), print: broken, onError })(page, never)).toEqual(ok({ file: null }));
});
