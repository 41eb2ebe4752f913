import { DatabaseSync } from 'node:sqlite';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Image } from '../../../electron/contract/image.ts';
import type { History } from '../../../electron/core/history/history.ts';
import { exifWithPosition, jpegSegment, madeJpeg, madePng } from '../../support/made-images.ts';
import { must } from '../../support/must.ts';
import { converse, find, openTestHistory } from './open-test-history.ts';

const day = 86_400_000;
const text = { text: '', attachments: [] };

/** Saves an image of its own size. */
async function save(history: History, width: number, name = 'figure.png', alternative = ''): Promise<Image> {
  return { ...must(await history.saveImage({ data: madePng(width, 2).toString('base64') })), name, alternative };
}

async function begin(history: History, ...images: readonly Image[]): Promise<{ readonly conversationId: string; readonly id: string }> {
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'Figures', settings: plainConversationSettings }));
  const { id } = must(await history.add({ conversationId, parentId: null, role: 'user', ...text, images }));
  return { conversationId, id };
}

async function isStored(history: History, { hash }: Image): Promise<boolean> {
  return (await history.readImage({ hash })).ok;
}

test('stores an image once, without its metadata, and reads it as a data URL', async () => {
  const { history, folder } = await openTestHistory();
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(6)]);
  const photo = madeJpeg(40, 30, [jpegSegment(0xe1, exif)]).toString('base64');
  const stored = must(await history.saveImage({ data: photo }));
  expect(stored).toMatchObject({ type: 'image/jpeg', width: 30, height: 40 });
  expect(must(await history.saveImage({ data: photo }))).toEqual(stored);
  expect(must(await history.imageSpace(undefined))).toEqual({ images: 1, bytes: stored.bytes });

  const { dataUrl } = must(await history.readImage(stored));
  expect(dataUrl).toMatch(/^data:image\/jpeg;base64,/);
  expect(must(await history.readImages({ hashes: [stored.hash, '0'.repeat(64)] }))).toEqual({ [stored.hash]: dataUrl });
  await history.close();
  const db = new DatabaseSync(path.join(folder, 'history.db'));
  onTestFinished(() => db.close());
  const saved = db
    .prepare('SELECT content FROM image')
    .all()
    .map(({ content }) => Buffer.from(content as Uint8Array).toString('latin1')); // a BLOB
  expect(saved.join('')).not.toMatch(/GPS|Telephone/);
});

test('refuses what isn’t an image, and a message with an image that isn’t stored', async () => {
  const { history } = await openTestHistory();
  expect(await history.saveImage({ data: Buffer.from('hello').toString('base64') })).toMatchObject({
    failure: { reason: 'image-unreadable' },
  });
  const image = await save(history, 3);
  const { conversationId, id } = await begin(history, image);
  const missing = { ...image, hash: '0'.repeat(64) };
  const position = { conversationId, parentId: id };
  expect(await history.add({ ...position, role: 'user', ...text, images: [image, missing] })).toMatchObject({
    failure: { reason: 'image-not-stored' },
  });
  const question = { ...text, images: [missing] };
  expect(await history.startTurn({ ...position, question, model: 'alpha-R1' })).toMatchObject({ failure: { reason: 'image-not-stored' } });
  expect(must(await history.tree({ id: conversationId })).nodes).toHaveLength(1);
});

test('keeps images of messages, results and branches, and gives them to the model', async () => {
  const { history } = await openTestHistory();
  const [first, second, third] = [await save(history, 3), await save(history, 4), await save(history, 5)];
  const { conversationId, id } = await begin(history, first);
  const result = must(
    await history.add({
      conversationId,
      parentId: id,
      role: 'tool',
      callId: 'a',
      name: 'plot',
      text: '',
      isError: false,
      by: 'mcp',
      images: [second],
    }),
  );
  expect(must(await history.message(result.id))).toMatchObject({ images: [second] });
  const edited = must(
    await history.startTurn({ conversationId, parentId: null, question: { ...text, images: [first, third, first] }, model: 'alpha-R1' }),
  );
  expect(edited.path).toMatchObject([{ images: [first, third, first], siblings: [id, edited.path[0]?.id] }]);
  const again = must(await history.startTurn({ conversationId, parentId: edited.path[0]?.id ?? '', model: 'beta-4-scout' }));
  expect(again.path).toEqual(edited.path);
  const { messages } = await converse(history, 'Without', [['a', 'b']]);
  expect(messages[0]).not.toHaveProperty('images');
});

