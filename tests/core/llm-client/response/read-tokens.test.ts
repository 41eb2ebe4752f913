import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impossibleLogprob } from '../../../../electron/contract/constants.ts';
import { tokenSchema } from '../../../../electron/contract/tokens.ts';
import { readPromptTokens, readTokens, withKinds } from '../../../../electron/core/llm-client/response/read-tokens.ts';

test('adds a chosen token that the engine didn’t list, with a mark', () => {
  const [token] = readTokens({ tokens: [' c'], token_logprobs: [-4], top_logprobs: [{ ' a': -0.5, ' b': -1 }] }, 'content');
  expect(token).toEqual({
    text: ' c',
    logprob: -4,
    alternatives: [
      { text: ' a', logprob: -0.5 },
      { text: ' b', logprob: -1 },
      { text: ' c', logprob: -4 },
    ],
    isUnlisted: true,
    kind: 'content',
  });
});

test('lists the chosen token alone if no alternatives were wanted, in either engine’s form', () => {
  const own = { text: 'a', logprob: -1, alternatives: [{ text: 'a', logprob: -1 }], kind: 'content' };
  expect(readTokens({ tokens: ['a'], token_logprobs: [-1], top_logprobs: [{ a: -1 }] }, 'content')).toEqual([own]); // vLLM
  expect(readTokens({ tokens: ['a'], token_logprobs: [-1], top_logprobs: [] }, 'content')).toEqual([own]); // SGLang
});

test('gives a token its own figure where another of the same text replaced it', () => {
  const [token] = readTokens({ tokens: [''], token_logprobs: [-1], top_logprobs: [{ '': -6, b: -2 }] }, 'content');
  expect(token).toEqual({
    text: '',
    logprob: -1,
    alternatives: [
      { text: '', logprob: -1 },
      { text: 'b', logprob: -2 },
    ],
    kind: 'content',
  });
});

test.each([-9999, -3.4028234663852886e38, -1e6])('reads %d as a probability of zero', (sent) => {
  const content = [
    {
      token: 'a',
      logprob: -0.1,
      bytes: [97],
      top_logprobs: [
        { token: 'a', logprob: -0.1 },
        { token: 'b', logprob: sent },
      ],
    },
  ];
  expect(readTokens({ content }, 'content')[0]?.alternatives).toEqual([
    { text: 'a', logprob: -0.1 },
    { text: 'b', logprob: impossibleLogprob },
  ]);
});

test('keeps bytes only if they say more than the text', () => {
  const content = [
    { token: '\uFFFD', logprob: -1, bytes: [239, 191, 189], top_logprobs: [] },
    { token: '\uFFFD', logprob: -1, bytes: [240, 159], top_logprobs: [] },
    { token: 'a', logprob: -1, bytes: null, top_logprobs: [] },
  ];
  expect(readTokens({ content }, 'content').map(({ bytes }) => bytes)).toEqual([undefined, [240, 159], undefined]);
});

test('reads the real token of prompt_logprobs first, whatever its number (catches names in numeric order)', () => {
  const body = `{"choices":[{"prompt_logprobs":[null,{"900":{"logprob":-2.5,"rank":7,"decoded_token":" real"},"3":{"logprob":-0.1,"rank":1,"decoded_token":"\\"5\\":{"}}]}]}`;
  expect(readPromptTokens(body)).toEqual([
    { text: '', logprob: null, alternatives: [], kind: 'prompt' },
    {
      text: ' real',
      logprob: -2.5,
      alternatives: [
        { text: '"5":{', logprob: -0.1 },
        { text: ' real', logprob: -2.5 },
      ],
      kind: 'prompt',
    },
  ]);
});

test('tells reasoning from the answer by where a token is visible', () => {
  const tokens = readTokens(
    { tokens: ['<think>', 'Hm', '.', '</think>', 'Yes', '.'], token_logprobs: [-1, -1, -1, -1, -1, -1] },
    'content',
  );
  const parts = [
    { kind: 'reasoning', text: 'Hm.' },
    { kind: 'text', text: 'Yes.' },
  ] as const;
  expect(withKinds(tokens, parts).map(({ kind }) => kind)).toEqual(['content', 'reasoning', 'reasoning', 'content', 'content', 'content']);
});

test('reads anything without throwing, and gives valid tokens that JSON carries', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ tokens: fc.array(fc.jsonValue()), token_logprobs: fc.jsonValue(), top_logprobs: fc.jsonValue() }),
        fc.record({
          tokens: fc.array(fc.string()),
          token_logprobs: fc.array(fc.double()),
          top_logprobs: fc.array(fc.dictionary(fc.string(), fc.double())),
        }),
        fc.record({
          content: fc.array(
            fc.record({ token: fc.string(), logprob: fc.jsonValue(), bytes: fc.jsonValue(), top_logprobs: fc.jsonValue() }),
          ),
        }),
      ),
      (value) => {
        for (const token of readTokens(value, 'content')) {
          expect(tokenSchema.parse(JSON.parse(JSON.stringify(token)))).toEqual(token);
          const { text, logprob: own, alternatives } = token;
          expect(own === null || alternatives.some((each) => each.text === text && each.logprob === own)).toBe(true);
          expect(token.alternatives.map(({ logprob }) => logprob)).toEqual(
            token.alternatives.map(({ logprob }) => logprob).toSorted((one, other) => other - one),
          );
        }
      },
    ),
    { examples: [[{ content: [{ token: '', logprob: -0, bytes: [-0], top_logprobs: [] }] }]] },
  );
});
