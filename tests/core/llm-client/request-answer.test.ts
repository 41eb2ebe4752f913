import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { sendJson } from '../../support/https-server.ts';
import { beginThen, hello, rig, token, helloChunks } from './client-rig.ts';

test('keeps the partial answer of an overlong conversation that is noticed late', async () => {
  const error = 'data: {"error":{"message":"maximum context length is 5","code":400}}\n\n';
  const { chat } = await rig(beginThen((response) => response.end(error)));
  const { answer, failure } = await chat();
  expect(answer.parts).toEqual([{ kind: 'text', text: 'Hel' }]);
  expect(failure?.code).toBe('context-length');
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
