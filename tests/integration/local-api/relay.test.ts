import { expect, test } from 'vitest';
import { chatBody } from '../demo/demo-fixture.ts';
import { ask, codeOf, newKey, testLocalApi } from './local-api-fixture.ts';

const scout = 'beta-4-scout';

test('finds a model by name, whichever engine serves it', async () => {
  const { port } = await testLocalApi();
  for (const model of ['alpha-R1', scout, 'gamma-oss-120b']) {
    const answer = await ask(port, '/v1/chat/completions', { body: chatBody(model) });
    expect([answer.status, JSON.parse(answer.text).model]).toEqual([200, model]);
  }
  const text = await ask(port, '/v1/completions', { body: { model: scout, prompt: 'One, two,', max_tokens: 5 } });
  expect(text.status).toBe(200);
  const unknown = await ask(port, '/v1/chat/completions', { body: chatBody('delta-9') });
  expect([unknown.status, codeOf(unknown)]).toEqual([404, 'unknown_model']);
  expect(JSON.parse(unknown.text).error.known).toEqual(['alpha-R1', scout, 'gamma-oss-120b']);
});

test('sends the proxy the user’s token and never the local key, which it always requires', async () => {
  const { port, demo, localApi, set } = await testLocalApi();
  const body = chatBody(scout);
  const without = await ask(port, '/api/chat/completions', { body });
  expect([without.status, codeOf(without)]).toEqual([401, 'key_missing']);
  expect(demo.requests()).toEqual([]);
  const key = await newKey(localApi);
  for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }]) {
    expect((await ask(port, '/api/chat/completions', { body, headers })).status).toBe(200);
  }
  set({ mode: 'proxy' });
  expect((await ask(port, '/v1/chat/completions', { body })).status).toBe(401);
  expect((await ask(port, '/v1/chat/completions', { body, headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  expect(demo.requests().map(({ mode, authorization }) => [mode, authorization])).toEqual([
    ['proxy', 'good'],
    ['proxy', 'good'],
    ['proxy', 'good'],
  ]);
  expect(JSON.stringify(demo.requests())).not.toContain(key);
});