test('deletes an image with the last message that uses it, and no sooner', async () => {
  const { history, wait } = await openTestHistory();
  const [shared, own] = [await save(history, 3), await save(history, 4)];
  const [first, second] = [await begin(history, shared, own), await begin(history, shared)];
  const state = async () => {
    must(await history.sweepImages([]));
    return [await isStored(history, shared), await isStored(history, own)];
  };
  must(await history.trash({ ids: [first.conversationId] }));
  expect(await state()).toEqual([true, true]);
  must(await history.purge({ ids: [first.conversationId] }));
  expect(await state()).toEqual([true, false]);
  must(await history.deleteMessage({ messageId: second.id }));
  wait(20 * day);
  must(await history.restoreMessage({ messageId: second.id }));
  expect(await state()).toEqual([true, false]);
  must(await history.trash({ ids: [second.conversationId] }));
  must(await history.emptyTrash(undefined));
  expect(await state()).toEqual([false, false]);
  expect(must(await history.imageSpace(undefined))).toEqual({ images: 0, bytes: 0 });
});

test('keeps images of drafts, and new ones until the next start', async () => {
  const { history, folder } = await openTestHistory();
  const [used, drafted, left] = [await save(history, 3), await save(history, 4), await save(history, 5)];
  const { conversationId } = await begin(history, used, drafted);
  must(await history.purge({ ids: [conversationId] }));
  must(await history.saveImage({ data: madePng(3, 2).toString('base64') })); // pasted again
  must(await history.sweepImages([drafted.hash]));
  const state = async (from: History) => [await isStored(from, used), await isStored(from, drafted), await isStored(from, left)];
  expect(await state(history)).toEqual([true, true, true]);
  await history.close();

  const { history: later } = await openTestHistory({ folder });
  const fresh = await save(later, 6);
  must(await later.sweepImages([drafted.hash]));
  expect(await state(later)).toEqual([false, true, false]);
  expect(await isStored(later, fresh)).toBe(true);
});

test('finds images by their name and by what they show, and shows them in the map of branches', async () => {
  const { history } = await openTestHistory();
  const images = [await save(history, 3, 'anode-2.png'), await save(history, 4, 'scan.png', 'A cracked cathode')] as const;
  const { conversationId, id } = await begin(history, ...images);
  expect((await find(history, 'anode-2')).map(({ messageId }) => messageId)).toEqual([id]);
  expect((await find(history, 'cracked cathode')).map(({ messageId }) => messageId)).toEqual([id]);
  const other = must(await history.add({ conversationId, parentId: null, role: 'user', ...text, images: [images[1]] }));
  const { nodes } = must(await history.tree({ id: conversationId }));
  expect(nodes.map(({ id: node, excerpt }) => [node, excerpt])).toEqual([
    [id, 'anode-2.png'],
    [other.id, 'A cracked cathode'],
  ]);
});

test('gives a file of the first version a place for images', async () => {
  const { history, folder } = await openTestHistory();
  await converse(history, 'Before', [['a', 'b']]);
  await history.close();
  const db = new DatabaseSync(path.join(folder, 'history.db'));
  db.exec('DROP TABLE unused_image; DROP TABLE message_image; DROP TABLE image; PRAGMA user_version = 1');
  db.close();
  const { history: later, failures } = await openTestHistory({ folder });
  await begin(later, await save(later, 3));
  expect(failures).toEqual([]);
  expect(must(await later.list({ shelf: 'current', limit: 5 })).conversations).toHaveLength(2);
});
