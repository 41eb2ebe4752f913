import { expect, test } from 'vitest';
import { assembleAnswer } from '../../../electron/core/demo/dialects/dialect.ts';
import { completionRequestSchema } from '../../../electron/core/demo/engines/requests.ts';
import { complete } from '../../../electron/core/demo/engines/text-engine.ts';
import type { Generation } from '../../../electron/core/demo/engines/generation.ts';
import { model, sameChance } from './engine-fixture.ts';

function continued(prompt: string | readonly string[], more: object = {}): Generation & { readonly text: string } {
  const request = completionRequestSchema.parse({ model: 'gamma-oss-120b', prompt, temperature: 0, ...more });
  const [generation] = complete(request, model('gamma-oss-120b'), sameChance());
  if (!generation) throw new Error('nothing was generated');
  return { ...generation, text: assembleAnswer(generation.deltas).content };
}

test('continues a series with its step', () => {
  expect(continued('2, 4, 6,', { max_tokens: 100 }).text).toMatch(/^ 8, 10, 12,/);
  expect(continued('1, 2, 3', { max_tokens: 100 }).text).toMatch(/^, 4, 5,/);
});

test('continues prose about a word of the prompt', () => {
  expect(continued('Once there stood a lighthouse', { max_tokens: 200 }).text).toContain('lighthouse');
});

test('generates 16 tokens by default, as the engines do', () => {
  expect(continued('Once')).toMatchObject({ completionTokens: 16, finish: 'length' });
});

test('repeats the prompt for echo without counting it', () => {
  const echoed = continued('Once upon', { echo: true, max_tokens: 4 });
  expect(echoed.text.startsWith('Once upon')).toBe(true);
  expect(echoed.completionTokens).toBe(4);
});

test('applies stop sequences and seeds as in a chat', () => {
  expect(continued('Once', { stop: '.', max_tokens: 100 })).toMatchObject({ finish: 'stop', matchedStop: '.' });
  expect(continued('Once', { temperature: 1, seed: 3 }).text).toBe(continued('Once', { temperature: 1, seed: 3 }).text);
});

test('rejects reasoning_effort for text completions', () => {
  expect(completionRequestSchema.safeParse({ model: 'gamma-oss-120b', prompt: 'x', reasoning_effort: 'low' }).success).toBe(false);
});

test('generates several continuations that differ, the same for the same seed', () => {
  const several = (): readonly string[] => {
    const request = completionRequestSchema.parse({ model: 'gamma-oss-120b', prompt: 'Once', n: 4, seed: 5, max_tokens: 20 });
    return complete(request, model('gamma-oss-120b'), sameChance()).map(({ deltas }) => assembleAnswer(deltas).content);
  };
  expect(several()).toEqual(several());
  expect(new Set(several()).size).toBeGreaterThan(1);
});

test('fills in the middle if the prompt has the marks of the template, on models that have one', () => {
  const prompt = '<|fim_prefix|>The road begins<|fim_suffix|> lighthouse stands.<|fim_middle|>';
  const request = completionRequestSchema.parse({ model: 'beta-4-scout', prompt, max_tokens: 100 });
  const [filled] = complete(request, model('beta-4-scout'), sameChance());
  expect(assembleAnswer(filled?.deltas ?? []).content).toBe(' which leads by the demo’s rules to the lighthouse,');
});
