import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { AnswerDelta } from '../../../electron/contract/answer.ts';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import {
  createServiceClient,
  modelsOf,
  parseBaseUrl,
  type Call,
  type Limits,
  type ServiceClient,
} from '../../../electron/core/service/service.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { sendEvents, sendJson, startServer, type Handler, type TestServer } from '../../support/https-server.ts';
import { alpha, beta, catalog, gamma } from './models.ts';
import { chunk } from './answers/feed.ts';

const token = 'sk-topsecret';
const messages = [{ role: 'user', text: 'Hi' }] as const;
const say = (content: string): unknown => chunk({ content });
const whole = [
  chunk({ role: 'assistant', content: '' }),
  say('Hel'),
  say('lo'),
  chunk({}, 'stop'),
  { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
];

interface Rig {
  readonly server: TestServer;
  readonly client: ServiceClient;
  readonly deltas: AnswerDelta[];
  readonly chat: (call?: Partial<Call>) => ReturnType<ServiceClient['chat']>;
}

async function rig(
  handler: Handler,
  { limits, ...options }: { readonly token?: Result<string | null>; readonly limits?: Limits } = {},
): Promise<Rig> {
  const server = await startServer(handler);
  const addresses = parseBaseUrl(`${server.origin}/base/`);
  if (!addresses.ok) throw new Error('address');
  const upstream = createUpstream({ origin: addresses.value.origin, route: { kind: 'straight' }, authorities: [server.authority.pem] });
  onTestFinished(upstream.dispose);
  const client = createServiceClient({
    addresses: addresses.value,
    upstreams: { proxy: upstream, direct: upstream },
    token: async () => options.token ?? ok(token),
    clock: { now: () => performance.now() },
    ...(limits ? { limits: () => limits } : {}),
  });
  const deltas: AnswerDelta[] = [];
  const signal = new AbortController().signal;
  return {
    server,
    client,
    deltas,
    chat: (call) => client.chat({ model: beta, messages }, { mode: 'direct', signal, ...call }, (delta) => deltas.push(delta)),
  };
}

const body = (server: TestServer, at: number): unknown => JSON.parse(server.seen[at]?.body ?? 'null');
const hello = { parts: [{ kind: 'text', text: 'Hello' }], finish: 'stop', usage: { completionTokens: 2 } };

test('direct: the path of the segment, no credential; a stream with its usage', async () => {
  const { server, chat, deltas } = await rig((_seen, response) => sendEvents(response, whole));
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

test('proxy: its own base, and the token as the service wants it', async () => {
  const { server, chat } = await rig((_seen, response) => sendEvents(response, whole));
  expect((await chat({ mode: 'proxy' })).answer).toMatchObject(hello);
  expect(server.seen[0]).toMatchObject({ path: '/base/api/chat/completions', headers: { authorization: `bearer ${token}` } });
});

test('unstreamed on purpose: no stream field at all, and the same answer', async () => {
  const { server, chat } = await rig((_seen, response) =>
    sendJson(response, 200, {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 2 },
    }),
  );
  expect((await chat({ isStreamed: false })).answer).toMatchObject({ ...hello, notes: [] });
  expect(body(server, 0)).not.toHaveProperty('stream');
});

test('stream: true answered by one plain object', async () => {
  const { chat } = await rig((_seen, response) =>
    sendJson(response, 200, {
      choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 2 },
    }),
  );
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
});

test.each([
  ['engine A', { error: { message: 'stream_options is not supported', code: 400 } }],
  ['the proxy', { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }],
])('a way that refuses stream_options (%s) is asked again without, once, and remembered', async (_name, error) => {
  const { server, chat } = await rig((seen, response) =>
    seen.body.includes('stream_options') ? sendJson(response, 400, error) : sendEvents(response, whole),
  );
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
  expect(server.seen.map((seen) => seen.body.includes('stream_options'))).toEqual([true, false, false]);
  expect(body(server, 2)).toHaveProperty('stream', true);
  // The other way has refused nothing yet.
  await chat({ mode: 'proxy' });
  expect(server.seen[3]?.body).toContain('stream_options');
});

test('a way that refuses stream altogether gives its answer in one piece, with a note', async () => {
  const { server, chat } = await rig((seen, response) =>
    seen.body.includes('"stream"')
      ? sendJson(response, 400, { error: { message: 'Streaming is not supported for this model', code: 400 } })
      : sendJson(response, 200, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }], usage: { completion_tokens: 2 } }),
  );
  const { answer } = await chat();
  expect(answer).toMatchObject({ ...hello, notes: [expect.stringContaining('one piece')] });
  await chat();
  expect(server.seen).toHaveLength(3);
});

