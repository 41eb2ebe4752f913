import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { History } from '../../../../electron/core/history/history.ts';
import { exifWithPosition, jpegSegment, madeJpeg, madePng } from '../../../support/made-images.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openTestHistory } from '../open-test-history.ts';
import { node, take } from './import-fixture.ts';

const photo = madeJpeg(40, 30, [jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exifWithPosition(6)]))]);
const gif = Buffer.from('GIF89a\x05\0\x04\0\0\0\0', 'latin1');
const dataUrl = (type: string, content: Buffer): string => `data:image/${type};base64,${content.toString('base64')}`;
const noted = (...what: readonly string[]): string => what.map((each) => `[Not imported: ${each}]`).join('\n\n');

async function onlyMessage(history: History) {
  const [conversation] = must(await history.list({ shelf: 'current', limit: 2 })).conversations;
  const [message] = must(await history.open({ id: conversation?.id ?? '', at: null, limit: 5 })).messages;
  if (message?.role !== 'user') throw new Error('not a question');
  return message;
}

test('takes images of Open WebUI without their metadata, and notes those it can’t take', async () => {
  const files = [
    { type: 'image', name: 'photo.jpg', url: dataUrl('jpeg', photo) },
    { type: 'image', url: dataUrl('gif', gif) },
    { type: 'image', name: 'lies.png', url: dataUrl('png', Buffer.from('<svg onload="x()">')) },
    { type: 'image', url: '/api/v1/files/1/content' },
    ...Array.from({ length: 20 }, (_, at) => ({ type: 'image', name: `${at}.png`, url: dataUrl('png', madePng(at + 1, 1)) })),
  ];
  const { history } = await take([{ chat: { title: 'Figures', messages: [{ id: 'a', role: 'user', content: 'What is this?', files }] } }]);
  const { text, images } = await onlyMessage(history);
  expect(images).toHaveLength(20);
  expect(images?.[0]).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', width: 30, height: 40, alternative: '' });
  expect(text).toBe(`What is this?\n\n${noted('an image', 'an image', 'lies.png', '19.png')}`);
  const { dataUrl: stored } = must(await history.readImage({ hash: images?.[0]?.hash ?? '' }));
  expect(Buffer.from(stored.split(',')[1] ?? '', 'base64').toString('latin1')).not.toMatch(/GPS|Telephone/);
});

test('takes images of tools of Open WebUI, and notes those on its server', async () => {
  const [plot, map] = [dataUrl('png', madePng(5, 4)), dataUrl('jpeg', photo)];
  const result = {
    type: 'function_call_output',
    output: [
      { type: 'input_text', text: 'done' },
      { type: 'input_image', image_url: plot },
    ],
  };
  const files = [
    { type: 'data', content: map },
    { type: 'image', url: '/api/v1/files/1/content' },
  ];
  const output = [
    { type: 'function_call', call_id: 'c', name: 'plot', arguments: '{}' },
    { ...result, call_id: 'c', files },
    { ...result, call_id: 'lost' },
  ];
  const block = `<details type="tool_calls" done="true" id="d" name="map" arguments="{}" result="drawn" files="${JSON.stringify(files).replaceAll('"', '&quot;')}">\n<summary>Done</summary>\n</details>`;
  const messages = {
    q: { id: 'q', parentId: null, role: 'user', content: 'Plot it' },
    a: { id: 'a', parentId: 'q', role: 'assistant', content: '', output },
    b: { id: 'b', parentId: 'a', role: 'assistant', content: block },
  };
  const { history } = await take([{ id: 'chat', chat: { title: 'Figures', history: { currentId: 'b', messages } } }]);
  const found = must(await history.open({ id: 'chat', at: null, limit: 9 })).messages.filter(({ role }) => role === 'tool');
  const photograph = { name: 'image', type: 'image/jpeg', width: 30, height: 40 };
  expect(found).toMatchObject([
    {
      text: `done\n\n${noted('a file')}`,
      images: [{ name: 'image', type: 'image/png', width: 5, height: 4, alternative: '' }, photograph],
    },
    { text: `drawn\n\n${noted('a file')}`, images: [photograph] },
  ]);
  expect(JSON.stringify(must(await history.open({ id: 'chat', at: 'a', limit: 9 })).messages)).toContain(
    JSON.stringify(`A tool: done\n\n${noted('an image')}`),
  );
});

test('reads images of ChatGPT from the files beside its export, and from nowhere else', async () => {
  const folder = await temporaryFolder();
  const beside = path.join(folder, 'export');
  await mkdir(path.join(beside, 'file-below'), { recursive: true });
  await writeFile(path.join(folder, 'file-outside.png'), madePng(7, 7));
  await writeFile(path.join(beside, 'file-Abc123-photo.jpg'), photo);
  await writeFile(path.join(beside, 'file_00ff-figure.png'), madePng(3, 2));
  await writeFile(path.join(beside, 'file-animation.gif'), gif);
  await symlink(path.join(folder, 'file-outside.png'), path.join(beside, 'file-link.png'));
  const pointers = [
    'file-service://file-Abc123',
    'sediment://file_00ff',
    'file-service://file-animation',
    'file-service://file-link',
    'file-service://file-below',
    'file-service://../file-outside.png',
    'file-service://file-../file-outside',
    'file-service://file-missing',
  ].map((asset_pointer) => ({ content_type: 'image_asset_pointer', asset_pointer }));
  const attachments = [
    { id: 'file-Abc123', name: 'whiteboard.jpg' },
    { id: 'file-x', name: 'map.pdf' },
  ];
  const mapping = Object.fromEntries([
    node('q', null, 'user', { content_type: 'multimodal_text', parts: [...pointers, 'What is this?'] }, { metadata: { attachments } }),
  ]);
  const file = path.join(beside, 'conversations.json');
  await writeFile(file, JSON.stringify([{ title: 'Figures', mapping }]));
  const { history } = await openTestHistory();
  must(await history.importFrom(file));
  const { text, images } = await onlyMessage(history);
  expect(images).toMatchObject([
    { name: 'whiteboard.jpg', type: 'image/jpeg', width: 30 },
    { name: 'file_00ff-figure.png', type: 'image/png', width: 3 },
  ]);
  const lost = ['map.pdf', 'an image', 'an image', 'an image', 'file-animation.gif', 'file-link.png', 'file-below'];
  expect(text).toBe(`What is this?\n\n${noted(...lost)}`);
  expect(must(await history.imageSpace(undefined))).toMatchObject({ images: 2 });
});
