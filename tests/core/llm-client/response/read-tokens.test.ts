import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenSchema } from '../../../../electron/contract/tokens.ts';
import { readPromptTokens, readTokens } from '../../../../electron/core/llm-client/response/read-tokens.ts';

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

test('reads anything without throwing, and gives valid tokens that JSON carries', () =>
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
  ));
