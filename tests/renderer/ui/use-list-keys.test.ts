import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveInList, typeAhead } from '../../../renderer/ui/use-list-keys.ts';

const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'];

describe('moveInList', () => {
  test('stays within the list (catches off-by-one at both ends)', () =>
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.integer({ min: 1, max: 50 }), fc.nat(60), (key, count, seed) => {
        const current = (seed % (count + 1)) - 1;
        const next = moveInList(key, current, count);
        expect(next).toBeGreaterThanOrEqual(0);
        expect(next).toBeLessThan(count);
      }),
    ));

  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 4],
    ['End', 0, 4],
    ['Home', 3, 0],
    ['PageDown', 1, 3],
    ['PageUp', 4, 2],
  ])('moves by %s from %i to %i of five, two per page (catches swapped directions)', (key, from, to) => {
    expect(moveInList(key, from, 5, 2)).toBe(to);
  });

  test('ignores an empty list and other keys (catches swallowed keys)', () => {
    expect(moveInList('ArrowDown', -1, 0)).toBeUndefined();
    expect(moveInList('Tab', 0, 5)).toBeUndefined();
  });
});

describe('typeAhead', () => {
  const labels = ['Amber', 'Avon', 'Brent', 'Derwent', 'Dee'];

  test.each([
    ['a', 0, 1], // the next one with that letter, not the same one
    ['a', 1, 0], // wraps around the end
    ['aa', 0, 1], // a repeated letter moves on
    ['de', 3, 3], // more letters stay on the item while it matches
    ['dee', 3, 4],
    ['B', 0, 2],
  ])('typing "%s" moves from %i to %i (catches getting stuck or skipping)', (typed, from, to) => {
    expect(typeAhead(labels, from, typed)).toBe(to);
  });

  test('returns undefined when nothing matches (catches an endless wrap-around)', () => {
    expect(typeAhead(labels, 0, 'x')).toBeUndefined();
    expect(typeAhead([], -1, 'a')).toBeUndefined();
  });
});
