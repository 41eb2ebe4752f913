import { expect, test } from 'vitest';
import { maxAttachmentLength } from '../../../electron/contract/constants.ts';
import { readAttachmentText } from '../../../electron/core/documents/attachment-text.ts';
import { createDocuments } from '../../../electron/core/documents/documents.ts';
import { must } from '../../support/must.ts';
import { paragraph, writeDocx } from '../../support/documents/office-writer.ts';
import { writePdf } from '../../support/documents/pdf-writer.ts';

const read = (name: string, bytes: Uint8Array) =>
  readAttachmentText(
    createDocuments({ onBug: (error) => expect.unreachable(String(error)) }),
    { name, data: Buffer.from(bytes).toString('base64') },
    new AbortController().signal,
  );

test('numbers the pages of a PDF, and says which one has no text', async () => {
  const page = (text: string) => ({ texts: [{ x: 72, y: 700, text }] });
  const { text, problems } = must(await read('paper.pdf', writePdf([page('First.'), { isScan: true }, page('Third.')])));
  expect(text).toBe('--- page 1 ---\nFirst.\n\n--- page 3 ---\nThird.');
  expect(problems).toMatchObject([{ reason: 'document-pages-scanned', params: { pages: '2' } }]);
});

test('says how to attach a protected document, for whose password a message has no field', async () => {
  const pdf = writePdf([{ texts: [{ x: 72, y: 700, text: 'Secret' }] }], { userPassword: 'open' });
  expect(await read('paper.pdf', pdf)).toMatchObject({ failure: { reason: 'document-encrypted' } });
});

test('joins the sections of a Word document without numbers', async () => {
  const { text } = must(await read('notes.docx', writeDocx(`${paragraph('Quiet')}${paragraph('rivers')}`)));
  expect(text).toBe('Quiet\n\nrivers');
});

test('refuses a document with more text than a message may have', async () => {
  const result = await read('long.txt', Buffer.from('word '.repeat(maxAttachmentLength / 5 + 1)));
  expect(result).toMatchObject({ failure: { reason: 'attachment-too-long', params: { name: 'long.txt' } } });
});
