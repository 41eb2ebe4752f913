import { expect, test } from 'vitest';
import { impossibleLogprob } from '../../../electron/contract/constants.ts';
import { scoresCsv } from '../../../electron/core/chat/token-requests.ts';

const scores = [
  {
    text: '=SUM(A1), "quoted"\nand a line',
    tokens: [
      { text: '=SUM', logprob: null },
      { text: '-5', logprob: Math.log(0.25) },
      { text: ' x', logprob: Math.log(0.25) },
      { text: '-x', logprob: Math.log(0.25) },
    ],
  },
  { text: 'never', tokens: [{ text: 'a', logprob: impossibleLogprob }] },
  { text: 'nothing', tokens: [] },
];

test('writes a row for each text, in which no text becomes a formula', () =>
  expect(scoresCsv({ rows: 'texts', scores }).split('\r\n')).toEqual([
    '\uFEFFtext,tokens,scored_tokens,logprob,perplexity',
    `"'=SUM(A1), ""quoted""\nand a line",4,3,${3 * Math.log(0.25)},4`,
    'never,1,1,-inf,inf',
    'nothing,0,0,,',
    '',
  ]));

test('writes a row for each token, and leaves a negative number unchanged', () =>
  expect(scoresCsv({ rows: 'tokens', scores }).split('\r\n')).toEqual([
    '\uFEFFtext_number,token_number,token,logprob,probability',
    `1,1,"'=SUM",,`,
    `1,2,-5,${Math.log(0.25)},0.25`,
    `1,3," x",${Math.log(0.25)},0.25`,
    `1,4,"'-x",${Math.log(0.25)},0.25`,
    '2,1,a,-inf,0',
    '',
  ]));
