import { expect, test } from 'vitest';
import { maxImages } from '../../../electron/contract/constants.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { fail, failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { parseAttachments } from '../../../renderer/chat/attachment.ts';
import { createComposers, maxAttachments } from '../../../renderer/chat/composer-store.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { createAttachFiles, pastedFiles } from '../../../renderer/chat/use-attach.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const scannedPage = failure('document-pages-scanned', { pages: '3', count: 1 });
const image = (name: string) => new File([new Uint8Array(png)], name);

/** Attaches as the window does, except that saving an image waits for `save`, and images and documents fail if their name says so. */
function setUp({ save = Promise.resolve() }: { readonly save?: Promise<unknown> } = {}) {
  const composer = createComposers(createCall(createFakeBridge()))('one');
  const saving: string[] = [];
  const attach = createAttachFiles({
    saveImage: async ({ name }) => {
      saving.push(name);
      const hash = saving.length.toString(16).padStart(64, '0');
      await save;
      if (name === 'broken.png') return fail('attachment-image-unreadable', { name });
      return ok({ hash, type: 'image/png', width: 2, height: 1, bytes: 70, name, alternative: '' });
    },
    readDocument: async ({ name }) =>
      name === 'paper.pdf' ? ok({ text: 'Its text', problems: [scannedPage] }) : fail('document-damaged', { name }),
  });
  const names = () => parseAttachments(composer.files.read().text).map(({ name }) => name);
  const images = () => composer.images.read().map(({ name }) => name);
  return { composer, names, images, saving, attach: (files: readonly File[]) => attach(files, composer), refused: composer.refused.read };
}

test('attaches the files after an unreadable one (catches files dropped behind a folder)', async () => {
  const { attach, names, refused } = setUp();
  const folder = Object.assign(new File([], 'Documents'), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  await attach([new File(['a'], 'a.txt'), folder, new File(['b'], 'b.txt')]);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(refused()).toEqual([describeFailure(failure('file-unreadable', { name: 'Documents' }))]);
});

test.each<[string, string, 'attachment-too-long' | 'document-damaged']>([
  ['a text', 'ä'.repeat(4000), 'attachment-too-long'],
  ['binary data', '\u0000', 'document-damaged'],
])('reads only the beginning of a huge file with %s (catches a window that runs out of memory)', async (_, beginning, reason) => {
  const { attach, names, refused } = setUp();
  const huge = Object.assign(new File([`x${beginning}`], 'huge'), { arrayBuffer: () => expect.unreachable('reads all of it') });
  Object.defineProperty(huge, 'size', { value: 8_000_001 });
  await attach([huge]);
  expect(names()).toEqual([]);
  expect(refused()).toEqual([describeFailure(failure(reason, { name: 'huge' }))]);
});

test('attaches the text of a document, and says which pages have none (catches pages that are missing without a word)', async () => {
  const { attach, composer, refused } = setUp();
  await attach([new File(['%PDF-1.4'], 'paper.pdf')]);
  expect(parseAttachments(composer.files.read().text)).toEqual([{ name: 'paper.pdf', language: null, text: 'Its text' }]);
  const { message, remedy } = describeFailure(scannedPage);
  expect(refused()).toEqual([{ message: chatText.composer.checkFile('paper.pdf'), remedy: `${message} ${remedy}` }]);
});

test('says how many files were too many (catches files that vanish without a word)', async () => {
  const { attach, names, refused } = setUp();
  const files = Array.from({ length: maxAttachments + 2 }, (_, index) => new File(['x'], `${index}.txt`));
  await attach(files);
  expect(names()).toHaveLength(maxAttachments);
  expect(refused()).toMatchObject([{ message: chatText.composer.tooManyFiles.title(2, maxAttachments) }]);
});

test('says why files were refused until the composer is left, or others are attached (catches a notice that stays)', async () => {
  const { attach, composer, refused } = setUp();
  const paper = () => new File(['%PDF-1.4'], 'paper.txt');
  await attach([paper()]);
  expect(refused()).toHaveLength(1);
  await attach([new File(['a'], 'a.txt')]);
  expect(refused()).toEqual([]);
  await attach([paper()]);
  composer.leave();
  expect(refused()).toEqual([]);
});

test.each([
  ['cells of a spreadsheet', ['text/plain', 'text/html', 'Files'], ['image/png'], 0],
  ['a text file', ['Files'], ['text/plain'], 1],
  ['files with their names as text', ['text/plain', 'Files'], ['text/csv', 'image/png'], 2],
  ['a picture file with its name as text', ['text/plain', 'Files'], ['image/svg+xml'], 1],
  ['a picture alone, whose rejection says why', ['Files'], ['image/png'], 1],
  ['text', ['text/plain'], [], 0],
])('attaches from a paste of %s (catches text that can’t be pasted)', (_, types, fileTypes, count) => {
  const files = fileTypes.map((type) => new File(['x'], 'x', { type }));
  expect(pastedFiles({ types, files: files as unknown as FileList })).toHaveLength(count);
});

test('tells images by their content, and attaches the files after a broken one (catches text of an image in a message)', async () => {
  const { attach, names, images, refused } = setUp();
  const drawing = new File(['<?xml version="1.0"?>\n<!-- drawn -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'], 'plot.txt');
  await attach([image('figure.txt'), image('broken.png'), new File(['<svg/>'], 'note.png'), drawing, new File(['# <svg>'], 'a.md')]);
  expect(images()).toEqual(['figure.txt', 'note.png', 'plot.txt']);
  expect(names()).toEqual(['a.md']);
  expect(refused()).toEqual([describeFailure(failure('attachment-image-unreadable', { name: 'broken.png' }))]);
});

test('saves at most 20 of 200 images, one at a time (catches a window that runs out of memory)', async () => {
  const save = Promise.withResolvers<void>();
  const { attach, composer, images, saving, refused } = setUp({ save: save.promise });
  const attached = attach(Array.from({ length: 200 }, (_, index) => image(`${index}.png`)));
  const more = attach([image('another.png')]);
  await expect.poll(() => saving).toEqual(['0.png']);
  expect(composer.progress.read()).toMatchObject({ done: 0, total: 201 });
  save.resolve();
  await attached;
  expect(images()).toHaveLength(maxImages);
  expect(saving).toHaveLength(maxImages);
  expect(refused()).toMatchObject([{ message: chatText.composer.tooManyFiles.imagesTitle(180, maxImages) }]);
  await more;
  expect(composer.progress.read()).toBeNull();
});

test('leaves out the rest after a cancel', async () => {
  const save = Promise.withResolvers<void>();
  const { attach, composer, images, saving } = setUp({ save: save.promise });
  const attached = attach([image('a.png'), image('b.png')]);
  await expect.poll(() => saving).toEqual(['a.png']);
  composer.progress.read()?.canceled.abort();
  save.resolve();
  await attached;
  expect(images()).toEqual(['a.png']);
  expect(composer.progress.read()).toBeNull();
});

test('sends a queued draft with the image that is being attached, but not without one that is refused', async () => {
  const { attach, composer } = setUp();
  const attached = attach([image('a.png')]);
  composer.queue();
  await attached;
  expect(composer.queued.read()?.images).toBe(composer.images.read());
  await attach([image('broken.png')]);
  expect(composer.queued.read()).toBeNull();
});
