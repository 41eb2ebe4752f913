import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sendEvents, sendJson } from '../../support/https-server.ts';
import { chunk } from './response/feed.ts';
import { beginThen, hello, messages, rig, token, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

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
] as const)('%s: keeps the partial answer with a failure', async (_name, handler, code) => {
  const { chat } = await rig(handler, { limits: { firstByteMs: 10_000, idleMs: code === 'idle-timeout' ? 150 : 10_000 } });
  const { answer, failure } = await chat();
  expect(answer.parts).toEqual([{ kind: 'text', text: 'Hel' }]);
  expect(failure?.code).toBe(code);
});

test('keeps everything if only [DONE] is missing after a finish reason, with a failure that says it may be complete', async () => {
  const { chat } = await rig((_seen, response) => sendEvents(response, helloChunks, ''));
  expect(await chat()).toMatchObject({
    answer: { ...hello, notes: [] },
    failure: { code: 'answer-cut', reason: 'answer-end-unmarked' },
  });
});

test('accepts a tool call without [DONE] only if the answer has finished', async () => {
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

test('returns a finished stream although the connection stays open', async () => {
  const { chat } = await rig((_seen, response) => {
    response.writeHead(200);
    response.write(`${helloChunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')}data: [DONE]\n\n`);
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
] as const)('reports %s instead of an answer', async (_name, answer, code) => {
  const { chat } = await rig((_seen, response) => void answer(response));
  expect(await chat()).toMatchObject({ failure: { code }, answer: { parts: [] } });
});

test('applies the first-byte timeout, not the idle one, if nothing follows the headers', async () => {
  const { chat } = await rig((_seen, response) => response.writeHead(200).flushHeaders(), {
    limits: { firstByteMs: 100, idleMs: 10_000 },
  });
  expect((await chat()).failure?.code).toBe('first-byte-timeout');
});

test('reports how long to wait after 429', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' }));
  expect(await chat()).toMatchObject({
    failure: { code: 'rate-limited', params: { waitSeconds: 7 } },
  });
});

test('closes the upstream connection on cancel, so that the engine stops, and keeps the partial answer', async () => {
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

test('never shows the token in a failure, even if the service repeats it', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 401, { detail: `${'x'.repeat(390)} ${token}` }));
  const outcome = await chat({ mode: 'proxy' });
  expect(outcome.failure?.code).toBe('token-refused');
  expect(JSON.stringify(outcome)).not.toContain('sk-top');
});

test('saves no part of the token from an error in mid-stream, although its message is truncated', async () => {
  const error = { error: { message: `${'x'.repeat(390)} ${token}`, code: 500 } };
  const { chat } = await rig(beginThen((response) => response.end(`data: ${JSON.stringify(error)}\n\n`)));
  const outcome = await chat({ mode: 'proxy' });
  expect(outcome.failure?.code).toBe('service-error');
  expect(JSON.stringify(outcome)).not.toContain('sk-');
});

test('suggests the tunnel or the proxy if an engine rejects the network', async () => {
  const { chat } = await rig((_seen, response) => sendJson(response, 401, { error: 'Unauthorized' }));
  const { failure } = await chat();
  expect(failure).toMatchObject({ code: 'network-not-permitted', reason: 'network-not-permitted' });
  expect(failure && describeFailure(failure).remedy).toBe('Use the tunnel, or switch to Proxy.');
});
