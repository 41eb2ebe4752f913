import { expect, test } from 'vitest';
import { isComposing } from '../../../renderer/ui/is-composing.ts';

test.each([
  ['a key during a composition', true, 13, true],
  ['the key that confirms a word in Safari', false, 229, true],
  ['Enter', false, 13, false],
])('%s (catches half a Japanese word sent)', (_, isDuring, keyCode, expected) => {
  expect(isComposing({ isComposing: isDuring, keyCode })).toBe(expected);
});
