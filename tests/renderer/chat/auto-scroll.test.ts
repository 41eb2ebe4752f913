import { expect, test } from 'vitest';
import { followsAfterScroll, isAtEnd } from '../../../renderer/chat/auto-scroll.ts';

test('counts a position near the end as the end (catches a follower lost to a fraction of a pixel)', () => {
  expect(isAtEnd({ top: 899.5, height: 1000, view: 100 })).toBe(true);
  expect(isAtEnd({ top: 800, height: 1000, view: 100 })).toBe(false);
});

test('stops following only when the user scrolls up (catches a fast answer that outruns its own scrolling)', () => {
  const grown = { top: 900, height: 2000, view: 100 };
  expect(followsAfterScroll(true, 900, grown, true)).toBe(true);
  expect(followsAfterScroll(true, 900, { ...grown, top: 700 }, true)).toBe(false);
  expect(followsAfterScroll(true, 900, { ...grown, top: 700 }, false)).toBe(true);
  expect(followsAfterScroll(false, 700, { ...grown, top: 800 }, true)).toBe(false);
  expect(followsAfterScroll(false, 700, { ...grown, top: 1900 }, true)).toBe(true);
});

test('stops following at the first pixels of a smooth scroll (catches a wheel that the growing answer swallows)', () =>
  expect(followsAfterScroll(true, 1900, { top: 1890, height: 2000, view: 100 }, true)).toBe(false));

test('stays above when the scroll event comes late (catches a wheel that a slow frame undoes)', () => {
  expect(followsAfterScroll(false, 1900, { top: 1890, height: 2000, view: 100 }, false)).toBe(false);
  expect(followsAfterScroll(false, 1700, { top: 1400, height: 1500, view: 100 }, false)).toBe(true); // the content shrank to here
});

test('keeps following when the content shrinks (catches a follower lost when thinking folds)', () =>
  expect(followsAfterScroll(true, 1900, { top: 1400, height: 1500, view: 100 }, true)).toBe(true));

test('ignores a scroll event without movement (catches a key to the top that a growing answer takes back)', () => {
  const atEnd = { top: 1900, height: 2000, view: 100 };
  expect(followsAfterScroll(false, 1900, atEnd, true)).toBe(false);
  expect(followsAfterScroll(true, 1900, atEnd, false)).toBe(true);
});
