import { describe, expect, test } from 'vitest';
import { sglang } from '../../../electron/core/demo/dialects/sglang.ts';
import { deltaContent, type Dialect, type Envelope, type Timing, styleReasoning } from '../../../electron/core/demo/dialects/dialect.ts';
import { vllm } from '../../../electron/core/demo/dialects/vllm.ts';
import { errorTextFor } from '../../../electron/core/demo/dialects/request-error.ts';
import { proxyModels, proxyRefusal, tokenRefusal } from '../../../electron/core/demo/dialects/proxy.ts';
import { createVocabulary } from '../../../electron/core/demo/engines/model-tokens.ts';
import { generate, withWholeCalls, type Delta, type Generation } from '../../../electron/core/demo/engines/generation.ts';
import type { ReasoningShape } from '../../support/demo/fault.ts';
import { oddReasoning } from '../../support/demo/generation-faults.ts';
import { model } from './engine-fixture.ts';

const envelope: Envelope = { id: 'x', created: 1, model: 'm', reasoning: 'field', logprobs: null, vocabulary: createVocabulary() };
const timing: Timing = { startedAt: 0, firstTokenAt: 100, now: 1100 };
const unscored = { scored: [], ending: [], prompt: [] };
const limits = { promptTokens: 5, maxTokens: 1000, stops: [] };
const twoCalls = generate(
  {
    reasoning: '',
    content: '',
    calls: [
      { id: 'c1', name: 'one', arguments: '{"a":1}' },
      { id: 'c2', name: 'two', arguments: '{}' },
    ],
  },
  limits,
);
const thought = generate({ reasoning: 'Hm.', content: 'Yes.', calls: [] }, limits);

function delta(dialect: Dialect, told: Delta, own = envelope): unknown {
  return (dialect.chatChunk(own, told, []) as { choices: [{ delta: unknown }] }).choices[0].delta;
}

describe('vLLM', () => {
  test('sends reasoning as `delta.reasoning`, and as `reasoning_content` in the older style', () => {
    expect(delta(vllm, { kind: 'reasoning', text: 'Hm', tokens: 1 })).toEqual({ reasoning: 'Hm' });
    expect(delta(vllm, { kind: 'reasoning', text: 'Hm', tokens: 1 }, { ...envelope, reasoning: 'older-field' })).toEqual({
      reasoning_content: 'Hm',
    });
  });

  test('sends tool-call deltas with id and name first, then arguments by index', () => {
    const [first, second] = twoCalls.deltas.map((told) => delta(vllm, told));
    expect(first).toEqual({ tool_calls: [{ id: 'c1', type: 'function', index: 0, function: { name: 'one', arguments: '' } }] });
    expect(second).toEqual({ tool_calls: [{ index: 0, function: { arguments: '{' } }] });
  });

  test('sends all arguments in one chunk, and several calls in one delta', () => {
    const whole = withWholeCalls(twoCalls.deltas);
    expect(whole).toHaveLength(1);
    expect(whole[0] && delta(vllm, whole[0])).toEqual({
      tool_calls: [
        { id: 'c1', type: 'function', index: 0, function: { name: 'one', arguments: '{"a":1}' } },
        { id: 'c2', type: 'function', index: 1, function: { name: 'two', arguments: '{}' } },
      ],
    });
  });

  test('sends usage last, with `choices: []` and per-request metrics', () => {
    expect(vllm.chatUsage(envelope, thought, timing)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
      metrics: { time_to_first_token_ms: 100, generation_time_ms: 1000, tokens_per_second: 4 },
    });
  });

  test('wraps an error in `error`, with a numeric code', () => {
    expect(vllm.error(errorTextFor({ kind: 'model-not-found', model: 'x' }))).toEqual({
      error: { message: 'The model `x` does not exist.', type: 'NotFoundError', param: 'model', code: 404 },
    });
  });

  test('lists models with max_model_len and permission', () => {
    expect(vllm.models([model('beta-4-scout')], 1)).toMatchObject({
      object: 'list',
      data: [{ id: 'beta-4-scout', max_model_len: 131_072, permission: [{}] }],
    });
  });
});

