import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { sendEvents } from '../../support/https-server.ts';
import { messages, rig, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';

test("rejects a token that would break the header before sending it, and doesn't show it", async () => {
  const { server, chat } = await rig((_seen, response) => response.end(), { token: ok('sk-a\r\nx-evil: 1') });
  const { failure } = await chat({ mode: 'proxy' });
  expect(failure).toMatchObject({ code: 'token-refused', reason: 'token-characters' });
  expect(JSON.stringify(failure)).not.toContain('sk-a');
  expect(server.seen).toHaveLength(0);
});

test("throws a listener's bug instead of blaming the service", async () => {
  const { client } = await rig((_seen, response) => sendEvents(response, helloChunks));
  const asking = client.chat({ model: beta, messages }, { mode: 'direct', signal: new AbortController().signal }, () => {
    throw new Error('listener');
  });
  await expect(asking).rejects.toThrow('listener');
});

test('learns that a model takes no images from a request with one only (catches a prompt that an engine refused for another reason)', async () => {
  const learned: unknown[] = [];
  const { client } = await rig(
    (_seen, response) => response.writeHead(400).end(JSON.stringify({ error: { message: 'beta is not a multimodal model' } })),
    { onImagesRefused: (model, support) => learned.push([model, support]) },
  );
  const call = { mode: 'direct', signal: new AbortController().signal } as const;
  await client.chat({ model: beta, messages }, call, () => undefined);
  expect(learned).toEqual([]);
  const withImage = [{ role: 'user', text: 'Hi', images: ['data:image/png;base64,AAAA'] }] as const;
  await client.chat({ model: beta, messages: withImage }, call, () => undefined);
  expect(learned).toEqual([['beta-4-scout', { seesImages: false }]]);
});
