import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { sendEvents } from '../../support/https-server.ts';
import { body, hello, messages, rig, token, helloChunks } from './client-rig.ts';
import { alpha, beta } from './models.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

test("sends direct requests to the segment's path without a credential, and streams with usage", async () => {
  const { server, chat, deltas } = await rig((_seen, response) => sendEvents(response, helloChunks));
  const { answer, failure } = await chat();
  expect(failure).toBeNull();
  expect(answer).toMatchObject({ ...hello, notes: [] });
  expect(answer.timings.firstTokenMs).toBeGreaterThan(0);
  expect(deltas).toHaveLength(2);
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/base/beta-4-scout/v1/chat/completions' });
  expect(server.seen[0]?.headers).not.toHaveProperty('authorization');
  expect(body(server, 0)).toEqual({
    model: 'beta-4-scout',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('sends proxy requests to its own base with the token', async () => {
  const { server, chat } = await rig((_seen, response) => sendEvents(response, helloChunks));
  expect((await chat({ mode: 'proxy' })).answer).toMatchObject(hello);
  expect(server.seen[0]).toMatchObject({ path: '/base/api/chat/completions', headers: { authorization: `bearer ${token}` } });
});

test('sends nothing to the proxy without a token', async () => {
  for (const given of [ok(null), ok('  ')]) {
    const { server, chat } = await rig((_seen, response) => response.end(), { token: given });
    expect((await chat({ mode: 'proxy' })).failure?.code).toBe('token-missing');
    expect(server.seen).toHaveLength(0);
  }
});

test("rejects a token that would break the header before sending it, and doesn't show it", async () => {
  const { server, chat } = await rig((_seen, response) => response.end(), { token: ok('sk-a\r\nx-evil: 1') });
  const { failure } = await chat({ mode: 'proxy' });
  expect(failure).toMatchObject({ code: 'token-refused', reason: 'token-characters' });
  expect(JSON.stringify(failure)).not.toContain('sk-a');
  expect(server.seen).toHaveLength(0);
});

test("returns the keychain's own failure", async () => {
  const failure = recordedFailure('keychain-locked');
  const { chat } = await rig((_seen, response) => response.end(), { token: { ok: false, failure } });
  expect((await chat({ mode: 'proxy' })).failure).toEqual(failure);
});

test('sends text completions in direct mode only, with the prompt unchanged', async () => {
  const { server, client } = await rig((_seen, response) =>
    sendEvents(response, [
      { choices: [{ index: 0, text: ' upon' }] },
      { choices: [{ index: 0, text: ' a time', finish_reason: 'length' }] },
    ]),
  );
  const { signal } = new AbortController();
  const outcome = await client.complete(
    { model: alpha, prompt: 'Once', parameters: { maxTokens: 3 } },
    { mode: 'direct', signal },
    () => undefined,
  );
  expect(outcome).toMatchObject({ failure: null, answer: { parts: [{ kind: 'text', text: ' upon a time' }], finish: 'length' } });
  expect(server.seen[0]?.path).toBe('/base/engine-b/v1/completions');
  expect((await client.complete({ model: alpha, prompt: 'x' }, { mode: 'proxy', signal }, () => undefined)).failure?.code).toBe(
    'unsupported',
  );
  expect(server.seen).toHaveLength(1);
});

test('rejects a direct request for a model that only the proxy knows', async () => {
  const { client } = await rig((_seen, response) => response.end());
  const outcome = await client.chat(
    { model: { ...beta, segment: null }, messages },
    { mode: 'direct', signal: new AbortController().signal },
    () => undefined,
  );
  expect(outcome.failure?.code).toBe('unsupported');
});

test("throws a listener's bug instead of blaming the service", async () => {
  const { client } = await rig((_seen, response) => sendEvents(response, helloChunks));
  const asking = client.chat({ model: beta, messages }, { mode: 'direct', signal: new AbortController().signal }, () => {
    throw new Error('listener');
  });
  await expect(asking).rejects.toThrow('listener');
});
