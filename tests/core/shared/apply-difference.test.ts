import { expect, test } from 'vitest';
import { applyDifference } from '../../../electron/core/shared/apply-difference.ts';

const before = { kept: 1, removed: 2, lists: { one: [1], two: [2] } };

test('applies what was added, replaced and removed, and keeps what differs otherwise (catches lost changes of another process)', () => {
  const after = { kept: 1, added: 3, lists: { one: [1, 1], two: before.lists.two } };
  const theirs = { kept: 9, removed: 9, new: 9, lists: { one: [9], two: [9] } };
  const result = { kept: 9, new: 9, added: 3, lists: { one: [1, 1], two: [9] } };
  expect(applyDifference<object>(theirs, before, after)).toEqual(result);
  expect(applyDifference<object>(before, before, after)).toEqual(after);
});

test('replaces lists as a whole, and treats __proto__ as an ordinary key', () => {
  expect(applyDifference([9], [1], [1, 2])).toEqual([1, 2]);
  const named = JSON.parse('{"__proto__":"text"}') as object;
  expect(JSON.stringify(applyDifference<object>({ a: 1 }, {}, named))).toBe('{"a":1,"__proto__":"text"}');
});
