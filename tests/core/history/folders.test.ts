import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { History } from '../../../electron/core/history/history.ts';
import { openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

const begin = async (history: History, title: string): Promise<string> =>
  must(await history.begin({ kind: 'chat', title, settings: plainConversationSettings })).id;
const inFolder = async (history: History, folder: string | null): Promise<readonly string[]> =>
  must(await history.list({ shelf: 'current', folder, limit: 100 })).conversations.map(({ title }) => title);
const named = (name: string, conversations = 0) => ({ name, conversations });

test('keeps an empty folder, also after a restart', async () => {
  const first = await openTestHistory();
  expect(must(await first.history.putFolder({ name: 'Paper 10', replaces: null }))).toEqual([named('Paper 10')]);
  must(await first.history.putFolder({ name: 'Paper 9', replaces: null }));
  await first.history.close();
  const { history } = await openTestHistory({ folder: first.folder });
  expect(must(await history.folders())).toEqual([named('Paper 9'), named('Paper 10')]);
});

test('begins a conversation in its folder, which is created if needed', async () => {
  const { history, changed } = await openTestHistory();
  const { folder } = must(await history.begin({ kind: 'chat', title: 'a', settings: plainConversationSettings, folder: 'Lab' }));
  expect([folder, changed.map((each) => each.folder)]).toEqual(['Lab', ['Lab']]);
  expect(must(await history.folders())).toEqual([named('Lab', 1)]);
});

test('moves conversations together, and counts those that are not archived or trashed', async () => {
  const { history, changed } = await openTestHistory();
  const ids = [await begin(history, 'a'), await begin(history, 'b'), await begin(history, 'c')];
  changed.length = 0;
  must(await history.move({ ids: [...ids, 'unknown'], folder: 'Lab' }));
  expect(changed.map(({ folder }) => folder)).toEqual(['Lab', 'Lab', 'Lab']);
  expect(must(await history.folders())).toEqual([named('Lab', 3)]);
  must(await history.change({ id: ids[0] ?? '', change: { isArchived: true } }));
  must(await history.trash({ ids: [ids[1] ?? ''] }));
  expect(must(await history.folders())).toEqual([named('Lab', 1)]);
  must(await history.move({ ids, folder: null }));
  expect(must(await history.folders())).toEqual([named('Lab')]);
});

test('renames a folder with all its conversations, also archived and trashed ones', async () => {
  const { history, changed } = await openTestHistory();
  const [current, archived, trashed] = [await begin(history, 'current'), await begin(history, 'archived'), await begin(history, 'trashed')];
  must(await history.move({ ids: [current, archived, trashed], folder: 'Lab' }));
  must(await history.change({ id: archived, change: { isArchived: true } }));
  must(await history.trash({ ids: [trashed] }));
  changed.length = 0;
  expect(must(await history.putFolder({ name: 'Laboratory', replaces: 'Lab' }))).toEqual([named('Laboratory', 1)]);
  expect(changed.map(({ folder }) => folder)).toEqual(['Laboratory', 'Laboratory', 'Laboratory']);
  expect(await inFolder(history, 'Laboratory')).toEqual(['current']);
  expect(must(await history.putFolder({ name: 'Laboratory', replaces: 'Laboratory' }))).toEqual([named('Laboratory', 1)]);
});

test('refuses to merge two folders by a name, and reports a missing folder', async () => {
  const { history } = await openTestHistory();
  must(await history.move({ ids: [await begin(history, 'a')], folder: 'A' }));
  must(await history.move({ ids: [await begin(history, 'b')], folder: 'B' }));
  expect(await history.putFolder({ name: 'A', replaces: 'B' })).toMatchObject({
    ok: false,
    failure: { reason: 'folder-name-taken', params: { name: 'A' } },
  });
  expect(await history.putFolder({ name: 'A', replaces: null })).toMatchObject({ ok: false });
  expect(await history.putFolder({ name: 'C', replaces: 'Z' })).toMatchObject({
    ok: false,
    failure: { reason: 'folder-not-found', params: { name: 'Z' } },
  });
  expect(await history.removeFolder({ name: 'Z' })).toMatchObject({ ok: false });
  expect(must(await history.folders())).toEqual([named('A', 1), named('B', 1)]);
});

test('keeps the conversations of a removed folder, which can be moved back', async () => {
  const { history } = await openTestHistory();
  const ids = [await begin(history, 'a'), await begin(history, 'b')];
  must(await history.move({ ids, folder: 'Lab' }));
  must(await history.trash({ ids: [ids[1] ?? ''] }));
  const removed = must(await history.removeFolder({ name: 'Lab' }));
  expect(removed.folders).toEqual([]);
  expect(removed.ids.toSorted()).toEqual(ids.toSorted());
  expect(await inFolder(history, null)).toEqual(['a']);
  must(await history.move({ ids: removed.ids, folder: 'Lab' }));
  expect(must(await history.folders())).toEqual([named('Lab', 1)]);
});

test('creates the folders of an import', async () => {
  const { history, folder } = await openTestHistory();
  const conversation = {
    id: 'c',
    kind: 'chat',
    title: 'From elsewhere',
    isNamedByUser: true,
    createdAt: 1,
    updatedAt: 1,
    folder: ' Old\nthings ',
    isPinned: false,
    isArchived: false,
    trashedAt: null,
    settings: plainConversationSettings,
    leafId: null,
    messages: [],
  };
  const file = path.join(folder, 'import.json');
  await writeFile(file, JSON.stringify({ format: 'causeway-conversations', version: 1, conversations: [conversation] }));
  expect(must(await history.importFrom(file))).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  expect(must(await history.folders())).toEqual([named('Old things', 1)]);
});