test('any other 400 is not asked again', async () => {
  const { server, chat } = await rig((_seen, response) =>
    sendJson(response, 400, { error: { message: 'temperature is invalid', code: 400 } }),
  );
  expect((await chat()).failure).toMatchObject({ code: 'request-rejected' });
  expect(server.seen).toHaveLength(1);
});

/** Begins a stream well, then does as told. */
const beginThen =
  (then: (response: ServerResponse) => void): Handler =>
  (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(say('Hel'))}\n\n`, () => then(response));
  };

test.each([
  ['[DONE] and finish missing', beginThen((response) => response.end()), 'answer-cut'],
  ['connection cut', beginThen((response) => response.destroy()), 'answer-cut'],
  ['cut inside an event', beginThen((response) => response.write('data: {"cho', () => response.destroy())), 'answer-cut'],
  [
    'an error in mid-stream',
    beginThen((response) => response.end('data: {"error":{"message":"boom","code":500}}\n\ndata: [DONE]\n\n')),
    'service-error',
  ],
  [
    'an overlong conversation noticed late',
    beginThen((response) => response.end('data: {"error":{"message":"maximum context length is 5","code":400}}\n\n')),
    'context-length',
  ],
  ['a 4 MB line', beginThen((response) => response.end(`data: "${'x'.repeat(4 << 20)}"\n\n`)), 'bad-answer'],
  ['unreadable events', beginThen((response) => response.end('data: {oops\n\ndata: [DONE]\n\n')), 'bad-answer'],
  [
    'an engine that aborts',
    beginThen((response) => response.end(`data: ${JSON.stringify(chunk({}, 'abort'))}\n\ndata: [DONE]\n\n`)),
    'answer-cut',
  ],
  ['silence', beginThen(() => undefined), 'idle-timeout'],
] as const)('%s: the partial answer is kept, with a failure', async (_name, handler, code) => {
  const { chat } = await rig(handler, { limits: { firstByteMs: 10_000, idleMs: 150 } });
  const { answer, failure } = await chat();
  expect(answer.parts).toEqual([{ kind: 'text', text: 'Hel' }]);
  expect(failure?.code).toBe(code);
});

test('only [DONE] missing after a finish reason: all is kept, with a failure that says it may be complete', async () => {
  const { chat } = await rig((_seen, response) => sendEvents(response, whole, ''));
  expect(await chat()).toMatchObject({
    answer: { ...hello, notes: [] },
    failure: { code: 'answer-cut', message: expect.stringContaining('may well be complete') },
  });
});

test('a tool call of an answer that finished can be run without [DONE]; one of an answer that did not can not', async () => {
  const call = chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }] });
  const stateAfter = async (chunks: readonly unknown[]): Promise<unknown> => {
    const { client } = await rig((_seen, response) => sendEvents(response, chunks, ''));
    const tools = [{ name: 'f', description: '', parameters: {} }];
    const { signal } = new AbortController();
    const { answer } = await client.chat({ model: beta, messages, tools }, { mode: 'direct', signal }, () => undefined);
    return answer.parts;
  };
  expect(await stateAfter([call, chunk({}, 'tool_calls')])).toMatchObject([{ state: 'valid' }]);
  expect(await stateAfter([call])).toMatchObject([{ state: 'unfinished' }]);
});

test('a stream that says it is done but keeps the connection open does not hold the answer back', async () => {
  const { chat } = await rig((_seen, response) => {
    response.writeHead(200);
    response.write(`${whole.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`);
  });
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
});

test.each([
  [
    'HTML with 200',
    (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>Log in'),
    'not-the-service',
  ],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    'not-the-service',
  ],
  ['another JSON', (response: ServerResponse) => sendJson(response, 200, { status: true }), 'bad-answer'],
  ['nothing', (response: ServerResponse) => response.writeHead(200).end(), 'bad-answer'],
  [
    'an error body that breaks',
    (response: ServerResponse) => response.writeHead(500, { 'content-length': 99 }).write('half', () => response.destroy()),
    'service-error',
  ],
  ['an error with 200', (response: ServerResponse) => sendJson(response, 200, { error: { message: 'boom', code: 500 } }), 'service-error'],
] as const)('%s instead of an answer', async (_name, answer, code) => {
  const { chat } = await rig((_seen, response) => void answer(response));
  expect(await chat()).toMatchObject({ failure: { code }, answer: { parts: [] } });
});

test('headers at once and then nothing is the first-byte limit, not the idle one', async () => {
  const { chat } = await rig((_seen, response) => response.writeHead(200).flushHeaders(), {
    limits: { firstByteMs: 100, idleMs: 10_000 },
  });
  expect((await chat()).failure?.code).toBe('first-byte-timeout');
});

test('429 tells how long to wait, for a machine too', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' }));
  expect(await chat()).toMatchObject({
    retryAfterMs: 7000,
    failure: { code: 'rate-limited', remedy: expect.stringContaining('7 seconds') },
  });
});

test('cancel closes the upstream connection, so that the engine stops, and keeps what came', async () => {
  const closed = Promise.withResolvers<void>();
  const { chat, deltas } = await rig(
    beginThen((response) => {
      response.on('close', () => closed.resolve());
    }),
  );
  const controller = new AbortController();
  const answering = chat({ signal: controller.signal });
  await expect.poll(() => deltas.length).toBe(1);
  controller.abort();
  expect(await answering).toMatchObject({ failure: { code: 'cancelled' }, answer: { parts: [{ text: 'Hel' }] } });
  await closed.promise;
});

test('proxy without a token asks nothing of the network', async () => {
  for (const given of [ok(null), ok('  ')]) {
    const { server, chat } = await rig((_seen, response) => response.end(), { token: given });
    expect((await chat({ mode: 'proxy' })).failure?.code).toBe('token-missing');
    expect(server.seen).toHaveLength(0);
  }
});

test('a token that would break the header is refused before it is sent, and not shown', async () => {
  const { server, chat } = await rig((_seen, response) => response.end(), { token: ok('sk-a\r\nx-evil: 1') });
  const { failure } = await chat({ mode: 'proxy' });
  expect(failure?.code).toBe('token-refused');
  expect(JSON.stringify(failure)).not.toContain('sk-a');
  expect(server.seen).toHaveLength(0);
});

test("the keychain's own failure is passed on", async () => {
  const failure = { code: 'keychain-locked', message: 'm', remedy: 'r' } as const;
  const { chat } = await rig((_seen, response) => response.end(), { token: { ok: false, failure } });
  expect((await chat({ mode: 'proxy' })).failure).toEqual(failure);
});

test('the token never appears in a failure, even where the service echoes it', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 401, { detail: `${'x'.repeat(390)} ${token}` }));
  const outcome = await chat({ mode: 'proxy' });
  expect(outcome.failure?.code).toBe('token-refused');
  expect(JSON.stringify(outcome)).not.toContain('sk-top');
});

test('text completions: direct only, with the prompt as it is', async () => {
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

test('a model only the proxy knows can not be asked directly', async () => {
  const { client } = await rig((_seen, response) => response.end());
  const outcome = await client.chat(
    { model: { ...beta, segment: null }, messages },
    { mode: 'direct', signal: new AbortController().signal },
    () => undefined,
  );
  expect(outcome.failure?.code).toBe('unsupported');
});

test('an engine refuses the network: switch on the tunnel, or use the proxy', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 401, { error: 'Unauthorized' }));
  expect((await chat()).failure).toMatchObject({ code: 'network-not-permitted', remedy: 'Switch on the tunnel, or use the proxy.' });
});

test('a bug in a listener is thrown, not taken for a fault of the service', async () => {
  const { client } = await rig((_seen, response) => sendEvents(response, whole));
  const asking = client.chat({ model: beta, messages }, { mode: 'direct', signal: new AbortController().signal }, () => {
    throw new Error('listener');
  });
  await expect(asking).rejects.toThrow('listener');
});

test('refresh: every segment side by side, each with its own outcome; the last good view is kept', async () => {
  let waiting = 0;
  const gate = Promise.withResolvers<void>();
  const { client } = await rig((seen, response) => {
    // Answers none before all have asked: one after the other would never end.
    if ((waiting += 1) === 4) gate.resolve();
    const answer = async (): Promise<void> => {
      await gate.promise;
      if (seen.path === '/base/engine-b/v1/models')
        sendJson(response, 200, { object: 'list', data: [{ id: 'alpha-R2', max_model_len: 9 }] });
      else if (seen.path === '/base/beta-4-scout/v1/models') sendJson(response, 500, { error: 'down' });
      else if (seen.path === '/base/api/models') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      else sendJson(response, 401, { error: 'Unauthorized' });
    };
    void answer();
  });
  const { signal } = new AbortController();
  const previous = modelsOf(catalog, [
    { ...alpha, presence: { proxy: 'unchecked', direct: 'listed' } },
    { ...beta, presence: { proxy: 'unchecked', direct: 'listed' } },
    { ...gamma, presence: { proxy: 'unchecked', direct: 'listed' } },
  ]);
  const { models, outcomes } = await client.refreshCatalog(catalog, previous, { modes: ['direct', 'proxy'], signal });
  expect(
    outcomes.map((outcome) => [
      outcome.segment ?? outcome.mode,
      outcome.result.kind,
      outcome.result.kind === 'failed' ? outcome.result.failure.code : '',
    ]),
  ).toEqual([
    ['engine-b', 'listed', ''],
    ['beta-4-scout', 'failed', 'service-error'],
    ['gamma-oss-120b', 'failed', 'network-not-permitted'],
    ['proxy', 'absent', ''],
  ]);
  expect(models.map((model) => `${model.id} ${model.presence.direct}`)).toEqual([
    'alpha-R1 gone',
    'beta-4-scout listed',
    'gamma-oss-120b listed',
    'alpha-R2 listed',
  ]);
});

test("refresh by the proxy: its list where it has one, the profile's where not", async () => {
  const { client } = await rig((seen, response) =>
    seen.headers.authorization === `bearer ${token}`
      ? sendJson(response, 200, { data: [{ id: 'beta-4-scout' }, { id: 'delta' }] })
      : sendJson(response, 401, { detail: 'Not authenticated' }),
  );
  const { signal } = new AbortController();
  const refreshed = await client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
  expect(refreshed.models.map((model) => `${model.id} ${model.presence.proxy}`)).toEqual([
    'alpha-R1 gone',
    'beta-4-scout listed',
    'gamma-oss-120b gone',
    'delta listed',
  ]);
  const absent = await rig((_seen, response) => sendJson(response, 404, { detail: 'Not Found' }));
  const fallback = await absent.client.refreshCatalog(catalog, [], { modes: ['proxy'], signal });
  expect(fallback).toMatchObject({ models: modelsOf(catalog), outcomes: [{ result: { kind: 'absent' } }] });
});
