import { expect, test } from 'vitest';
import { findSum } from '../../../electron/core/demo/engines/arithmetic.ts';

test.each([
  ['What is 12 * (3 + 4)?', 84],
  ['2 + 3 * 4', 14],
  ['2 ^ 3 ^ 2', 512],
  ['-3 - -4', 1],
  ['seven? no: 7 times 6, please.', 42],
  ['10 divided by 4', 2.5],
  ['3 x 5', 15],
  ['Is (1+2)*(3-1) even?', 6],
])('evaluates %s', (question, value) => expect(findSum(question)?.value).toBe(value));

test.each([
  'On 2026-11-15 it rained.',
  'The agent listens on 127.0.0.1:7334.',
  'Press Ctrl+1',
  'version 1.2.3-4',
  'Chapter 12',
  '(',
  '3 +',
  '()',
  '1 + (2',
])('finds no expression in “%s”', (question) => expect(findSum(question)).toBeUndefined());

test('gives no value for a division by zero', () => expect(findSum('1 / 0')?.value).toBe(Infinity));
