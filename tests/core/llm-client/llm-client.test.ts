import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { sendEvents } from '../../support/https-server.ts';
import { messages, rig, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';

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
