import { expect, test } from 'vitest';
import { readErrorValue } from '../../../../electron/core/llm-client/errors/error-body.ts';
import { chunk, feed, replay, slices, stream } from './feed.ts';

const say = (content: string): unknown => chunk({ content });

test.each([
  [10.5, 11],
  [0, 0],
  [1e30, null],
  [2 ** 53, null],
  [-1, null],
  ['10', null],
])('reads the token count %j as %j (catches a run that can’t save its results)', (sent, read) => {
  const usage = {
    prompt_tokens: sent,
    completion_tokens: sent,
    total_tokens: sent,
    prompt_tokens_details: { cached_tokens: sent },
    completion_tokens_details: { reasoning_tokens: sent },
  };
  expect(feed([stream([say('Hi'), chunk({}, 'stop'), { choices: [], usage }])]).answer.usage).toEqual({
    promptTokens: read,
    completionTokens: read,
    totalTokens: read,
    reasoningTokens: read,
    cachedTokens: read,
  });
});

test.each([
  ['abort', 'aborted'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['brand-new-reason', 'other'],
  ['constructor', 'other'],
] as const)('reads finish reason %s', (raw, finish) => expect(feed([stream([say('a'), chunk({}, raw)])]).answer.finish).toBe(finish));

test('keeps the usage although other chunks have null', () => {
  const fed = feed([
    stream([
      { choices: [], usage: { completion_tokens: 1 } },
      { choices: [], usage: null },
    ]),
  ]);
  expect(fed.answer.usage?.completionTokens).toBe(1);
});

test('accepts one plain JSON object for stream: true, also if oddly labelled or indented', () => {
  const body = `\n ${JSON.stringify({ choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }], usage: { completion_tokens: 1 } }, null, 2)}`;
  expect(feed([Buffer.from(body)])).toMatchObject({ end: 'done', parts: [{ kind: 'text', text: 'Hi' }], answer: { finish: 'stop' } });
});

test('reads a byte order mark, comments, CRLF, other fields and events separated by single breaks', () => {
  const one = JSON.stringify(say('a'));
  const two = JSON.stringify(say('b'));
  for (const text of [
    `\uFEFFdata: ${one}\n\ndata: ${two}\n\ndata: [DONE]\n\n`,
    `: ping\n\ndata: ${one}\n\n: ping\n\nid: 7\nevent: message\nretry: 10\ndata: ${two}\n\ndata: [DONE]\n\n`,
    `data: ${one}\r\n\r\ndata:${two}\r\n\r\ndata: [DONE]\r\n\r\n`,
    `data: ${one}\ndata: ${two}\ndata: [DONE]\n`,
    `\n\ndata: ${one}\n\ndata: ${two}\n\ndata: [DONE]`,
  ]) {
    expect(feed([Buffer.from(text)]), JSON.stringify(text)).toMatchObject({ end: 'done', parts: [{ kind: 'text', text: 'ab' }] });
  }
});

test('reports a web page, an empty body, and text that is no stream', () => {
  expect(feed([Buffer.from('<!doctype html><title>Log in</title>')]).end).toBe('markup');
  expect(feed([]).end).toBe('nothing');
  expect(feed([Buffer.from('Internal Server Error')]).end).toBe('nothing');
  expect(feed([Buffer.from('{"choices": [')]).end).toBe('malformed');
});

test.each([
  ['vLLM', { error: { message: 'boom', type: 'InternalServerError', param: null, code: 500 } }],
  ['SGLang', { error: { object: 'error', message: 'boom', type: 'x', param: null, code: '500' } }],
  ['flat', { object: 'error', message: 'boom', code: 500 }],
  ['a string', { error: 'boom' }],
  ['the proxy', { detail: 'boom' }],
])('ends at an error in mid-stream (%s) and keeps the partial answer', (_name, error) => {
  const fed = feed([stream([say('a'), error, say('never')])]);
  expect(fed.parts).toEqual([{ kind: 'text', text: 'a' }]);
  expect(fed.error).toEqual(error);
});

test.each([
  ['an error event without an error field', 'event: error\ndata: {"code":500,"message":"boom","type":"server_error"}\n\n'],
  ['an error event with one', 'event: error\ndata: {"error":{"code":500,"message":"boom"}}\n\n'],
  ['an error field of llama.cpp', 'error: {"code":500,"message":"boom","type":"server_error"}\n\n'],
  ['an unfinished error field', 'error: {"code":500,"message":"boom"}'],
  ['an error in a choice', 'data: {"choices":[{"finish_reason":"error","error":{"code":500,"message":"boom"}}]}\n\n'],
])('reads %s (catches a cut answer that counts as complete)', (_, error) => {
  const fed = feed([stream([say('Hi')], error)]);
  expect(fed).toMatchObject({ parts: [{ kind: 'text', text: 'Hi' }], end: 'done' });
  expect(readErrorValue(fed.error, [])).toMatchObject({ message: 'boom', code: '500' });
});

test('reads a finish reason that says error, without an error', () => {
  const fed = feed([stream([say('Hi'), chunk({}, 'error')])]);
  expect(readErrorValue(fed.error, [])).toMatchObject({ message: '' });
  expect(fed.error).toBeDefined();
});

test('reads a bare error object without "data:" within a stream', () => {
  const fed = feed([stream([say('a')], '{"error":{"message":"boom"}}\n\n')]);
  expect(fed.error).toEqual({ error: { message: 'boom' } });
});

// catches a cut answer that is saved as complete
test.each(['{"error":{"message":"boom"}}', 'error: {"message":"boom"}'])(
  'reads %s in any two chunks, with or without its line break',
  (line) => {
    const error = { error: { message: 'boom' } };
    for (const end of ['', '\n', '\r\n', '\n\n', '\ndata: [DONE]\n\n']) {
      for (const lineBreak of ['\n\n', '\r\n\r\n', '\r\r']) {
        const bytes = Buffer.from(`data: ${JSON.stringify(say('a'))}${lineBreak}${line}${end}`);
        for (let at = 0; at < bytes.length; at += 1) {
          const fed = feed(slices(bytes, [at]));
          expect(fed, JSON.stringify([lineBreak, end, at])).toMatchObject({ error, parts: [{ kind: 'text', text: 'a' }] });
        }
        expect(feed(slices(bytes, [...bytes.keys()])).error).toEqual(error);
      }
    }
  },
);

test('reports a bare object that is cut off, and bounds the memory for one that never ends', () => {
  const bare = Buffer.from(`{"error":"${'x'.repeat(200)}`);
  const chunks = [stream([say('a')], ''), ...slices(bare, [1, 50, 100, 150])];
  expect(feed(chunks).end).toBe('malformed');
  expect(feed(chunks, { limits: { eventLength: 180, bodyLength: 1000 } }).end).toBe('too-long');
});

test('keeps a refusal as its own part', () => {
  const fed = feed([stream([chunk({ refusal: 'I ' }), chunk({ refusal: "can't." })])]);
  expect(fed.parts).toEqual([{ kind: 'refusal', text: "I can't." }]);
});

test('returns logprobs of any number of tokens together', () => {
  const content = Array.from({ length: 200_000 }, () => ({ token: 'a', logprob: -1, top_logprobs: [] }));
  expect(feed([stream([{ choices: [{ delta: { content: 'a' }, logprobs: { content } }] }])]).answer.logprobs).toHaveLength(200_000);
});

test('ignores a summary message after the deltas, and other choices', () => {
  const fed = feed([
    stream([
      say('a'),
      { choices: [{ index: 1, delta: { content: 'other' } }] },
      { choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }] },
    ]),
  ]);
  expect(fed.parts).toEqual([{ kind: 'text', text: 'a' }]);
  expect(fed.answer.finish).toBe('stop');
});

