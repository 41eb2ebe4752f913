import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createCall } from '../../../renderer/bridge/bridge.ts';
import { parseAttachments } from '../../../renderer/chat/attachment.ts';
import { createComposers } from '../../../renderer/chat/composer-store.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const file = { name: 'a.txt', language: null, text: 'x' };

function setUp() {
  const fake = createFakeBridge();
  const composerOf = createComposers(createCall(fake));
  const calls = (route: string) =>
    fake.requests.flatMap((request) => (request.kind === 'call' && request.route === route ? [request] : []));
  const readAll = async () => {
    for (const { id } of calls('drafts.read')) fake.answer(id, ok({ text: null }));
    await vi.advanceTimersByTimeAsync(0);
  };
  const answer = (id: number, text: string | null) => fake.answer(id, ok({ text }));
  return { composerOf, calls, readAll, answer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('saves attachments with the draft and removes them one by one (catches an attachment lost with the window)', async () => {
  const { composerOf, calls, readAll } = setUp();
  const composer = composerOf('one');
  await readAll();
  composer.attach([file, { ...file, name: 'b.txt' }]);
  composer.detach(0);
  expect(parseAttachments(composer.files.read().text)).toEqual([{ ...file, name: 'b.txt' }]);
  composer.flush();
  expect(calls('drafts.keep').at(-1)?.input).toMatchObject({ key: 'one.files' });
});

test('keeps saved attachments and text if more are added before they are read (catches a draft lost to a quick drop)', async () => {
  const { composerOf, calls, answer } = setUp();
  const composer = composerOf('one');
  composer.attach([{ ...file, name: 'b.txt' }]);
  composer.append('a quotation');
  for (const { id, input } of calls('drafts.read')) {
    const { key } = input as { readonly key: string };
    answer(id, key === 'one' ? 'saved' : JSON.stringify([file]));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(parseAttachments(composer.files.read().text)).toEqual([file, { ...file, name: 'b.txt' }]);
  expect(composer.draft.read().text).toBe('saved\n\na quotation');
});

test('appends a quotation below the draft (catches words replaced by a click)', async () => {
  const { composerOf, readAll } = setUp();
  const composer = composerOf('one');
  await readAll();
  composer.append('> a\n\n');
  expect(composer.draft.read().text).toBe('> a\n\n');
  composer.draft.edit('mine ');
  composer.append('> b');
  expect(composer.draft.read().text).toBe('mine\n\n> b');
});

const image = { hash: 'a'.repeat(64), type: 'image/png', width: 2, height: 1, bytes: 70, name: 'a.png', alternative: '' } as const;

test('saves images with the draft at once, and removes the ones that were sent (catches an image lost with the window)', async () => {
  const { composerOf, calls, readAll } = setUp();
  const composer = composerOf('one');
  await readAll();
  const other = { ...image, hash: 'b'.repeat(64), name: 'b.png' };
  composer.addImages([image, other]);
  expect(calls('drafts.keep').at(-1)?.input).toEqual({ key: 'one.images', text: JSON.stringify([image, other]) });
  composer.removeSent('', [], [{ ...image, alternative: 'A plot' }]);
  expect(composer.images.read()).toEqual([other]);
});

test('adds images to those of a saved draft that is being read, and ignores a broken one', async () => {
  const { composerOf, calls, answer } = setUp();
  const [one, two] = [composerOf('one'), composerOf('two')];
  one.addImages([image]);
  for (const { id, input } of calls('drafts.read')) {
    const { key } = input as { readonly key: string };
    answer(
      id,
      key === 'one.images'
        ? JSON.stringify([{ ...image, hash: 'b'.repeat(64), name: 'saved.png' }])
        : key === 'two.images'
          ? '[{"name":"x"}, 1]'
          : null,
    );
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(one.images.read().map(({ name }) => name)).toEqual(['saved.png', 'a.png']);
  expect(two.images.read()).toEqual([]);
});
