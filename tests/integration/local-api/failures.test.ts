import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { upstreamTo } from '../../core/upstream/upstream-fixture.ts';
import { freePort } from '../../support/free-port.ts';
import { sendJson, startServer } from '../../support/https-server.ts';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { chatBody, testDemo } from '../demo/demo-fixture.ts';
import { stateOf } from '../tunnel/tunnel-fixture.ts';
import { ask, codeOf, activeServiceOf, newKey, sendRaw, testLocalApi } from './local-api-fixture.ts';

const scout = 'beta-4-scout';
const path = `/${scout}/v1/chat/completions`;

test('returns 503 without a tunnel, with Retry-After, OpenAI’s format and the remedy', async () => {
  const demo = await testDemo({ faults: ['refuse-forwarding'] });
  const { port } = await testLocalApi({ demo });
  const answer = await ask(port, '/v1/chat/completions', { body: chatBody(scout) });
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: 'tunnel_unavailable', type: 'api_error', param: null, reason: 'forwarding-forbidden' },
  });
  expect(JSON.parse(answer.text).error.message).toContain(JSON.parse(answer.text).error.remedy);
});

test('reports a tunnel that was switched off', async () => {
  const { port, tunnel } = await testLocalApi();
  tunnel.start();
  await stateOf(tunnel, 'ready');
  tunnel.stop();
  expect(codeOf(await ask(port, path, { body: chatBody(scout) }))).toBe('tunnel_unavailable');
});

test('answers a request that arrives while the tunnel reconnects', async () => {
  const demo = await testDemo({ sshPort: await freePort() }); // one that the system gives to nobody while the instance is stopped
  const { port, tunnel } = await testLocalApi({ demo });
  expect((await ask(port, path, { body: chatBody(scout) })).status).toBe(200);
  await demo.instance.stop();
  await stateOf(tunnel, 'waiting-to-retry');
  const waiting = ask(port, path, { body: chatBody(scout) });
  await demo.instance.start();
  expect((await waiting).status).toBe(200);
});

test('rewords the engines’ rejection of a network and the proxy’s of a token', async () => {
  const { port, localApi, set, demo, tunnel } = await testLocalApi();
  const key = await newKey(localApi);
  const headers = { 'x-api-key': key };
  const { upstreams } = activeServiceOf(demo, tunnel);
  set({ upstreams: { ...upstreams, direct: upstreams.proxy } }); // without the tunnel, from outside
  const outside = await ask(port, path, { body: chatBody(scout) });
  expect([outside.status, codeOf(outside)]).toEqual([403, 'not_on_network']);
  const listed = await ask(port, '/v1/models');
  expect([listed.status, codeOf(listed)]).toEqual([403, 'not_on_network']);
  set({ token: async () => ok('wrong-token-12345') });
  const refused = await ask(port, '/api/chat/completions', { body: chatBody(scout), headers });
  expect([refused.status, codeOf(refused)]).toEqual([401, 'token_refused']);
  expect(refused.text).not.toContain('wrong-token-12345');
  set({ token: async () => ok(null) });
  expect(codeOf(await ask(port, '/api/chat/completions', { body: chatBody(scout), headers }))).toBe('token_missing');
  set({ token: async () => ({ ok: false, failure: recordedFailure('keychain-locked') }) });
  expect(codeOf(await ask(port, '/api/chat/completions', { body: chatBody(scout), headers }))).toBe('keychain_unavailable');
});

test('sends a client no part of the token, even if the service repeats it where its message is truncated', async () => {
  const token = 'sk-proxy-token-that-is-refused';
  const server = await startServer((_seen, response) => sendJson(response, 401, { detail: `${'x'.repeat(390)} ${token}` }));
  const { port, localApi, set, demo, tunnel } = await testLocalApi();
  const { upstreams } = activeServiceOf(demo, tunnel);
  set({ upstreams: { ...upstreams, proxy: upstreamTo(server) }, token: async () => ok(token) });
  const headers = { 'x-api-key': await newKey(localApi) };
  const refused = await ask(port, '/api/chat/completions', { body: chatBody(scout), headers });
  expect(codeOf(refused)).toBe('token_refused');
  expect(refused.text).toContain('xxx');
  expect(refused.text).not.toContain('sk-');
});

test("reports an engine that doesn't answer in time", async () => {
  const demo = await testDemo({ faults: [{ kind: 'slow-first-byte', ms: 30_000 }] });
  const { port } = await testLocalApi({
    demo,
    serviceOverrides: { timeouts: { connectMs: 10_000, tunnelWaitMs: 10_000, firstByteMs: 500 } },
  });
  const answer = await ask(port, path, { body: chatBody(scout) });
  expect([answer.status, codeOf(answer)]).toEqual([504, 'upstream_timeout']);
  expect(answer.headers['x-should-retry'], 'the engine has begun').toBe('false');
});

