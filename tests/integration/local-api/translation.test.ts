import { describe, expect, test } from 'vitest';
import type { LocalApiRequest } from '../../../electron/contract/local-api.ts';
import { defaultLimits } from '../../../electron/core/local-api/limits.ts';
import { upstreamTo } from '../../core/upstream/upstream-fixture.ts';
import { startServer } from '../../support/https-server.ts';
import { ask, newKey, testLocalApi, type RequestOptions, type TestLocalApiOptions } from './local-api-fixture.ts';

const model = 'beta-4-scout';
const requests = {
  responses: { model, stream: true, input: 'What is 6 * 7?' },
  messages: { model, stream: true, max_tokens: 500, messages: [{ role: 'user', content: 'What is 6 * 7?' }] },
};
const dialects = ['responses', 'messages'] as const;

/** How each dialect says that an answer is still being written, is whole, or has failed. */
const events = {
  responses: { sign: 'response.in_progress', end: 'response.completed', failure: 'response.failed' },
  messages: { sign: 'ping', end: 'message_stop', failure: 'error' },
};
const earlyErrors = {
  responses: { error: { code: 'rate_limited' } },
  messages: { type: 'error', error: { type: 'rate_limit_error' } },
};
const lateErrors = {
  responses: { type: 'response.failed', response: { status: 'failed', error: { code: 'service_error' } } },
  messages: { type: 'error', error: { type: 'api_error' } },
};

/** Starts a local API that shows signs of life quickly. */
const patient = (options: TestLocalApiOptions = {}) => testLocalApi({ limits: { ...defaultLimits, keepAliveMs: 100 }, ...options });

/** Returns the events of a stream. */
function eventsOf(text: string): readonly { readonly type: string; readonly [field: string]: unknown }[] {
  return text.split('\n\n').flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}

/** Returns the text that a stream writes piece by piece. */
function textOf(answer: { readonly text: string }): string {
  return eventsOf(answer.text)
    .map(({ delta }) => (typeof delta === 'string' ? delta : ((delta as { readonly text?: string } | undefined)?.text ?? '')))
    .join('');
}

describe.each(dialects)('%s', (dialect) => {
  const path = `/v1/${dialect}`;
  const body = requests[dialect];
  const { sign, end, failure } = events[dialect];

  test('keeps the service’s own status for an early error, in the client’s form', async () => {
    const { port, demo } = await testLocalApi();
    demo.fault({ kind: 'status', status: 429, retryAfter: 7 });
    const answer = await ask(port, path, { body });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect(JSON.parse(answer.text)).toMatchObject(earlyErrors[dialect]);
  });

  test('shows signs of life while the engine is silent, and then answers', async () => {
    const { port, demo } = await patient();
    demo.fault({ kind: 'slow-first-byte', ms: 600 });
    const received = eventsOf((await ask(port, path, { body })).text);
    const firstText = received.findIndex(({ type }) => type.endsWith('delta'));
    expect(received.slice(0, firstText).filter(({ type }) => type === sign).length).toBeGreaterThan(2);
    expect(received.at(-1)?.type).toBe(end);
  });

  test('reports an error after the first sign of life as an event', async () => {
    const { port, demo } = await patient();
    demo.fault({ kind: 'slow-first-byte', ms: 400 });
    demo.fault({ kind: 'status', status: 503 });
    const answer = await ask(port, path, { body });
    expect(answer.status).toBe(200);
    expect(eventsOf(answer.text).at(-1)).toMatchObject(lateErrors[dialect]);
  });

  test.each(['cut-stream', 'stream-error', 'abort'] as const)('never ends an answer as whole after %s', async (fault) => {
    const { port, demo } = await testLocalApi();
    demo.fault(fault);
    const last = eventsOf((await ask(port, path, { body })).text).at(-1);
    expect(last?.type).toBe(failure);
  });

  test.each(['missing-done', 'plain-json', 'refuse-stream', 'refuse-stream-options'])('answers in spite of %s', async (fault) => {
    const { port, demo } = await testLocalApi();
    demo.fault(fault);
    const answer = await ask(port, path, { body });
    expect(textOf(answer)).toContain('**42**');
    expect(eventsOf(answer.text).at(-1)?.type).toBe(end);
  });

  test('is guarded like every path: another host, a foreign page, a proxy without a key', async () => {
    const { port, localApi, demo, set } = await testLocalApi();
    expect((await ask(port, path, { body, headers: { host: 'evil.example:80', 'content-type': 'application/json' } })).status).toBe(421);
    const foreign = { origin: 'https://evil.example', 'content-type': 'application/json' };
    expect((await ask(port, path, { body, headers: foreign })).status).toBe(403);
    set({ mode: 'proxy' });
    const refused = await ask(port, path, { body });
    expect([refused.status, demo.requests()]).toEqual([401, []]);
    const key = await newKey(localApi);
    expect(textOf(await ask(port, path, { body, headers: { 'x-api-key': key, 'content-type': 'application/json' } }))).toContain('**42**');
    expect(JSON.stringify(demo.requests())).not.toContain(key);
  });

  test.each(['not json', '[]', '{"model":"beta-4-scout"}'])('rejects %s with a sentence', async (sent) => {
    const { port, demo } = await testLocalApi();
    const answer = await ask(port, path, { body: sent, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text).error.message).toMatch(/\.$/);
    expect(demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toEqual([]);
  });

  test('shows both forms in the inspector while bodies are recorded, and what was left out', async () => {
    const { port, localApi } = await testLocalApi();
    localApi.recordBodies(5);
    const tools = [dialect === 'messages' ? { type: 'web_search_20250305', name: 'web_search' } : { type: 'web_search' }];
    await ask(port, path, { body: { ...body, tools } });
    const [shown] = localApi.requests() as [LocalApiRequest];
    expect(shown).toMatchObject({
      path,
      model,
      status: 200,
      translation: { from: dialect, leftOut: [expect.stringContaining('web_search')] },
    });
    expect(shown.requestBody).toContain('web_search');
    expect(JSON.parse(shown.translation?.requestBody ?? '')).toMatchObject({
      model,
      messages: [{ role: 'user', content: 'What is 6 * 7?' }],
    });
    expect(shown.responseBody).toContain(end);
    expect(shown.translation?.responseBody).toContain('chat.completion.chunk');
  });
});

test.each(['/v1/responses', '/v1/messages', '/v1/messages/count_tokens'])('%s has the guard and the limits of every path', async (path) => {
  const { port, demo, set } = await testLocalApi({ limits: { bodyBytes: 1000 } });
  const body = { model, input: 'Hi', messages: [{ role: 'user', content: 'Hi' }] };
  const type = { 'content-type': 'application/json' };
  const statusOf = async (options: RequestOptions) => (await ask(port, path, { body, ...options })).status;
  expect(await statusOf({ headers: { ...type, host: `127.0.0.1:${port + 1}` } })).toBe(421);
  expect(await statusOf({ headers: { ...type, origin: 'https://page.example' } })).toBe(403);
  expect(await statusOf({ headers: { ...type, 'sec-fetch-site': 'cross-site' } })).toBe(403);
  expect(await statusOf({ headers: { 'content-type': 'text/plain' } })).toBe(415);
  expect(await statusOf({ body: { ...body, pad: 'x'.repeat(2000) } })).toBe(413);
  set({ mode: 'proxy' });
  const refused = await ask(port, path, { body, headers: { ...type, authorization: 'Bearer wrong' } });
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text).error.type).toBe('authentication_error');
  expect(demo.requests()).toEqual([]);
});

