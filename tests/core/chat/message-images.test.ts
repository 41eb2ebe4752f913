import { expect, test } from 'vitest';
import type { StoredMessage } from '../../../electron/contract/history.ts';
import type { Image } from '../../../electron/contract/image.ts';
import { ok } from '../../../electron/contract/failure.ts';
import { buildMessages } from '../../../electron/core/chat/generate-answer.ts';
import { readSentImages, withoutImageContent } from '../../../electron/core/chat/message-images.ts';
import { buildChat } from '../../../electron/core/llm-client/llm-client.ts';
import { must } from '../../support/must.ts';
import { beta } from '../llm-client/models.ts';

const base = { conversationId: 'c', parentId: null, createdAt: 0, siblings: [] };
const answer = { parts: [{ kind: 'text', text: 'Yes.' }], notes: [] } as unknown as Extract<StoredMessage, { role: 'assistant' }>['answer'];
const imageNamed = (name: string, alternative = ''): Image => ({
  hash: `hash of ${name}`,
  type: 'image/png',
  width: 1,
  height: 1,
  bytes: 1,
  name,
  alternative,
});
const asked = (text: string, ...images: readonly Image[]): StoredMessage => ({
  ...base,
  id: text,
  role: 'user',
  text,
  attachments: [],
  images,
});
const said: StoredMessage = { ...base, id: 'a', role: 'assistant', model: 'm', mode: null, state: 'complete', answer, failure: null };
const urlOf = (hash: string): string => `data:image/png;base64,${Buffer.from(hash).toString('base64')}`;

/** Builds the request of a conversation for a model that takes this many images. */
async function built(path: readonly StoredMessage[], model: { readonly seesImages?: boolean; readonly imagesPerRequest?: number } = {}) {
  const read: string[] = [];
  const readImages = async ({ hashes }: { readonly hashes: readonly string[] }) => {
    read.push(...hashes);
    return ok(Object.fromEntries(hashes.filter((hash) => !hash.includes('lost')).map((hash) => [hash, urlOf(hash)])));
  };
  const { sent, notes } = must(await readSentImages({ readImages }, path, { id: 'beta', ...model }));
  return { messages: buildMessages({ path, systemPrompt: '' }, sent), notes, read, sent };
}

const [one, two, three] = [imageNamed('one.png', 'a\nplot'), imageNamed('two.png'), imageNamed('three.png')];

test('sends every image, or the newest, and says to the model and the user which are left out', async () => {
  const path = [asked('First', one, two), said, asked('Second', three)];
  const all = await built(path);
  expect(all.messages.map((message) => ('images' in message ? message.images?.length : 0))).toEqual([2, 0, 1]);
  expect(all.notes).toEqual([]);
  const newest = await built(path, { imagesPerRequest: 2 });
  expect(newest.messages[0]).toEqual({
    role: 'user',
    text: 'First\n\n[Image not included here: one.png (a plot)]',
    images: [urlOf(two.hash)],
  });
  expect(newest.notes).toEqual(['The oldest image wasn’t sent, because beta takes at most 2 per request.']);
  expect(newest.read, 'reads only those that go').toEqual([two.hash, three.hash]);
  const none = await built(path, { seesImages: false, imagesPerRequest: 2 });
  expect(none.messages.some((message) => 'images' in message)).toBe(false);
  expect(none.notes).toEqual(['3 images weren’t sent, because beta doesn’t see images.']);
  const lost = await built([asked('', imageNamed('lost.png'))]);
  expect(lost.messages).toEqual([{ role: 'user', text: '[Image not included here: lost.png]' }]);
  expect(lost.notes).toEqual(['1 image wasn’t sent, because the history no longer has it.']);
});

test('rewrites only the message whose image falls out (catches an engine that must read everything again)', async () => {
  const path = [asked('First', one), said, asked('Second', two), said, asked('Third', three)];
  const before = await built(path.slice(0, 3), { imagesPerRequest: 2 });
  const after = await built(path, { imagesPerRequest: 2 });
  expect(after.messages.slice(1, 3)).toEqual(before.messages.slice(1));
  const later = await built([...path, said, asked('Fourth')], { imagesPerRequest: 2 });
  expect(later.messages.slice(0, 5)).toEqual(after.messages);
});

test('sends the images of tools in a message of the user right behind the last result', async () => {
  const call = { kind: 'tool-call', name: 'plot', arguments: '{}', state: 'valid' } as const;
  const calling: StoredMessage = {
    ...said,
    answer: {
      ...answer,
      parts: [
        { ...call, id: 'x' },
        { ...call, id: 'y' },
      ],
    },
  };
  const result = (callId: string, image: Image): StoredMessage => ({
    ...base,
    id: callId,
    role: 'tool',
    callId,
    name: 'plot',
    text: 'done',
    isError: false,
    by: 'mcp',
    images: [image],
  });
  const path = [asked('Plot it'), calling, result('x', one), result('y', two)];
  expect((await built(path)).messages.slice(2)).toEqual([
    { role: 'tool', callId: 'x', text: 'done' },
    { role: 'tool', callId: 'y', text: 'done' },
    { role: 'user', text: '[Images from the tool results above: one.png (a plot), two.png]', images: [urlOf(one.hash), urlOf(two.hash)] },
  ]);
  expect((await built(path, { seesImages: false })).messages.slice(2)).toEqual([
    { role: 'tool', callId: 'x', text: 'done\n\n[Image not included here: one.png (a plot)]' },
    { role: 'tool', callId: 'y', text: 'done\n\n[Image not included here: two.png]' },
  ]);
});

test('stores a request with the names of its images, and one without images as it is', async () => {
  const { messages, sent } = await built([asked('Look', one)]);
  const { body } = buildChat({ model: beta, messages });
  expect(JSON.stringify(body)).toContain(urlOf(one.hash));
  const stored = withoutImageContent(body, sent);
  expect(stored['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,<one.png>' } },
      ],
    },
  ]);
  const plain = buildChat({ model: beta, messages: [{ role: 'user', text: 'data:image/png;base64,AAAA' }] }).body;
  expect(withoutImageContent(plain, new Map())).toBe(plain);
});