test('forbids clients to repeat a POST whose connection broke, but not one that was never sent', async () => {
  const server = await startServer((_seen, response) => response.destroy());
  const { port, set, demo, tunnel } = await testLocalApi();
  const { upstreams } = activeServiceOf(demo, tunnel);
  set({ upstreams: { ...upstreams, direct: upstreamTo(server) } });
  const lost = await ask(port, path, { body: chatBody(scout) });
  expect([codeOf(lost), lost.headers['x-should-retry']]).toEqual(['connection_lost', 'false']);
  const read = await ask(port, `/${scout}/v1/models`);
  expect([codeOf(read), read.headers['x-should-retry']]).toEqual(['connection_lost', undefined]);
  await server.close();
  const refused = await ask(port, path, { body: chatBody(scout) });
  expect([codeOf(refused), refused.headers['x-should-retry']]).toEqual(['connection_refused', undefined]);
});

test('decodes a compressed rejection of the token', async () => {
  const encoded = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, other: gzipSync } as const;
  const { port, localApi, set, demo, tunnel } = await testLocalApi();
  const { upstreams } = activeServiceOf(demo, tunnel);
  const headers = { 'x-api-key': await newKey(localApi), 'accept-encoding': 'gzip, deflate, br' };
  for (const [encoding, compress] of Object.entries(encoded)) {
    const server = await startServer((_seen, response) => {
      response.writeHead(403, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(compress(JSON.stringify({ detail: 'API keys are off today' })));
    });
    set({ upstreams: { ...upstreams, proxy: upstreamTo(server) } });
    const refused = await ask(port, '/api/chat/completions', { body: chatBody(scout), headers });
    expect([encoding, codeOf(refused)]).toEqual([encoding, 'token_forbidden']);
    expect(refused.text, encoding).not.toMatch(/[^\x20-\x7e’“”…]/);
    expect(refused.text.includes('API keys are off today'), encoding).toBe(encoding !== 'other');
  }
});

test('passes errors and odd answers of the engine unchanged', async () => {
  const { port, demo } = await testLocalApi();
  demo.fault({ kind: 'status', status: 503, retryAfter: 7, count: 'once' });
  const first = await ask(port, path, { body: chatBody(scout) });
  expect([first.status, first.headers['retry-after']]).toEqual([503, '7']);
  expect(first.text).not.toContain('remedy');
  demo.fault({ kind: 'html', count: 'once' });
  expect((await ask(port, path, { body: chatBody(scout) })).text).toMatch(/^\s*</);
});

test('rejects bodies without a model, or that are no JSON, if the model decides', async () => {
  const { port } = await testLocalApi();
  const to = '/v1/chat/completions';
  expect(codeOf(await ask(port, to, { body: '{"messages":[]}' }))).toBe('model_missing');
  expect(codeOf(await ask(port, to, { body: '{"model":7}' }))).toBe('model_missing');
  expect(codeOf(await ask(port, to, { body: '[1]' }))).toBe('invalid_json');
  expect(codeOf(await ask(port, to, { body: '{"model' }))).toBe('invalid_json');
  expect(codeOf(await ask(port, to, { body: 'x', headers: { 'content-encoding': 'gzip' } }))).toBe('encoded_body');
  const nameless = await ask(port, '/v1/responses/resp_1');
  expect(codeOf(nameless)).toBe('model_missing');
  expect(nameless.text).toContain('/beta-4-scout/v1/…');
});

test("returns the profile's own failure if there is none or it can't be opened", async () => {
  const { port } = await testLocalApi({
    getService: async () => ({ ok: false, failure: recordedFailure('ca-file', 'It broke.', 'Mend it.') }),
  });
  const answer = await ask(port, path, { body: chatBody(scout) });
  expect([answer.status, codeOf(answer)]).toEqual([503, 'ca_file']);
  expect(JSON.parse((await ask(port, '/status')).text)).toMatchObject({
    last_failure: { code: 'ca-file', message: 'It broke.', remedy: 'Mend it.' },
  });
});

test('never falls back to the other mode', async () => {
  const { port, demo } = await testLocalApi();
  demo.fault({ kind: 'status', status: 500, mode: 'direct' });
  expect((await ask(port, '/v1/chat/completions', { body: chatBody(scout) })).status).toBe(500);
  expect(demo.requests().map(({ mode }) => mode)).toEqual(['direct']);
});

test('names the flags in every error if there is no window', async () => {
  const { port, localApi, set, demo } = await testLocalApi({ surface: 'terminal' });
  const { host } = new URL(demo.baseUrl);
  const headers = { 'x-api-key': await newKey(localApi) };
  demo.fault({ kind: 'stall', after: 2, endpoint: 'chat', count: 'once' });
  const broken = await ask(port, path, { body: { ...chatBody(scout), stream: true }, onData: () => demo.instance.dropConnections() });
  set({ token: async () => ok(null) });
  const refused = await ask(port, '/api/chat/completions', { body: chatBody(scout), headers });
  set({ dialDirect: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEDOUT' })) });
  const connect = await sendRaw(port, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  expect(broken.text).toContain('--check');
  expect(refused.text).toContain('--token-env');
  expect(connect).toContain('--connect-seconds');
});