describe('SGLang', () => {
  test('sends reasoning_content in every chunk, mostly null', () => {
    expect(delta(sglang, { kind: 'reasoning', text: 'Hm', tokens: 1 })).toEqual({
      role: null,
      content: null,
      reasoning_content: 'Hm',
      tool_calls: null,
    });
    expect(delta(sglang, { kind: 'content', text: 'Yes', tokens: 1 })).toEqual({
      role: null,
      content: 'Yes',
      reasoning_content: null,
      tool_calls: null,
    });
  });

  test('sends later tool-call deltas with `id: null` and `name: null`', () => {
    const [first, second] = twoCalls.deltas.map((told) => delta(sglang, told));
    expect(first).toMatchObject({ tool_calls: [{ id: 'c1', index: 0, function: { name: 'one', arguments: '' } }] });
    expect(second).toMatchObject({ tool_calls: [{ id: null, index: 0, function: { name: null, arguments: '{' } }] });
  });

  test('reports what ended the answer: a token by its number, a stop sequence by its text, nothing if it was cut', () => {
    const ending = (more: object): unknown =>
      (sglang.chatClosing(envelope, { ...thought, ...unscored, ...more }) as { choices: [unknown] }).choices[0];
    expect(ending({})).toMatchObject({ finish_reason: 'stop', matched_stop: 1 });
    expect(ending({ matchedStop: '##' })).toMatchObject({ finish_reason: 'stop', matched_stop: '##' });
    expect(ending({ finish: 'length' })).toMatchObject({ finish_reason: 'length', matched_stop: null });
    expect(ending({ finish: 'abort' })).toMatchObject({ finish_reason: 'abort', matched_stop: null });
  });

  test('counts reasoning_tokens in the usage', () => {
    expect(sglang.chatUsage(envelope, thought, timing)).toMatchObject({
      choices: [],
      usage: { completion_tokens: 4, reasoning_tokens: 2 },
    });
  });

  test('sends a flat error whose code may be a string, and wraps it in mid-stream', () => {
    const complaint = errorTextFor({ kind: 'model-not-found', model: 'x' });
    const flat = {
      object: 'error',
      message: 'The model `x` does not exist.',
      type: 'NotFoundError',
      param: 'model',
      code: 'model_not_found',
    };
    expect(sglang.error(complaint)).toEqual(flat);
    expect(sglang.streamError(complaint)).toEqual({ error: flat });
  });

  test('lists models without `permission`', () => {
    expect(JSON.stringify(sglang.models([model('alpha-R1')], 1))).not.toContain('permission');
  });
});

describe('proxy', () => {
  test('sends errors as `detail`: a string, or a list of validation items', () => {
    const items = [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }];
    expect(proxyRefusal({ kind: 'invalid-body', items })).toEqual({ status: 422, body: { detail: items } });
    expect(proxyRefusal({ kind: 'model-not-found', model: 'x' })).toEqual({ status: 400, body: { detail: 'Model not found' } });
  });

  test('returns 401 for a missing, wrong or revoked token, and 403 if API keys are disabled', () => {
    expect((['missing', 'unknown', 'revoked', 'switched-off'] as const).map((verdict) => tokenRefusal(verdict).status)).toEqual([
      401, 401, 401, 403,
    ]);
    expect(tokenRefusal('missing').body).toEqual({ detail: 'Not authenticated' });
    expect(tokenRefusal('unknown').body).toEqual({ detail: 'Invalid token' });
  });

  test('lists models without an `object` around them', () => expect(Object.keys(proxyModels([model('alpha-R1')], 1))).toEqual(['data']));
});

