import { expect, onTestFinished, test } from 'vitest';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { chatBody, requestThat, testDemo } from '../demo/demo-fixture.ts';
import { stateOf, testSshd, testTunnel } from '../tunnel/tunnel-fixture.ts';
import { ask, codeOf, activeServiceOf, newKey, testLocalApi } from './local-api-fixture.ts';

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

test('forwards a stream including its end', async () => {
  const { port } = await testLocalApi();
  const answer = await ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }) });
  expect(answer.headers['content-type']).toContain('text/event-stream');
  expect([answer.isComplete, answer.text.endsWith('data: [DONE]\n\n')]).toEqual([true, true]);
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

test('stops the engine when a client disconnects', async () => {
  // stalled, because after a pause of this process the demo would catch up
  const { port, demo } = await testLocalApi({ demo: await testDemo({ faults: [{ kind: 'stall', after: 5, endpoint: 'chat' }] }) });
  const abort = new AbortController();
  const body = chatBody(scout, 'Write 2000 words', { stream: true });
  const asked = ask(port, '/v1/chat/completions', { body, signal: abort.signal, onData: () => abort.abort() });
  await asked.catch(() => undefined);
  expect((await requestThat(demo, ({ outcome }) => outcome === 'aborted')).tokens).toBeLessThan(500);
  expect(demo.aborts()).toBe(1);
});

test('serves direct paths, the model list and a stream through a real sshd, and waits for a reconnect', async () => {
  const demo = await testDemo({ insideAddress: '127.0.0.2' });
  const sshd = await testSshd();
  const target = { host: '127.0.0.2', port: Number(new URL(demo.baseUrl).port) };
  const tunnel = testTunnel(sshd, target.port, { target });
  tunnel.start();
  await stateOf(tunnel, 'ready'); // on a busy machine that may take longer than a first request waits
  const direct = createUpstream({ origin: demo.baseUrl, authorities: [demo.ca], route: { kind: 'dial', dial: tunnel.dial, target } });
  onTestFinished(direct.dispose);
  const base = activeServiceOf(demo, tunnel);
  const { port } = await testLocalApi({
    demo,
    serviceOverrides: { upstreams: { ...base.upstreams, direct }, dialDirect: (_target, signal) => tunnel.dial(target, signal) },
  });
  expect(JSON.parse((await ask(port, '/v1/models')).text).data).toHaveLength(3);
  const stream = await ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }) });
  expect([stream.status, stream.text.endsWith('[DONE]\n\n')]).toEqual([200, true]);
  await sshd.kill();
  await stateOf(tunnel, 'waiting-to-retry', 'connecting');
  const waiting = ask(port, `/${scout}/v1/chat/completions`, { body: chatBody(scout) });
  await sshd.start();
  expect((await waiting).status).toBe(200);
});
