import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tool } from '../../../electron/contract/conversation.ts';
import { buildChat, buildCompletion } from '../../../electron/core/llm-client/llm-client.ts';
import { alpha, beta, gamma } from './models.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

const tool: Tool = { name: 'f', description: 'does f', parameters: { type: 'object', properties: {} } };
const user = { role: 'user', text: 'Hi' } as const;

test('sends only what is set', () => {
  expect(buildChat({ model: beta, messages: [user] })).toEqual({
    body: { model: 'beta-4-scout', messages: [{ role: 'user', content: 'Hi' }] },
    notes: [],
  });
  expect(buildCompletion({ model: beta, prompt: 'Once' })).toEqual({ body: { model: 'beta-4-scout', prompt: 'Once' }, notes: [] });
});

test('sends every documented field', () => {
  const parameters = {
    maxTokens: 5,
    temperature: 0,
    topP: 0.5,
    stop: ['x'],
    seed: 0,
    reasoningEffort: 'high',
    toolChoice: 'auto',
  } as const;
  expect(buildChat({ model: gamma, messages: [{ role: 'system', text: 'Be brief' }, user], tools: [tool], parameters }).body).toEqual({
    model: 'gamma-oss-120b',
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Hi' },
    ],
    tools: [{ type: 'function', function: tool }],
    tool_choice: 'auto',
    max_tokens: 5,
    temperature: 0,
    top_p: 0.5,
    stop: ['x'],
    seed: 0,
    reasoning_effort: 'high',
  });
  expect(
    buildChat({ model: gamma, messages: [user], tools: [tool], parameters: { toolChoice: { name: 'f' } } }).body['tool_choice'],
  ).toEqual({ type: 'function', function: { name: 'f' } });
});

test('drops a tool for alpha-R1 and an effort for beta-4-scout with a note, also from "more parameters"', () => {
  const toAlpha = buildChat({
    model: alpha,
    messages: [user],
    tools: [tool],
    parameters: { toolChoice: 'auto', extra: { parallel_tool_calls: true } },
  });
  expect(Object.keys(toAlpha.body)).toEqual(['model', 'messages']);
  expect(toAlpha.notes).toContain(noteTexts.modelTools('tools', 'alpha-R1'));
  const toBeta = buildChat({ model: beta, messages: [user], parameters: { reasoningEffort: 'low' } });
  expect(toBeta).toMatchObject({ notes: [noteTexts.modelEffort('reasoning_effort', 'beta-4-scout')] });
  expect(toBeta.body).not.toHaveProperty('reasoning_effort');
  expect(buildChat({ model: beta, messages: [user], parameters: { extra: { reasoning_effort: 'low' } } }).body).not.toHaveProperty(
    'reasoning_effort',
  );
});

test('drops the choice of a tool that isn’t offered, with a note (catches a conversation in which every message fails)', () => {
  for (const parameters of [
    { toolChoice: { name: 'gone' } },
    { extra: { tool_choice: { type: 'function', function: { name: 'gone' } } } },
  ] as const) {
    const built = buildChat({ model: gamma, messages: [user], tools: [tool], parameters });
    expect(built.body).not.toHaveProperty('tool_choice');
    expect(built.notes).toEqual([noteTexts.toolUnavailable('gone')]);
  }
});

test('sends an effort for chat only', () => {
  expect(buildCompletion({ model: gamma, prompt: 'x', parameters: { reasoningEffort: 'low', toolChoice: 'auto' } }).body).toEqual({
    model: 'gamma-oss-120b',
    prompt: 'x',
  });
});

test('passes unknown extra fields unchanged, but not reserved ones', () => {
  const extra = {
    min_p: 0.1,
    response_format: { type: 'json_object' },
    nested: { keep: null },
    model: 'other',
    messages: [],
    stream: false,
    stream_options: {},
    top_k: null,
    temperature: 1,
  };
  const built = buildChat({ model: beta, messages: [user], parameters: { temperature: 0.5, extra } });
  expect(built.body).toEqual({
    model: 'beta-4-scout',
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0.5,
    min_p: 0.1,
    response_format: { type: 'json_object' },
    nested: { keep: null },
  });
  expect(built.notes).toHaveLength(6);
});

test('never sends a top-level null or undefined, whatever is set', () => {
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const parameters = fc.record({
    maxTokens: maybe(fc.nat()),
    temperature: maybe(fc.double()),
    stop: maybe(fc.array(fc.string())),
    extra: maybe(fc.dictionary(fc.string(), fc.jsonValue())),
  });
  fc.assert(
    fc.property(parameters, fc.constantFrom(alpha, beta, gamma), (given, model) => {
      const { body } = buildChat({ model, messages: [user], parameters: given });
      expect(Object.values(body).every((value) => value !== null && value !== undefined)).toBe(true);
    }),
  );
});

test('12: never sends reasoning back, and keeps a reasoning-only message as an empty one', () => {
  const messages = [
    user,
    {
      role: 'assistant',
      parts: [
        { kind: 'reasoning', text: 'secret thought' },
        { kind: 'text', text: 'Hello' },
        { kind: 'notice', text: 'Sources: x' },
      ],
    },
    user,
    { role: 'assistant', parts: [{ kind: 'reasoning', text: 'secret thought' }] },
    user,
  ] as const;
  for (const model of [alpha, beta, gamma]) {
    const { body } = buildChat({ model, messages });
    expect(body['messages']).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '' },
      { role: 'user', content: 'Hi' },
    ]);
  }
});

const called = [
  user,
  {
    role: 'assistant',
    parts: [
      { kind: 'reasoning', text: 'hm' },
      { kind: 'tool-call', id: 'a', name: 'f', arguments: '{"x":1}', state: 'valid' },
      { kind: 'tool-call', id: 'b', name: 'f', arguments: '{oops', state: 'invalid-arguments' },
    ],
  },
  { role: 'tool', callId: 'a', text: '42' },
  { role: 'tool', callId: 'b', text: 'error: not JSON' },
] as const;

test('sends tool calls with their results, and empties broken arguments (catches a rejected request)', () => {
  const built = buildChat({ model: beta, messages: called, tools: [tool] });
  expect(built.body['messages']).toEqual([
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
        { id: 'b', type: 'function', function: { name: 'f', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '42' },
    { role: 'tool', tool_call_id: 'b', content: 'error: not JSON' },
  ]);
  expect(built.notes).toHaveLength(1);
});

test('sends a conversation with tools as text to a model without them', () => {
  const built = buildChat({ model: alpha, messages: called });
  expect(built.body['messages']).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: '[Called f with {"x":1}]\n[Called f with {oops]' },
    { role: 'user', content: '[Result of f]\n42' },
    { role: 'user', content: '[Result of f]\nerror: not JSON' },
  ]);
  expect(built.notes).toHaveLength(1);
});
