import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import type { Image } from '../../../../electron/contract/image.ts';
import { createImageFiles } from '../../../../electron/core/history/export/zip-writer.ts';
import type { History } from '../../../../electron/core/history/history.ts';
import { madePng } from '../../../support/made-images.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { converse, openTestHistory } from '../open-test-history.ts';

const hostile = '](http://evil.example) "><script>';

/** A conversation with two images, one of them in a branch too, and a tool's result with one. */
async function illustrated(history: History) {
  const save = async (width: number, name: string, alternative: string): Promise<Image> => ({
    ...must(await history.saveImage({ data: madePng(width, 2).toString('base64') })),
    name,
    alternative,
  });
  const [figure, hostileOne] = [await save(3, 'figure 1.png', 'A cracked cathode'), await save(4, `../../${hostile}.png`, hostile)];
  const { id: conversationId } = must(await history.begin({ kind: 'chat', title: 'Figures', settings: plainConversationSettings }));
  const question = { conversationId, role: 'user', text: '', attachments: [] } as const;
  must(await history.add({ ...question, parentId: null, images: [figure] }));
  const asked = must(await history.add({ ...question, parentId: null, images: [hostileOne, figure] }));
  const result = { callId: 'c', name: 'plot', text: 'done', isError: false, by: 'mcp' } as const;
  must(await history.add({ conversationId, parentId: asked.id, role: 'tool', ...result, images: [figure] }));
  return { conversationId, figure, hostileOne };
}

async function exported(
  history: History,
  format: 'json' | 'markdown' | 'html' | 'text' | 'zip',
  ids: readonly string[] | null = null,
): Promise<string> {
  const file = path.join(await temporaryFolder(), 'out');
  must(await history.exportTo({ file, ids, format }));
  return file;
}

test('restores all images from the JSON export, which has each content once', async () => {
  const { history } = await openTestHistory();
  const { conversationId, figure, hostileOne } = await illustrated(history);
  const file = await exported(history, 'json');
  const text = await readFile(file, 'utf8');
  for (const width of [3, 4]) expect(text.split(madePng(width, 2).toString('base64'))).toHaveLength(2);

  const { history: other } = await openTestHistory();
  expect(must(await other.importFrom(file))).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  const { messages } = must(await other.open({ id: conversationId, at: null, limit: 9 }));
  expect(messages).toMatchObject([{ images: [hostileOne, figure] }, { role: 'tool', images: [figure] }]);
  expect(must(await other.readImage(figure))).toEqual(must(await history.readImage(figure)));
  expect(await readFile(await exported(other, 'json'), 'utf8')).toBe(text);
});

test('imports what a file says an image is only by its content, and notes one that it doesn’t have', async () => {
  const { history } = await openTestHistory();
  const { conversationId, figure } = await illustrated(history);
  const file = await exported(history, 'json');
  const text = await readFile(file, 'utf8');
  const broken = text
    .replaceAll(madePng(4, 2).toString('base64'), 'AAAA')
    .replaceAll(figure.hash, '0'.repeat(64))
    .replaceAll('"width":3', '"width":9999');
  await writeFile(file, broken);
  const { history: other } = await openTestHistory();
  must(await other.importFrom(file));
  const { messages } = must(await other.open({ id: conversationId, at: null, limit: 9 }));
  expect(messages[0]).toMatchObject({ images: [figure], text: `[Not imported: ../../${hostile}.png]` });
});

test('embeds images in the page with what they show, and loads nothing', async () => {
  const { history } = await openTestHistory();
  await illustrated(history);
  const page = await readFile(await exported(history, 'html'), 'utf8');
  expect(page).toContain(`<img src="data:image/png;base64,${madePng(3, 2).toString('base64')}" alt="A cracked cathode">`);
  expect(page).toContain('alt="](http://evil.example) &quot;&gt;&lt;script&gt;"');
  expect(page).not.toMatch(/<script|(?:src|href)="(?!data:)/);
  expect(page).toMatch(/default-src 'none'[^"]*img-src data:/);
});

test('writes Markdown with images as an archive of the text and its files', async () => {
  const { history } = await openTestHistory();
  const { conversationId } = await illustrated(history);
  const plain = await converse(history, 'Plain', [['Hello', 'Hi']]);
  expect(must(await history.hasImages({ ids: null }))).toBe(true);
  expect(must(await history.hasImages({ ids: [plain.conversation.id] }))).toBe(false);
  const files = unzipSync(await readFile(await exported(history, 'zip')));
  expect(Object.keys(files)).toEqual(['conversations.md', 'images/1--http-evil-example-script-.png', 'images/2-figure-1.png']);
  expect(Buffer.from(files['images/2-figure-1.png'] ?? [])).toEqual(madePng(3, 2));
  const text = strFromU8(files['conversations.md'] ?? new Uint8Array());
  expect(text).toContain('![A cracked cathode](images/2-figure-1.png)');
  expect(text).toContain(String.raw`![\](http://evil.example) "><script>](images/1-`);
  expect(text).toContain('Hello');

  must(await history.trash({ ids: [conversationId] }));
  expect(must(await history.hasImages({ ids: null }))).toBe(false);
});

test('names the files of an archive as the names of every script and system are written', () => {
  const { nameOf } = createImageFiles();
  const image = { hash: '', type: 'image/png', width: 1, height: 1, bytes: 1, alternative: '' } as const;
  const decomposed = 'Übersicht'.normalize('NFD'); // as macOS names files
  expect(nameOf({ ...image, hash: 'a', name: `${decomposed}.png` })).toBe(`images/1-${decomposed}.png`);
  expect(nameOf({ ...image, hash: 'b', name: 'चित्र 1.png' })).toBe('images/2-चित्र-1.png');
  expect(nameOf({ ...image, hash: 'c', name: `a${'𝔸'.repeat(99)}.png` })).toBe(`images/3-a${'𝔸'.repeat(59)}.png`);
});

test('names images in plain text', async () => {
  const { history } = await openTestHistory();
  const { conversationId } = await illustrated(history);
  expect(await readFile(await exported(history, 'text', [conversationId]), 'utf8')).toBe(
    `You:\n[Image: ${hostile}]\n\n[Image: A cracked cathode]\n\nResult of plot:\ndone\n\n[Image: A cracked cathode]\n`,
  );
});
