import { describe, expect, test } from 'vitest';
import { deltaContent } from '../../../electron/core/demo/dialects/assemble-answer.ts';
import type { Dialect, Envelope, Timing } from '../../../electron/core/demo/dialects/dialect.ts';
import { engineA } from '../../../electron/core/demo/dialects/engine-a.ts';
import { engineB } from '../../../electron/core/demo/dialects/engine-b.ts';
import { errorTextFor } from '../../../electron/core/demo/dialects/request-error.ts';
import { proxyModels, proxyRefusal, tokenRefusal } from '../../../electron/core/demo/dialects/proxy.ts';
import { styleReasoning } from '../../../electron/core/demo/dialects/reasoning-style.ts';
import { generate, withWholeCalls, type Delta, type Generation } from '../../../electron/core/demo/engines/generation.ts';
import type { ReasoningShape } from '../../../electron/core/demo/faults/fault.ts';
import { oddReasoning } from '../../../electron/core/demo/faults/generation-faults.ts';
import { model } from './engine-fixture.ts';

const envelope: Envelope = { id: 'x', created: 1, model: 'm', reasoning: 'field', logprobs: null };
const timing: Timing = { startedAt: 0, firstTokenAt: 100, now: 1100 };
const start = { index: 0, offset: 0 };
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
  return (dialect.chatChunk(own, told, start) as { choices: [{ delta: unknown }] }).choices[0].delta;
}

describe('engine A', () => {
  test('reasoning text is `delta.reasoning`, and `reasoning_content` in the older style', () => {
    expect(delta(engineA, { kind: 'reasoning', text: 'Hm', tokens: 1 })).toEqual({ reasoning: 'Hm' });
    expect(delta(engineA, { kind: 'reasoning', text: 'Hm', tokens: 1 }, { ...envelope, reasoning: 'older-field' })).toEqual({
      reasoning_content: 'Hm',
    });
  });

  test('tool-call deltas: id and name first, then arguments by index', () => {
    const [first, second] = twoCalls.deltas.map((told) => delta(engineA, told));
    expect(first).toEqual({ tool_calls: [{ id: 'c1', type: 'function', index: 0, function: { name: 'one', arguments: '' } }] });
    expect(second).toEqual({ tool_calls: [{ index: 0, function: { arguments: '{' } }] });
  });

  test('all arguments in one chunk, several calls in one delta', () => {
    const whole = withWholeCalls(twoCalls.deltas);
    expect(whole).toHaveLength(1);
    expect(whole[0] && delta(engineA, whole[0])).toEqual({
      tool_calls: [
        { id: 'c1', type: 'function', index: 0, function: { name: 'one', arguments: '{"a":1}' } },
        { id: 'c2', type: 'function', index: 1, function: { name: 'two', arguments: '{}' } },
      ],
    });
  });

  test('usage comes last, with `choices: []` and per-request metrics', () => {
    expect(engineA.chatUsage(envelope, thought, timing)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
      metrics: { time_to_first_token_ms: 100, generation_time_ms: 1000, tokens_per_second: 4 },
    });
  });

  test('an error is wrapped in `error`, with a number for its code', () => {
    expect(engineA.error(errorTextFor({ kind: 'model-not-found', model: 'x' }))).toEqual({
      error: { message: 'The model `x` does not exist.', type: 'NotFoundError', param: 'model', code: 404 },
    });
  });

  test('the model list tells max_model_len and permission', () => {
    expect(engineA.models([model('beta-4-scout')], 1)).toMatchObject({
      object: 'list',
      data: [{ id: 'beta-4-scout', max_model_len: 131_072, permission: [{}] }],
    });
  });
});

describe('engine B', () => {
  test('reasoning_content is present on every chunk, and null on most', () => {
    expect(delta(engineB, { kind: 'reasoning', text: 'Hm', tokens: 1 })).toEqual({
      role: null,
      content: null,
      reasoning_content: 'Hm',
      tool_calls: null,
    });
    expect(delta(engineB, { kind: 'content', text: 'Yes', tokens: 1 })).toEqual({
      role: null,
      content: 'Yes',
      reasoning_content: null,
      tool_calls: null,
    });
  });

  test('later tool-call deltas carry `id: null` and `name: null`', () => {
    const [first, second] = twoCalls.deltas.map((told) => delta(engineB, told));
    expect(first).toMatchObject({ tool_calls: [{ id: 'c1', index: 0, function: { name: 'one', arguments: '' } }] });
    expect(second).toMatchObject({ tool_calls: [{ id: null, index: 0, function: { name: null, arguments: '{' } }] });
  });

  test('the finish tells what was matched: a token by its number, a sequence by itself, nothing when cut', () => {
    const ending = (more: object): unknown => (engineB.chatClosing(envelope, { ...thought, ...more }) as { choices: [unknown] }).choices[0];
    expect(ending({})).toMatchObject({ finish_reason: 'stop', matched_stop: 1 });
    expect(ending({ matchedStop: '##' })).toMatchObject({ finish_reason: 'stop', matched_stop: '##' });
    expect(ending({ finish: 'length' })).toMatchObject({ finish_reason: 'length', matched_stop: null });
    expect(ending({ finish: 'abort' })).toMatchObject({ finish_reason: 'abort', matched_stop: null });
  });

  test('usage counts reasoning_tokens', () => {
    expect(engineB.chatUsage(envelope, thought, timing)).toMatchObject({
      choices: [],
      usage: { completion_tokens: 4, reasoning_tokens: 2 },
    });
  });

  test('an error is flat, its code may be a word; in mid-stream it is wrapped', () => {
    const complaint = errorTextFor({ kind: 'model-not-found', model: 'x' });
    const flat = {
      object: 'error',
      message: 'The model `x` does not exist.',
      type: 'NotFoundError',
      param: 'model',
      code: 'model_not_found',
    };
    expect(engineB.error(complaint)).toEqual(flat);
    expect(engineB.streamError(complaint)).toEqual({ error: flat });
  });

  test('the model list has no `permission`', () => {
    expect(JSON.stringify(engineB.models([model('alpha-R1')], 1))).not.toContain('permission');
  });
});

