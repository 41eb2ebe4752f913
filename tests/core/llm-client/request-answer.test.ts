import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sendEvents, sendJson } from '../../support/https-server.ts';
import { chunk } from './response/feed.ts';
import { beginThen, hello, messages, rig, token, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';

test.each([
  ['cut inside an event', beginThen((response) => response.write('data: {"cho', () => response.destroy())), 'answer-cut'],
  [
    'an overlong conversation noticed late',
    beginThen((response) => response.end('data: {"error":{"message":"maximum context length is 5","code":400}}\n\n')),
    'context-length',
  ],
] as const)('%s: keeps the partial answer with a failure', async (_name, handler, code) => {
  const { chat } = await rig(handler);
  const { answer, failure } = await chat();
  expect(answer.parts).toEqual([{ kind: 'text', text: 'Hel' }]);
  expect(failure?.code).toBe(code);
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
  const { chat } = await rig((_seen, response) => response.writeHead(200).flushHeaders(), { limits: { firstByteMs: 100, idleMs: 10_000 } });
  expect((await chat()).failure?.code).toBe('first-byte-timeout');
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
