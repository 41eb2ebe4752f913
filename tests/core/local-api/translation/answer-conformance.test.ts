import type { Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { expect, test } from 'vitest';
import type { ClientTool } from '../../../../electron/core/local-api/translation/chat-request.ts';
import { createMessagesWriter } from '../../../../electron/core/local-api/translation/messages-answer.ts';
import { createResponsesWriter } from '../../../../electron/core/local-api/translation/responses-answer.ts';
import { chunk } from '../../llm-client/response/feed.ts';
import { translateAnswer } from './read-events.ts';

/** A type of an official package, without what may be null: no client depends on that being sent. */
type Sent<T> = T extends readonly (infer U)[]
  ? readonly Sent<U>[]
  : T extends object
    ? { readonly [K in keyof T as null extends T[K] ? never : K]: Sent<T[K]> } & {
        readonly [K in keyof T as null extends T[K] ? K : never]?: Sent<T[K]>;
      }
    : T;

const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });
const chunks = [
  chunk({ reasoning: 'Hm.' }),
  chunk({ content: 'Hi' }),
  call(0, { id: 'a', function: { name: 'files__read', arguments: '{"x":1}' } }),
  call(1, { id: 'b', function: { name: 'apply_patch', arguments: '{"input":"***"}' } }),
  chunk({}, 'tool_calls'),
  { choices: [], usage: { prompt_tokens: 30, completion_tokens: 9, total_tokens: 39, prompt_tokens_details: { cached_tokens: 20 } } },
];

test('sends every event of Messages with the fields that the official package declares', () => {
  const { events, whole } = translateAnswer((send) => createMessagesWriter('1', 'm', send), chunks);
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_sequence: null } as const;
  const caller = { type: 'direct' } as const;
  const cache = { cache_creation_input_tokens: 0 };
  const usage = { ...cache, input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 9 };
  const expected: readonly Sent<RawMessageStreamEvent>[] = [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        usage: { ...cache, input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'causeway' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'a', name: 'files__read', input: {}, caller } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"x":1}' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'b', name: 'apply_patch', input: {}, caller } },
    { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"input":"***"}' } },
    { type: 'content_block_stop', index: 3 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  expect(events).toEqual(expected);
  const answer: Sent<Message> = {
    ...message,
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'causeway' },
      { type: 'text', text: 'Hi' },
      { type: 'tool_use', id: 'a', name: 'files__read', input: { x: 1 }, caller },
      { type: 'tool_use', id: 'b', name: 'apply_patch', input: { input: '***' }, caller },
    ],
    stop_reason: 'tool_use',
    usage,
  };
  expect(whole).toEqual(answer);
});

const tools = new Map<string, ClientTool>([
  ['files__read', { kind: 'function', name: 'read', namespace: 'files' }],
  ['apply_patch', { kind: 'custom', name: 'apply_patch' }],
]);

test('sends every event of Responses with the fields that the official package declares', () => {
  const { events, whole } = translateAnswer((send) => createResponsesWriter({ id: '1', model: 'm', createdAt: 5, tools }, send), chunks);
  const base = {
    id: 'resp_1',
    object: 'response',
    created_at: 5,
    model: 'm',
    store: false,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
    incomplete_details: null,
  } as const;
  const begun = { ...base, status: 'in_progress', usage: null, output: [] } as const;
  const summary = { type: 'summary_text', text: 'Hm.' } as const;
  const text = { type: 'output_text', text: 'Hi', annotations: [] } as const;
  const message = { id: 'msg_1_1', type: 'message', role: 'assistant' } as const;
  const read = { id: 'fc_1_2', type: 'function_call', call_id: 'a', name: 'read', namespace: 'files' } as const;
  const patch = { id: 'ctc_1_3', type: 'custom_tool_call', call_id: 'b', name: 'apply_patch' } as const;
  const reasoningItem = { id: 'rs_1_0', type: 'reasoning', summary: [summary], encrypted_content: 'causeway:Hm.' } as const;
  const messageItem = { ...message, status: 'completed', content: [text] } as const;
  const openPatch = { ...patch, status: 'in_progress', input: '' } as const;
  const readItem = { ...read, status: 'completed', arguments: '{"x":1}' } as const;
  const patchItem = { ...patch, status: 'completed', input: '***' } as const;
  const output = [reasoningItem, messageItem, readItem, patchItem];
  const inReasoning = { output_index: 0, item_id: 'rs_1_0', summary_index: 0 };
  const inMessage = { output_index: 1, item_id: 'msg_1_1', content_index: 0 };
  const inRead = { output_index: 2, item_id: 'fc_1_2' };
  const inPatch = { output_index: 3, item_id: 'ctc_1_3' };
  const answer: Answer = {
    ...base,
    status: 'completed',
    output,
    usage: {
      input_tokens: 30,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 0 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 39,
    },
  };
  const expected = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoningItem, summary: [], encrypted_content: null } },
    { type: 'response.reasoning_summary_part.added', ...inReasoning, part: { ...summary, text: '' } },
    { type: 'response.reasoning_summary_text.delta', ...inReasoning, delta: 'Hm.' },
    { type: 'response.reasoning_summary_text.done', ...inReasoning, text: 'Hm.' },
    { type: 'response.reasoning_summary_part.done', ...inReasoning, part: summary },
    { type: 'response.output_item.done', output_index: 0, item: reasoningItem },
    { type: 'response.output_item.added', output_index: 1, item: { ...message, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...inMessage, part: { ...text, text: '' } },
    { type: 'response.output_text.delta', ...inMessage, delta: 'Hi', logprobs: [] },
    { type: 'response.output_text.done', ...inMessage, text: 'Hi', logprobs: [] },
    { type: 'response.content_part.done', ...inMessage, part: text },
    { type: 'response.output_item.done', output_index: 1, item: messageItem },
    { type: 'response.output_item.added', output_index: 2, item: { ...read, status: 'in_progress', arguments: '' } },
    { type: 'response.function_call_arguments.delta', ...inRead, delta: '{"x":1}' },
    { type: 'response.function_call_arguments.done', ...inRead, arguments: '{"x":1}' },
    { type: 'response.output_item.done', output_index: 2, item: readItem },
    { type: 'response.output_item.added', output_index: 3, item: openPatch },
    { type: 'response.custom_tool_call_input.delta', ...inPatch, delta: '***' },
    { type: 'response.custom_tool_call_input.done', ...inPatch, input: '***' },
    { type: 'response.output_item.done', output_index: 3, item: patchItem },
    { type: 'response.completed', response: answer },
  ] as const satisfies readonly SentEvent[];
  expect(events).toEqual(expected.map(withNumber));
  expect(whole).toEqual(answer);
});

const withNumber = (event: object, at: number) => ({ ...event, sequence_number: at });

/** The package joins `output_text` itself. The service sends `usage` before it is known. */
type Answer = Omit<Sent<Response>, 'output_text' | 'usage'> & { readonly usage: Sent<Response['usage']> | null };
type SentEvent = WithoutNumber<Sent<ResponseStreamEvent>>;
type WithoutNumber<T> = T extends { readonly response: object }
  ? Omit<T, 'sequence_number' | 'response'> & { readonly response: Answer }
  : Omit<T, 'sequence_number'>;
