import { expect, test } from 'vitest';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { parseAttachments } from '../../../renderer/chat/attachment.ts';
import { createComposers, maxAttachments } from '../../../renderer/chat/composer-store.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { attachFiles, pastedFiles } from '../../../renderer/chat/use-attach.ts';
import { createFakeBridge } from '../fake-bridge.ts';

function setUp() {
  const composer = createComposers(createCall(createFakeBridge()))('one');
  const names = () => parseAttachments(composer.files.read().text).map(({ name }) => name);
  return { composer, names, refused: composer.refused.read };
}

test('attaches the files after an unreadable one (catches files dropped behind a folder)', async () => {
  const { composer, names, refused } = setUp();
  const folder = Object.assign(new File([], 'Documents'), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
  await attachFiles([new File(['a'], 'a.txt'), folder, new File(['b'], 'b.txt')], composer);
  expect(names()).toEqual(['a.txt', 'b.txt']);
  expect(refused()).toEqual([describeFailure(failure('file-unreadable', { name: 'Documents' }))]);
});

test.each<[string, string, 'attachment-too-long' | 'attachment-not-text']>([
  ['a text', 'ä'.repeat(4000), 'attachment-too-long'],
  ['binary data', '\u0000', 'attachment-not-text'],
])('reads only the beginning of a huge file with %s (catches a window that runs out of memory)', async (_, beginning, reason) => {
  const { composer, names, refused } = setUp();
  const huge = Object.assign(new File([`x${beginning}`], 'huge'), { arrayBuffer: () => expect.unreachable('reads all of it') });
  Object.defineProperty(huge, 'size', { value: 8_000_001 });
  await attachFiles([huge], composer);
  expect(names()).toEqual([]);
  expect(refused()).toEqual([describeFailure(failure(reason, { name: 'huge' }))]);
});

test('says how many files were too many (catches files that vanish without a word)', async () => {
  const { composer, names, refused } = setUp();
  const files = Array.from({ length: maxAttachments + 2 }, (_, index) => new File(['x'], `${index}.txt`));
  await attachFiles(files, composer);
  expect(names()).toHaveLength(maxAttachments);
  expect(refused()).toMatchObject([{ message: chatText.composer.tooManyFiles.title(2, maxAttachments) }]);
});

test('says why files were refused until the composer is left, or others are attached (catches a notice that stays)', async () => {
  const { composer, refused } = setUp();
  const paper = () => new File(['%PDF-1.4'], 'paper.txt');
  await attachFiles([paper()], composer);
  expect(refused()).toHaveLength(1);
  await attachFiles([new File(['a'], 'a.txt')], composer);
  expect(refused()).toEqual([]);
  await attachFiles([paper()], composer);
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
