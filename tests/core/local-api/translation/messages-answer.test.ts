import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SendEvent } from '../../../../electron/core/local-api/translation/answer-writer.ts';
import { createMessagesWriter } from '../../../../electron/core/local-api/translation/messages-answer.ts';
import { chunk } from '../../llm-client/response/feed.ts';
import { expectSameAnswerForAnyCuts, readMessagesEvents, translateAnswer } from './read-events.ts';

const createWriter = (send: SendEvent) => createMessagesWriter('1', 'gamma-oss-120b', send);
const translated = (chunks: readonly unknown[]) => translateAnswer(createWriter, chunks);
const caller = { type: 'direct' };
const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });

test('writes reasoning, text and calls as blocks one after the other', () => {
  const { events, whole } = translated([
    chunk({ reasoning: 'The file ' }),
    chunk({ reasoning_content: 'first.' }),
    chunk({ content: 'I read ' }),
    chunk({ content: 'it.' }),
    call(0, { id: 'a', function: { name: 'f', arguments: '{"path":' } }),
    call(0, { function: { arguments: '"x"}' } }),
    chunk({}, 'tool_calls'),
    { choices: [], usage: { prompt_tokens: 30, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 20 } } },
  ]);
  const expected = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'gamma-oss-120b',
    content: [
      { type: 'thinking', thinking: 'The file first.', signature: 'causeway' },
      { type: 'text', text: 'I read it.' },
      { type: 'tool_use', id: 'a', name: 'f', input: { path: 'x' }, caller },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 20, output_tokens: 9 },
  };
  expect(readMessagesEvents(events)).toEqual(expected);
  expect(whole).toEqual(expected);
});

test('writes parallel calls one after the other, whatever the order of their arguments', () => {
  const { events } = translated([
    call(0, { id: 'a', function: { name: 'f', arguments: '{"x":' } }),
    call(1, { id: 'b', function: { name: 'g', arguments: '{"y":2}' } }),
    call(0, { function: { arguments: '1}' } }),
    chunk({}, 'tool_calls'),
  ]);
  expect(readMessagesEvents(events)['content']).toEqual([
    { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 }, caller },
    { type: 'tool_use', id: 'b', name: 'g', input: { y: 2 }, caller },
  ]);
});

test('sends arguments that come at once, or not at all', () => {
  const { events } = translated([
    call(0, { id: 'a', function: { name: 'f' } }),
    call(0, { function: { arguments: '{"x":1}' } }),
    call(1, { id: 'b', function: { name: 'g', arguments: '' } }),
    chunk({}, 'stop'),
  ]);
  const message = readMessagesEvents(events);
  expect(message['stop_reason']).toBe('tool_use');
  expect(message['content']).toEqual([
    { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 }, caller },
    { type: 'tool_use', id: 'b', name: 'g', input: {}, caller },
  ]);
});

test.each([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
  ['tool_calls', 'tool_use'],
])('says that an answer ended by %s as %s', (finish, reason) => {
  expect(readMessagesEvents(translated([chunk({ content: 'Yes' }), chunk({}, finish)]).events)['stop_reason']).toBe(reason);
});

test('sends text while it arrives', () => {
  const types = translated([chunk({ content: 'One ' }), chunk({ content: 'two' }), chunk({}, 'stop')]).events.map(({ type }) => type);
  expect(types).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
});

test('gives the same whole message for any stream cut at any bytes, and its events agree with it', () =>
  expectSameAnswerForAnyCuts(createWriter, {
    names: ['f'],
    pieces: ['{}'],
    read: (events, whole) => {
      // A client reads arguments as JSON, so it can't read what the model wrote wrong.
      fc.pre(!JSON.stringify(whole['content']).includes('invalid_json'));
      const message = readMessagesEvents(events);
      expect(message['stop_reason']).not.toBeNull();
      return message;
    },
  }));
