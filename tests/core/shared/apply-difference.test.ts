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

test('merges a list of items by id (catches a revoked key that becomes valid again)', () => {
  const [old, revoked, dropped] = [{ id: 'old', name: 'a', at: 1 }, { id: 'revoked', name: 'b', at: 1 }, { id: 'dropped' }] as const;
  const ours = { id: 'ours', name: 'new' };
  const theirs = { id: 'theirs', name: 'new' };
  const keys = [old, revoked, dropped];
  const after = { keys: [{ ...old, name: 'renamed' }, { ...revoked, at: 2 }, ours] };
  const other = { keys: [{ ...old, at: 9 }, dropped, theirs] };
  expect(applyDifference<object>(other, { keys }, after)).toEqual({ keys: [{ id: 'old', name: 'renamed', at: 9 }, ours, theirs] });
  expect(applyDifference<object>({ keys }, { keys }, after)).toEqual(after);
});

test('replaces a list with an id twice, or with other items, as a whole', () => {
  const twice = [{ id: 'a' }, { id: 'a' }];
  expect(applyDifference<readonly object[]>(twice, [], [{ id: 'b' }])).toEqual([{ id: 'b' }]);
  expect(applyDifference<readonly object[]>([{ id: 'a' }], [{ name: 'a' }], [{ id: 'b' }])).toEqual([{ id: 'b' }]);
});

test('replaces lists as a whole, and treats __proto__ as an ordinary key', () => {
  expect(applyDifference([9], [1], [1, 2])).toEqual([1, 2]);
  const named = JSON.parse('{"__proto__":"text"}') as object;
  expect(JSON.stringify(applyDifference<object>({ a: 1 }, {}, named))).toBe('{"a":1,"__proto__":"text"}');
});
