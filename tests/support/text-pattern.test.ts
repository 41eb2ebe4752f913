import { expect, test } from 'vitest';
import { anyNumbers } from './text-pattern.ts';

test.each([
  ['Reconnecting in 5 s.', 'Reconnecting in 12 s.', true],
  ['1,204 tokens (about 3.5 s)', '7 tokens (about 12 s)', true],
  ['Reconnecting in 5 s.', 'Reconnecting in a s.', false],
  ['Ends in 5.', 'Ends in 5!', false],
])('matches “%s” with “%s”: %s', (text, shown, matches) => expect(new RegExp(`^${anyNumbers(text)}$`).test(shown)).toBe(matches));
