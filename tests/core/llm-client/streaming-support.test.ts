import { expect, test } from 'vitest';
import { sendEvents, sendJson } from '../../support/https-server.ts';
import { body, hello, messages, rig, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

test('sends no stream field for an unstreamed request and returns the same answer', async () => {
  const { server, chat } = await rig((_seen, response) =>
    sendJson(response, 200, {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 2 },
    }),
  );
  expect((await chat({ isStreamed: false })).answer).toMatchObject({ ...hello, notes: [] });
  expect(body(server, 0)).not.toHaveProperty('stream');
});

test('accepts one plain object for stream: true', async () => {
  const { chat } = await rig((_seen, response) =>
    sendJson(response, 200, {
      choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 2 },
    }),
  );
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
});

test.each([
  ['vLLM', { error: { message: 'stream_options is not supported', code: 400 } }],
  ['the proxy', { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }],
])('retries once without stream_options if they are rejected (%s), and remembers it', async (_name, error) => {
  const { server, chat } = await rig((seen, response) =>
    seen.body.includes('stream_options') ? sendJson(response, 400, error) : sendEvents(response, helloChunks),
  );
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
  expect(await chat()).toMatchObject({ answer: hello, failure: null });
  expect(server.seen.map((seen) => seen.body.includes('stream_options'))).toEqual([true, false, false]);
  expect(body(server, 2)).toHaveProperty('stream', true);
  // The other mode has rejected nothing yet.
  await chat({ mode: 'proxy' });
  expect(server.seen[3]?.body).toContain('stream_options');
});

test('returns the answer in one piece with a note if streaming is rejected altogether', async () => {
  const { server, chat } = await rig((seen, response) =>
    seen.body.includes('"stream"')
      ? sendJson(response, 400, { error: { message: 'Streaming is not supported for this model', code: 400 } })
      : sendJson(response, 200, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }], usage: { completion_tokens: 2 } }),
  );
  const { answer } = await chat();
  expect(answer).toMatchObject({ ...hello, notes: [noteTexts.notStreamed] });
  await chat();
  expect(server.seen).toHaveLength(3);
});

test("doesn't retry after any other 400", async () => {
  const { server, chat } = await rig((_seen, response) =>
    sendJson(response, 400, { error: { message: 'temperature is invalid', code: 400 } }),
  );
  expect((await chat()).failure).toMatchObject({ code: 'request-rejected' });
  expect(server.seen).toHaveLength(1);
});

// catches one rejected request that turns streaming off for the engine
test('tries all streaming options again after a rejection that simpler ones did not change', async () => {
  let isRejecting = true;
  const { server, chat } = await rig((seen, response) =>
    isRejecting
      ? sendJson(response, 400, { error: { message: `invalid request: ${seen.body}`, code: 400 } })
      : sendEvents(response, helloChunks),
  );
  expect((await chat()).failure).toMatchObject({ code: 'request-rejected' });
  isRejecting = false;
  expect(await chat()).toMatchObject({ answer: { ...hello, notes: [] }, failure: null });
  expect(body(server, server.seen.length - 1)).toMatchObject({ stream: true, stream_options: {} });
});

test('retries, but remembers nothing, if the error names another field too', async () => {
  const { server, client, chat } = await rig((seen, response) =>
    seen.body.includes('"tools"') && seen.body.includes('"stream"')
      ? sendJson(response, 400, { error: { message: 'Tool calling is not supported with streaming', code: 400 } })
      : seen.body.includes('"stream"')
        ? sendEvents(response, helloChunks)
        : sendJson(response, 200, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }),
  );
  const tools = [{ name: 'f', description: '', parameters: {} }];
  const { signal } = new AbortController();
  const { answer } = await client.chat({ model: beta, messages, tools }, { mode: 'direct', signal }, () => undefined);
  expect(answer).toMatchObject({ parts: hello.parts, notes: [noteTexts.notStreamed] });
  expect((await chat()).answer.notes).toEqual([]);
  expect(server.seen.map((seen) => seen.body.includes('"stream"'))).toEqual([true, false, true]);
});

test.each([
  ['the proxy', (input: unknown) => ({ detail: [{ loc: ['body', 'seed'], msg: 'Input is not valid', input }] })],
  [
    'vLLM',
    (input: unknown) => ({ error: { message: `[{'loc': ('body', 'seed'), 'msg': 'invalid', 'input': ${JSON.stringify(input)}}]` } }),
  ],
])("doesn't retry because of the request that an error repeats (%s)", async (_name, error) => {
  const { server, chat } = await rig((seen, response) => sendJson(response, 400, error(JSON.parse(seen.body))));
  expect((await chat()).failure).toMatchObject({ code: 'request-rejected' });
  expect(server.seen).toHaveLength(1);
});
