import { describe, expect, test } from 'vitest';
import { matchesFilter, folderForNew, applyChanges } from '../../../renderer/conversations/list-filter.ts';
import { formatTimeAgo } from '../../../renderer/conversations/format.ts';
import { conversationWith } from '../chat/answers.ts';

const at = (id: string, updatedAt: number, change = {}) => conversationWith(id, { updatedAt, ...change });
const current = { shelf: 'current' } as const;
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

test('puts a new conversation into the listed folder, if any', () => {
  expect(folderForNew({ shelf: 'current', folder: 'Lab' })).toBe('Lab');
  expect([folderForNew(current), folderForNew({ shelf: 'current', folder: null })]).toEqual([undefined, undefined]);
  expect(folderForNew({ shelf: 'trash', folder: 'Lab' })).toBeUndefined();
});

describe('applying changes to the list', () => {
  const list = [at('pinned', 1, { isPinned: true }), at('new', 9), at('old', 2)];

  test('moves a changed conversation to its new position (catches a pinned one that stays below)', () => {
    expect(ids(applyChanges(list, [at('old', 2, { isPinned: true })], current, true))).toEqual(['old', 'pinned', 'new']);
    expect(ids(applyChanges(list, [at('fresh', 10)], current, true))).toEqual(['pinned', 'fresh', 'new', 'old']);
  });

  test('removes archived and trashed conversations (catches a trashed one that stays in sight)', () => {
    expect(ids(applyChanges(list, [at('new', 9, { trashedAt: 1 })], current, true))).toEqual(['pinned', 'old']);
    expect(ids(applyChanges(list, [at('new', 9, { isArchived: true })], current, true))).toEqual(['pinned', 'old']);
  });

  test('leaves conversations behind the last one to the next page (catches a hole in the list)', () => {
    expect(ids(applyChanges(list, [at('ancient', 1)], current, false))).toEqual(['pinned', 'new', 'old']);
    expect(ids(applyChanges(list, [at('ancient', 1)], current, true))).toEqual(['pinned', 'new', 'old', 'ancient']);
  });
});

test('matches a folder’s own conversations, and trashed ones of any folder (catches a folder that shows all)', () => {
  const paper = at('p', 1, { folder: 'Papers' });
  expect(matchesFilter({ shelf: 'current', folder: 'Papers' }, paper)).toBe(true);
  expect(matchesFilter({ shelf: 'current', folder: 'Other' }, paper)).toBe(false);
  expect(matchesFilter({ shelf: 'trash' }, { ...paper, trashedAt: 1, isArchived: true })).toBe(true);
});

test('formats a time as short as possible, but unambiguously (catches “14:05” of last week)', () => {
  const now = new Date(2026, 10, 15, 12).getTime();
  expect(formatTimeAgo(new Date(2026, 10, 15, 9, 5).getTime(), now)).toBe('09:05');
  expect(formatTimeAgo(new Date(2026, 10, 14, 23).getTime(), now)).toBe('Sat');
  expect(formatTimeAgo(new Date(2026, 9, 2).getTime(), now)).toBe('Oct 2');
  expect(formatTimeAgo(new Date(2024, 9, 2).getTime(), now)).toBe('Oct 2, 2024');
});
