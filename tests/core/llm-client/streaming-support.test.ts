import { expect, test } from 'vitest';
import { sendEvents, sendJson } from '../../support/https-server.ts';
import { body, hello, messages, rig, helloChunks } from './client-rig.ts';
import { beta } from './models.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

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
