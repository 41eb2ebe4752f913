import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tool } from '../../../electron/contract/conversation.ts';
import { buildChat } from '../../../electron/core/llm-client/llm-client.ts';
import { alpha, beta, gamma } from './models.ts';
import { noteTexts } from '../../../electron/core/llm-client/text.ts';

const tool: Tool = { name: 'f', description: 'does f', parameters: { type: 'object', properties: {} } };
const user = { role: 'user', text: 'Hi' } as const;

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

test('sends a text alone as it was, and images as parts behind the text, as vLLM and SGLang take them', () => {
  const [one, two] = ['data:image/png;base64,AAAA', 'data:image/jpeg;base64,BBBB'] as const;
  const built = buildChat({ model: beta, messages: [user, { ...user, images: [one, two] }, { role: 'user', text: '', images: [one] }] });
  expect(built.body['messages']).toEqual([
    { role: 'user', content: 'Hi' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Hi' },
        { type: 'image_url', image_url: { url: one } },
        { type: 'image_url', image_url: { url: two } },
      ],
    },
    { role: 'user', content: [{ type: 'image_url', image_url: { url: one } }] },
  ]);
});