describe('proxy', () => {
  test('errors are `detail`: a string, or a list of validation items', () => {
    const items = [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }];
    expect(proxyRefusal({ kind: 'invalid-body', items })).toEqual({ status: 422, body: { detail: items } });
    expect(proxyRefusal({ kind: 'model-not-found', model: 'x' })).toEqual({ status: 400, body: { detail: 'Model not found' } });
  });

  test('401 for a token that is missing, wrong or revoked, 403 where keys are switched off', () => {
    expect((['missing', 'unknown', 'revoked', 'switched-off'] as const).map((verdict) => tokenRefusal(verdict).status)).toEqual([
      401, 401, 401, 403,
    ]);
    expect(tokenRefusal('missing').body).toEqual({ detail: 'Not authenticated' });
    expect(tokenRefusal('unknown').body).toEqual({ detail: 'Invalid token' });
  });

  test('the model list has no `object` around it', () => {
    expect(Object.keys(proxyModels([model('alpha-R1')], 1))).toEqual(['data']);
  });
});

describe('reasoning inline', () => {
  const inline = ({ deltas, finish, matchedStop }: Generation, style: 'inline' | 'unopened'): string =>
    styleReasoning(deltas, style, { finish, matchedStop }).map(deltaContent).join('');
  const long = { reasoning: 'Hm. Hm.', content: 'Yes.', calls: [] };

  test('stands in <think> tags before the answer', () => {
    expect(inline(thought, 'inline')).toBe('<think>\nHm.\n</think>\n\nYes.');
  });

  test('can come without its opening tag', () => {
    expect(inline(thought, 'unopened')).toBe('Hm.\n</think>\n\nYes.');
  });

  test('a tag is split over chunks', () => {
    const pieces = styleReasoning(thought.deltas, 'inline', thought).map(deltaContent);
    expect(pieces.slice(0, 4)).toEqual(['<', 'think', '>', '\n']);
  });

  test('is never closed where max_tokens or a stop sequence cut it', () => {
    expect(inline(generate(long, { ...limits, maxTokens: 2 }), 'inline')).toBe('<think>\nHm.');
    expect(inline(generate(long, { ...limits, stops: [' Hm'] }), 'inline')).toBe('<think>\nHm.');
  });

  test('is closed where there is thinking only and it came to its end', () => {
    expect(inline(generate({ ...long, content: '' }, limits), 'inline')).toBe('<think>\nHm. Hm.\n</think>\n\n');
  });

  test('an answer without thinking has no tags', () => {
    expect(inline(generate({ reasoning: '', content: 'Yes.', calls: [] }, limits), 'inline')).toBe('Yes.');
  });

  test('usage does not depend on how thinking is told', () => {
    const tokens = (deltas: readonly Delta[]): number => deltas.reduce((sum, each) => sum + each.tokens, 0);
    expect(tokens(styleReasoning(thought.deltas, 'inline', thought))).toBe(thought.completionTokens);
  });
});

describe('ways to tell thinking that have broken other clients', () => {
  const told = (shape: ReasoningShape, deltas = thought.deltas): string =>
    styleReasoning(oddReasoning(deltas, shape), 'inline', thought)
      .map((each) => (each.kind === 'calls' ? `[${each.calls[0]?.opens?.name ?? ''}]` : deltaContent(each)))
      .join('');

  test('empty tags, alone or after full ones', () => {
    expect(told('empty')).toBe('<think></think>\n\nYes.');
    expect(told('empty-after')).toBe('<think>\nHm.\n</think>\n\n<think></think>\n\nYes.');
  });

  test('a second closing tag', () => {
    expect(told('stray-close')).toBe('<think>\nHm.\n</think>\n\n</think>\n\nYes.');
  });

  test('empty content between the deltas of one thought does not end it', () => {
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

  test('one delta with both, in either dialect', () => {
    const both = oddReasoning(thought.deltas, 'mixed').find((each) => each.kind === 'mixed');
    if (!both) throw new Error('There is none.');
    expect(delta(engineA, both)).toEqual({ reasoning: '.', content: 'Yes' });
    expect(delta(engineB, both)).toMatchObject({ reasoning_content: '.', content: 'Yes' });
    expect(told('mixed')).toBe('<think>\nHm.\n</think>\n\nYes.');
  });

  test('several thoughts between tool calls', () => {
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

  test('thinking only, no answer', () => {
    expect(told('only')).toBe('<think>\nHm.\n</think>\n\n');
  });
});
