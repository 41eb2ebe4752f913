import { expect, test } from 'vitest';
import type { SendEvent } from '../../../../electron/core/local-api/translation/answer-writer.ts';
import type { ClientTool } from '../../../../electron/core/local-api/translation/chat-request.ts';
import { createResponsesWriter } from '../../../../electron/core/local-api/translation/responses-answer.ts';
import { chunk } from '../../llm-client/response/feed.ts';
import { expectSameAnswerForAnyCuts, readResponsesEvents, translateAnswer } from './read-events.ts';

const tools = new Map<string, ClientTool>([
  ['f', { kind: 'function', name: 'f' }],
  ['files__read', { kind: 'function', name: 'read', namespace: 'files' }],
  ['apply_patch', { kind: 'custom', name: 'apply_patch' }],
]);
const createWriter = (send: SendEvent) => createResponsesWriter({ id: '1', model: 'gamma-oss-120b', createdAt: 5, tools }, send);
const translated = (chunks: readonly unknown[]) => translateAnswer(createWriter, chunks);
const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });

test('writes reasoning, a message and calls as items, with the client’s own names', () => {
  const { events, whole } = translated([
    chunk({ reasoning: 'First the file.' }),
    chunk({ content: 'I read it.' }),
    call(0, { id: 'a', function: { name: 'files__read', arguments: '{"path":"x"}' } }),
    call(1, { id: 'b', function: { name: 'apply_patch', arguments: '{"input":"*** Begin"}' } }),
    chunk({}, 'tool_calls'),
    { choices: [], usage: { prompt_tokens: 30, completion_tokens: 9, total_tokens: 39 } },
  ]);
  const { items, response } = readResponsesEvents(events);
  expect(items).toEqual([
    {
      id: 'rs_1_0',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'First the file.' }],
      encrypted_content: 'causeway:First the file.',
    },
    {
      id: 'msg_1_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'I read it.', annotations: [] }],
    },
    {
      id: 'fc_1_2',
      type: 'function_call',
      status: 'completed',
      call_id: 'a',
      name: 'read',
      namespace: 'files',
      arguments: '{"path":"x"}',
    },
    { id: 'ctc_1_3', type: 'custom_tool_call', status: 'completed', call_id: 'b', name: 'apply_patch', input: '*** Begin' },
  ]);
  expect(response).toEqual(whole);
  expect(response).toMatchObject({
    id: 'resp_1',
    object: 'response',
    created_at: 5,
    status: 'completed',
    output: items,
    usage: { input_tokens: 30, output_tokens: 9, total_tokens: 39 },
  });
});

test('names every event of a message in its order', () => {
  const types = translated([chunk({ content: 'One ' }), chunk({ content: 'two' }), chunk({}, 'stop')]).events.map(({ type }) => type);
  expect(types).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
});

test.each([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
])('says that an answer cut by %s is incomplete', (finish, reason) => {
  const { events } = translated([chunk({ content: 'Yes' }), chunk({}, finish)]);
  expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: { reason } } });
});

test('gives the same whole response for any stream cut at any bytes, and its events agree with it', () =>
  expectSameAnswerForAnyCuts(createWriter, {
    names: ['f', 'apply_patch'],
    pieces: ['{"input":"x"}'],
    read: (events) => {
      const { items, response } = readResponsesEvents(events);
      expect(items).toEqual(response['output']);
      return response;
    },
  }));
