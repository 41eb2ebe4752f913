import { expect, test } from 'vitest';
import { followsAfterScroll, isAtEnd } from '../../../renderer/chat/auto-scroll.ts';

const at = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 100 });

test('counts a position near the end as the end (catches a follower lost to a fraction of a pixel)', () => {
  expect(isAtEnd(at(899.5, 1000))).toBe(true);
  expect(isAtEnd(at(800, 1000))).toBe(false);
});

test('stops following only when the user scrolls up (catches a fast answer that outruns its own scrolling)', () => {
  const grown = at(900, 2000);
  expect(followsAfterScroll(true, 900, grown, true)).toBe(true);
  expect(followsAfterScroll(true, 900, at(700, 2000), true)).toBe(false);
  expect(followsAfterScroll(true, 900, at(700, 2000), false)).toBe(true);
  expect(followsAfterScroll(false, 700, at(800, 2000), true)).toBe(false);
  expect(followsAfterScroll(false, 700, at(1900, 2000), true)).toBe(true);
});

test('stops following at the first pixels of a smooth scroll (catches a wheel that the growing answer swallows)', () => {
  expect(followsAfterScroll(true, 1900, at(1890, 2000), true)).toBe(false);
});

test('stays above when the scroll event comes late (catches a wheel that a slow frame undoes)', () => {
  expect(followsAfterScroll(false, 1900, at(1890, 2000), false)).toBe(false);
  expect(followsAfterScroll(false, 1700, at(1400, 1500), false)).toBe(true); // the content shrank to here
});

test('keeps following when the content shrinks (catches a follower lost when thinking folds)', () => {
  expect(followsAfterScroll(true, 1900, at(1400, 1500), true)).toBe(true);
});

test('ignores a scroll event without movement (catches a key to the top that a growing answer takes back)', () => {
  const atEnd = at(1900, 2000);
  expect(followsAfterScroll(false, 1900, atEnd, true)).toBe(false);
  expect(followsAfterScroll(true, 1900, atEnd, false)).toBe(true);
});
