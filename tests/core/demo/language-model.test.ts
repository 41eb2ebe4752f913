import { expect, test } from 'vitest';
import { demoCorpus, createLanguageModel, unknownTokens, type Context } from '../../../electron/core/demo/engines/language-model.ts';
import { modelTokens } from '../../../electron/core/demo/engines/model-tokens.ts';

const model = createLanguageModel(demoCorpus());
const everything = 1_000_000;
const contexts: readonly Context[] = [
  ['', ''],
  [' the', ' road'],
  ['unheard', ' of'],
  ['Boats', ':'],
];

test.each([1, 0.5, 1.7])('is a distribution: the probabilities of all tokens sum up to 1 at temperature %d', (temperature) => {
  for (const context of contexts) {
    const known = model.top(context, everything, temperature).reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
    const unknown = unknownTokens * Math.exp(model.logprob(context, 'never seen', temperature));
    expect(known + unknown).toBeCloseTo(1, 9);
  }
});

test('lists the most likely tokens first, with the probabilities that it gives them alone', () => {
  for (const context of contexts) {
    const top = model.top(context, 20);
    expect(top.map(({ logprob }) => logprob)).toEqual(top.map(({ logprob }) => logprob).toSorted((one, other) => other - one));
    for (const { token, logprob } of top) expect(model.logprob(context, token)).toBe(logprob);
  }
});

test('finds its own sentences likely, and others not', () => {
  const [, , last = ''] = modelTokens('The water rose');
  expect(model.logprob(['The', ' water'], last)).toBeGreaterThan(-1);
  expect(model.logprob(['The', ' water'], ' xylop')).toBeLessThan(-10);
});