describe('inline reasoning', () => {
  const inline = ({ deltas, finish, matchedStop }: Generation, style: 'inline' | 'unopened'): string =>
    styleReasoning(deltas, style, { finish, matchedStop }).map(deltaContent).join('');
  const long = { reasoning: 'Hm. Hm.', content: 'Yes.', calls: [] };

  test('is in <think> tags before the answer', () => expect(inline(thought, 'inline')).toBe('<think>\nHm.\n</think>\n\nYes.'));

  test('can lack its opening tag', () => expect(inline(thought, 'unopened')).toBe('Hm.\n</think>\n\nYes.'));

  test('has tags that are split over chunks', () => {
    const pieces = styleReasoning(thought.deltas, 'inline', thought).map(deltaContent);
    expect(pieces.slice(0, 4)).toEqual(['<', 'think', '>', '\n']);
  });

  test('is not closed if max_tokens or a stop sequence cuts it', () => {
    expect(inline(generate(long, { ...limits, maxTokens: 2 }), 'inline')).toBe('<think>\nHm.');
    expect(inline(generate(long, { ...limits, stops: [' Hm'] }), 'inline')).toBe('<think>\nHm.');
  });

  test('is closed if it is complete and no answer follows', () => {
    expect(inline(generate({ ...long, content: '' }, limits), 'inline')).toBe('<think>\nHm. Hm.\n</think>\n\n');
  });

  test('has no tags if there is no reasoning', () => {
    expect(inline(generate({ reasoning: '', content: 'Yes.', calls: [] }, limits), 'inline')).toBe('Yes.');
  });

  test('does not change the usage', () => {
    const tokens = (deltas: readonly Delta[]): number => deltas.reduce((sum, each) => sum + each.tokens, 0);
    expect(tokens(styleReasoning(thought.deltas, 'inline', thought))).toBe(thought.completionTokens);
  });
});

describe('forms of reasoning that have broken other clients', () => {
  const told = (shape: ReasoningShape, deltas = thought.deltas): string =>
    styleReasoning(oddReasoning(deltas, shape), 'inline', thought)
      .map((each) => (each.kind === 'calls' ? `[${each.calls[0]?.opens?.name ?? ''}]` : deltaContent(each)))
      .join('');

  test('sends empty tags, alone or after full ones', () => {
    expect(told('empty')).toBe('<think></think>\n\nYes.');
    expect(told('empty-after')).toBe('<think>\nHm.\n</think>\n\n<think></think>\n\nYes.');
  });

  test('sends a second closing tag', () => expect(told('stray-close')).toBe('<think>\nHm.\n</think>\n\n</think>\n\nYes.'));

  test('does not end reasoning at empty content between its deltas', () => {
    expect(oddReasoning(thought.deltas, 'empty-content').map((each) => each.kind)).toEqual([
      'reasoning',
      'content',
      'reasoning',
      'content',
      'content',
      'content',
    ]);
    expect(told('empty-content')).toBe('<think>\nHm.\n</think>\n\nYes.');
  });

  test('sends reasoning and content in one delta, in either dialect', () => {
    const both = oddReasoning(thought.deltas, 'mixed').find((each) => each.kind === 'mixed');
    if (!both) throw new Error('There is none.');
    expect(delta(vllm, both)).toEqual({ reasoning: '.', content: 'Yes' });
    expect(delta(sglang, both)).toMatchObject({ reasoning_content: '.', content: 'Yes' });
    expect(told('mixed')).toBe('<think>\nHm.\n</think>\n\nYes.');
  });

  test('sends several blocks of reasoning between tool calls', () => {
    const calls = generate(
      {
        reasoning: 'Hm.',
        content: '',
        calls: [
          { id: 'a', name: 'one', arguments: '' },
          { id: 'b', name: 'two', arguments: '' },
        ],
      },
      limits,
    );
    expect(told('between-calls', calls.deltas)).toBe('<think>\nHm.\n</think>\n\n[one]<think>\nAnd one call more.\n</think>\n\n[two]');
  });

  test('sends reasoning without an answer', () => expect(told('only')).toBe('<think>\nHm.\n</think>\n\n'));
});
