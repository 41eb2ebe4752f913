import { expect, test } from 'vitest';
import { followsAfterScroll, isAtEnd } from '../../../renderer/chat/follow.ts';

test('near the end is at the end (catches a follower lost to a fraction of a pixel)', () => {
  expect(isAtEnd({ top: 899.5, height: 1000, view: 100 })).toBe(true);
  expect(isAtEnd({ top: 800, height: 1000, view: 100 })).toBe(false);
});

test('only the reader’s move upwards leaves the end (catches a fast answer that outruns its own scrolling)', () => {
  const grown = { top: 900, height: 2000, view: 100 };
  expect(followsAfterScroll(true, 900, grown)).toBe(true);
  expect(followsAfterScroll(true, 900, { ...grown, top: 700 })).toBe(false);
  expect(followsAfterScroll(false, 700, { ...grown, top: 800 })).toBe(false);
  expect(followsAfterScroll(false, 700, { ...grown, top: 1900 })).toBe(true);
});
