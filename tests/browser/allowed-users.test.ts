import { expect, test } from 'vitest';
import { isAllowedOwner } from '../../electron/browser/access/allowed-users.ts';

const allowedIds = [1000, 33];

test('allows the user, further users, and anyone where users can’t be told apart', () => {
  expect(([1000, 33, 'unknown'] as const).map((owner) => isAllowedOwner(owner, allowedIds, false))).toEqual([true, true, true]);
  expect(([1001, 0, 'gone'] as const).map((owner) => isAllowedOwner(owner, allowedIds, false))).toEqual([false, false, false]);
});

test('allows the programs of Windows under WSL, but no other Linux user (catches Windows browsers that are refused)', () => {
  expect(([0, 'gone'] as const).map((owner) => isAllowedOwner(owner, allowedIds, true))).toEqual([true, true]);
  expect(isAllowedOwner(1001, allowedIds, true)).toBe(false);
});
