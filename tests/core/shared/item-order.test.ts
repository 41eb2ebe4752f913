import { expect, test } from 'vitest';
import { createItemOrder } from '../../../electron/core/shared/item-order.ts';

interface Item {
  readonly id: string;
}

const items: readonly Item[] = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const idsOf = (list: readonly Item[]): string => list.map(({ id }) => id).join('');

test.each([
  ['b', 'c'],
  ['c', 'b'],
  ['a', 'd'],
  ['d', 'a'],
  ['c', 'd'],
  ['d', 'c'],
])('puts %s and %s back where they were, in any sequence (catches an undo that moves items to the end)', (...removed) => {
  const order = createItemOrder();
  const left = removed.reduce((list, id) => order.remove(list, id), items);
  expect(left).toHaveLength(2);
  const putBack = (ids: readonly string[]) => ids.reduce((list, id) => order.put(list, { id }), left);
  expect(idsOf(putBack(removed))).toBe('abcd');
  expect(idsOf(putBack(removed.toReversed()))).toBe('abcd');
});

test('appends new items, and puts an older one back before them', () => {
  const order = createItemOrder();
  const left = order.put(order.remove(items, 'd'), { id: 'e' });
  expect(idsOf(left)).toBe('abce');
  expect(idsOf(order.put(left, { id: 'd' }))).toBe('abcde');
});

test('replaces an item in its place', () => {
  const changed = { id: 'b' };
  expect(createItemOrder().put(items, changed)).toEqual(items);
  expect(createItemOrder().put(items, changed)[1]).toBe(changed);
});