test('ignores unexpected types in any field', () => {
  const odd = [
    null,
    7,
    'x',
    [],
    { choices: 'no' },
    { choices: [null, 3, { delta: 'no' }, { delta: { content: 3, tool_calls: 'x', reasoning: {} } }] },
    { usage: 5 },
    { sources: 'x' },
  ];
  const fed = feed([stream([...odd, chunk({ tool_calls: [null, 4, {}, { function: null }] }), say('a'), chunk({}, 'stop')])]);
  expect(fed.parts).toEqual([{ kind: 'text', text: 'a' }]);
});

test("computes speed from the first to the last token with the service's token count", () => {
  const chunks = [say('a'), say('b'), say('c'), chunk({}, 'stop')];
  // The feed's clock advances by 1 ms for each chunk with text, and once more at the end.
  expect(feed([stream([...chunks, { choices: [], usage: { completion_tokens: 7 } }])]).answer.timings).toEqual({
    firstTokenMs: 1,
    totalMs: 4,
    tokensPerSecond: 3000,
    rateFrom: 'usage',
  });
  expect(feed([stream(chunks)]).answer.timings).toMatchObject({ tokensPerSecond: 1000, rateFrom: 'chunks' });
  expect(feed([stream([])]).answer.timings).toMatchObject({ firstTokenMs: null, tokensPerSecond: null });
});

test('emits only new text in deltas', () => {
  const fed = feed([stream(Array.from({ length: 1000 }, () => say('word ')))]);
  expect(Math.max(...fed.deltas.map((delta) => JSON.stringify(delta).length))).toBeLessThan(100);
  expect(replay(fed.deltas)).toEqual(fed.parts);
});
