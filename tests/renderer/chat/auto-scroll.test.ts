import { expect, test } from 'vitest';
import { followsAfterScroll, isAtEnd } from '../../../renderer/chat/auto-scroll.ts';

test('near the end is at the end (catches a follower lost to a fraction of a pixel)', () => {
  expect(isAtEnd({ top: 899.5, height: 1000, view: 100 })).toBe(true);
  expect(isAtEnd({ top: 800, height: 1000, view: 100 })).toBe(false);
});

test('only the reader’s move upwards leaves the end (catches a fast answer that outruns its own scrolling)', () => {
  const grown = { top: 900, height: 2000, view: 100 };
  expect(followsAfterScroll(true, 900, grown, true)).toBe(true);
  expect(followsAfterScroll(true, 900, { ...grown, top: 700 }, true)).toBe(false);
  expect(followsAfterScroll(true, 900, { ...grown, top: 700 }, false)).toBe(true);
  expect(followsAfterScroll(false, 700, { ...grown, top: 800 }, true)).toBe(false);
  expect(followsAfterScroll(false, 700, { ...grown, top: 1900 }, true)).toBe(true);
});

test('the first pixels of a smooth scroll count (catches a wheel that the growing answer swallows)', () => {
  expect(followsAfterScroll(true, 1900, { top: 1890, height: 2000, view: 100 }, true)).toBe(false);
});

test('an end that comes nearer is no move (catches a follower lost when thinking folds)', () => {
  expect(followsAfterScroll(true, 1900, { top: 1400, height: 1500, view: 100 }, true)).toBe(true);
});

test('what did not move is where it was (catches a key to the top that a growing answer takes back)', () => {
  const atEnd = { top: 1900, height: 2000, view: 100 };
  expect(followsAfterScroll(false, 1900, atEnd, true)).toBe(false);
  expect(followsAfterScroll(true, 1900, atEnd, false)).toBe(true);
});
