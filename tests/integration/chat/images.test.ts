import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Image } from '../../../electron/contract/image.ts';
import { imageNotes } from '../../../electron/core/chat/text.ts';
import { jpegSegment, exifWithPosition, madeJpeg, madePng } from '../../support/made-images.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { lastBody } from '../conformance/rig.ts';
import { offeredTool, openTestChat, textOf, workingTools, type TestChat } from './chat-fixture.ts';

/** Saves an image as the window does. */
async function saved({ history }: TestChat, bytes: Buffer, name: string): Promise<Image> {
  return { ...must(await history.saveImage({ data: bytes.toString('base64') })), name, alternative: '' };
}

const green = madePng(60, 40, { color: [0, 128, 0] });

test('asks a model about an image alone, and stores its content once', async () => {
  const talk = await openTestChat();
  const image = await saved(talk, green, 'figure.png');
  const begun = await talk.send('', { images: [image] });
  const answer = await talk.answer(begun);
  expect(textOf(answer)).toContain('PNG image with 60 × 40 pixels. It’s mainly **green**.');
  const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${green.toString('base64')}` } }];
  expect(lastBody(talk.rig.demo)['messages']).toEqual([{ role: 'user', content }]);
  expect(JSON.stringify(must(await talk.history.request(answer.id)))).not.toContain(green.toString('base64').slice(0, 100));
  expect(must(await talk.history.read(begun.conversationId)).title).toBe('figure.png');
  const follow = await talk.send('Which color is it?', { conversationId: begun.conversationId, parentId: answer.id });
  expect(textOf(await talk.answer(follow))).toContain('green');
});

test('sends nothing of where a photograph was taken', async () => {
  const talk = await openTestChat();
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWithPosition(1)]);
  const photo = await saved(talk, madeJpeg(40, 30, [jpegSegment(0xe1, exif)]), 'photo.jpg');
  expect(textOf(await talk.answer(await talk.send('What is it?', { images: [photo] })))).toContain('JPEG image with 40 × 30');
  const [, data = ''] = JSON.stringify(lastBody(talk.rig.demo)).split('base64,');
  expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('GPS');
});

test('learns from the refusal how many images the engine takes, and then sends the newest', async () => {
  const talk = await openTestChat({ mode: 'direct' });
  const learned: unknown[] = [];
  talk.rig.onImagesRefused((model, support) => learned.push([model, support]));
  const images = await Promise.all([1, 2, 3, 4, 5].map((side) => saved(talk, madePng(side, side), `${side}.png`)));
  const begun = await talk.send('Compare them', { images });
  const refused = await talk.answer(begun);
  expect(refused.failure).toMatchObject({ reason: 'too-many-images', params: { limit: 4 } });
  expect(learned).toEqual([['beta-4-scout', { seesImages: true, imagesPerRequest: 4 }]]);
  talk.setModels((model) => (model.id === 'beta-4-scout' ? { ...model, seesImages: true, imagesPerRequest: 4 } : model));
  must(await talk.chat.regenerate(refused.id, null));
  const answer = await talk.answer(begun);
  expect(textOf(answer)).toContain('You sent 4 images.');
  expect(answer.answer.notes).toContain(imageNotes.olderLeftOut(1, 'beta-4-scout', 4));
});

test('sends no image to a model that doesn’t see, and says so', async () => {
  const talk = await openTestChat();
  talk.setModels((model) => (model.id === 'gamma-oss-120b' ? { ...model, seesImages: false } : model));
  const image = await saved(talk, green, 'figure.png');
  const answer = await talk.answer(await talk.send('Say fine', { images: [image], settings: { model: 'gamma-oss-120b' } }));
  expect(answer.answer.notes).toContain(imageNotes.modelSeesNone(1, 'gamma-oss-120b'));
  expect(lastBody(talk.rig.demo)['messages']).toEqual([{ role: 'user', content: 'Say fine\n\n[Image not included here: figure.png]' }]);
});

test.for([false, true])('offers tools beside images only if the user wants it: %s', async (offersToolsWithImages) => {
  const talk = await openTestChat({ tools: workingTools([offeredTool('weather')]).tools, offersToolsWithImages });
  const image = await saved(talk, green, 'figure.png');
  const answer = await talk.answer(await talk.send('What is it?', { images: [image], settings: { toolIds: ['weather'] } }));
  expect('tools' in lastBody(talk.rig.demo)).toBe(offersToolsWithImages);
  expect(answer.answer.notes.includes(imageNotes.toolsLeftOut)).toBe(!offersToolsWithImages);
});

test.for([false, true])('shows the text that the model reads with the tools of the request: %s', async (offersToolsWithImages) => {
  const talk = await openTestChat({ mode: 'direct', tools: workingTools([offeredTool('weather')]).tools, offersToolsWithImages });
  const image = await saved(talk, green, 'figure.png');
  const answer = await talk.answer(await talk.send('What is it?', { images: [image], settings: { toolIds: ['weather'] } }));
  must(await talk.chat.templateText(answer.id, new AbortController().signal));
  const body = talk.rig.demo.requests().find(({ endpoint }) => endpoint === 'tokenize')?.body;
  expect(Object.keys(body as object).includes('tools')).toBe(offersToolsWithImages);
});

test('shows the model the images of a tool’s result, and says which couldn’t be taken', async () => {
  const gif = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
  const talk = await openTestChat({
    tools: {
      offered: [offeredTool('weather')],
      run: async () => ({ text: 'done', isError: false, by: 'mcp', images: [green.toString('base64'), gif.toString('base64')] }),
    },
  });
  const begun = await talk.send('What is the weather in Paris?', { settings: { model: 'beta-4-scout', toolIds: ['weather'] } });
  const answer = await talk.answer(begun);
  expect(textOf(answer)).toContain('mainly **green**');
  const result = (await talk.settled(begun.conversationId)).find((message) => message.role === 'tool');
  expect(result).toMatchObject({ images: [{ name: 'weather 1.png', width: 60, height: 40 }] });
  expect(result?.role === 'tool' && result.text).toMatch(/^done\n\[weather 2 isn’t included\. .*GIF/);
  expect(lastBody(talk.rig.demo)['messages']).toMatchObject([
    {},
    {},
    { role: 'tool' },
    { role: 'user', content: [{ text: '[Image from the tool results above: weather 1.png]' }, { type: 'image_url' }] },
  ]);
});

test.for(['curl', 'typescript'] as const)('exports a request with an image as %s that reads its file', async (language) => {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'ca.pem');
  const talk = await openTestChat({ demo: { caFile } });
  const name = `it's a "figure" $HOME.png`;
  const answer = await talk.answer(await talk.send('`What` is $it?', { images: [await saved(talk, green, name)] }));
  const sent = lastBody(talk.rig.demo);
  const code = must(await talk.chat.requestCode(answer.id, language));
  expect(code).not.toContain(green.toString('base64'));
  const env = { ...process.env, CAUSEWAY_API_KEY: talk.rig.demo.token, CURL_CA_BUNDLE: caFile, NODE_EXTRA_CA_CERTS: caFile };
  const work = path.join(folder, 'work');
  await mkdir(work);
  await writeFile(path.join(work, name), green);
  const run = promisify(execFile);
  if (language === 'curl') await run('sh', ['-c', code], { env, cwd: work });
  else {
    await symlink(path.resolve('node_modules'), path.join(work, 'node_modules'));
    await writeFile(path.join(work, 'asked.mts'), code);
    await run(process.execPath, ['asked.mts'], { env, cwd: work });
  }
  expect(talk.rig.demo.requests()).toHaveLength(2);
  expect(lastBody(talk.rig.demo)).toEqual(sent);
});