test('holds the status for 10 s at most, and shows signs of life as often', () => {
  expect(defaultLimits.keepAliveMs).toBeLessThanOrEqual(10_000);
});

test('counts the bytes of an answer that isn’t streamed', async () => {
  const { port, localApi } = await testLocalApi();
  const { text } = await ask(port, '/v1/messages', { body: { ...requests.messages, stream: false } });
  expect(localApi.requests()[0]).toMatchObject({ bytesOut: Buffer.byteLength(text), firstByteMs: expect.any(Number) });
});

test('leaves the paths of an engine as they are', async () => {
  const { port } = await testLocalApi();
  for (const dialect of dialects) expect((await ask(port, `/${model}/v1/${dialect}`, { body: requests[dialect] })).status).toBe(404);
});

/** Starts a local API for an engine that answers Messages itself with a status. */
async function withNativeEngine(status: () => number) {
  const server = await startServer(({ path }, response) => {
    const isNative = path.includes('/messages');
    const message = { type: 'message', content: [{ type: 'text', text: 'native' }] };
    const choice = { message: { content: 'translated' }, finish_reason: 'stop' };
    response.writeHead(isNative ? status() : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isNative ? message : { choices: [choice] }));
  });
  const upstream = upstreamTo(server);
  const started = await testLocalApi({ serviceOverrides: { upstreams: { proxy: upstream, direct: upstream } } });
  const body = { ...requests.messages, stream: false, unknown_field: 'kept' };
  const say = async () => JSON.parse((await ask(started.port, '/v1/messages?beta=true', { body })).text).content[0].text;
  return { ...started, server, body, say };
}

test('passes Messages on unchanged to an engine that answers them itself, and asks it once', async () => {
  const { server, body, say, localApi } = await withNativeEngine(() => 200);
  expect([await say(), await say()]).toEqual(['native', 'native']);
  expect(server.seen.map((seen) => seen.path)).toEqual([
    `/${model}/v1/messages`,
    `/${model}/v1/messages?beta=true`,
    `/${model}/v1/messages?beta=true`,
  ]);
  expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual(body);
  expect(localApi.requests()[0]?.translation).toBeNull();
  await localApi.change({ passedOn: [] });
  expect(await say()).toBe('translated');
});

test('asks the proxy below its own version, and with the user’s token', async () => {
  const { server, body, localApi, port, set, demo } = await withNativeEngine(() => 200);
  set({ mode: 'proxy' });
  const headers = { 'x-api-key': await newKey(localApi), 'content-type': 'application/json' };
  expect((await ask(port, '/v1/messages', { body, headers })).text).toContain('native');
  expect(server.seen.map(({ path, headers: sent }) => [path, sent.authorization])).toEqual(
    server.seen.map(() => ['/api/v1/messages', `bearer ${demo.token}`]),
  );
  expect(server.seen).toHaveLength(2);
});

test.for([503, 401])('translates for an engine that rejects Messages, and asks again only after no real answer (%i)', async (first) => {
  let status = first;
  const { server, say } = await withNativeEngine(() => status);
  const answers = [await say()];
  status = 404;
  answers.push(await say(), await say());
  expect(answers).toEqual(['translated', 'translated', 'translated']);
  expect(server.seen.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(2);
});
