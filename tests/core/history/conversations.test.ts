import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Conversation } from '../../../electron/contract/history.ts';
import type { History } from '../../../electron/core/history/history.ts';
import { converse, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

async function titles(history: History, change: Partial<Parameters<History['list']>[0]> = {}): Promise<readonly string[]> {
  return must(await history.list({ shelf: 'current', limit: 100, ...change })).conversations.map(({ title }) => title);
}

async function begin(history: History, title: string, kind: Conversation['kind'] = 'chat'): Promise<Conversation> {
  return must(await history.begin({ kind, title, settings: plainConversationSettings }));
}

test('lists pinned conversations first, then the newest, and moves one up with a new message', async () => {
  const { history, wait } = await openTestHistory();
  const made = [];
  for (const title of ['A', 'B', 'C']) {
    made.push(await begin(history, title));
    wait(1000);
  }
  const [a, b] = made;
  expect(await titles(history)).toEqual(['C', 'B', 'A']);
  must(await history.change({ id: b?.id ?? '', change: { isPinned: true } }));
  expect(await titles(history)).toEqual(['B', 'C', 'A']);
  must(await history.add({ conversationId: a?.id ?? '', parentId: null, role: 'user', text: 'x', attachments: [] }));
  expect(await titles(history)).toEqual(['B', 'A', 'C']);
  must(
    await history.change({
      id: a?.id ?? '',
      change: { title: 'A2', folder: 'F', isArchived: false, settings: { ...plainConversationSettings, model: 'm' } },
    }),
  );
  expect(await titles(history)).toEqual(['B', 'A2', 'C']);
});

test('lists each conversation once across pages, also those of the same time', async () => {
  const { history } = await openTestHistory();
  for (let at = 0; at < 25; at += 1) {
    const { id } = await begin(history, `T${at}`);
    if (at % 7 === 0) must(await history.change({ id, change: { isPinned: true } }));
  }
  const all = await titles(history);
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = must(await history.list({ shelf: 'current', limit: 4, ...(cursor === undefined ? {} : { cursor }) }));
    paged.push(...page.conversations.map(({ title }) => title));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(paged).toEqual(all);
  expect(new Set(paged).size).toBe(25);
  expect(await history.list({ shelf: 'current', limit: 4, cursor: '1.2' })).toMatchObject({ ok: false });
});

test('filters the list by folder, kind and scope', async () => {
  const { history } = await openTestHistory();
  const inFolder = await begin(history, 'in folder');
  const archived = await begin(history, 'archived');
  const text = await begin(history, 'text', 'notebook');
  const trashed = await begin(history, 'trashed');
  must(await history.change({ id: inFolder.id, change: { folder: 'Lab' } }));
  must(await history.change({ id: archived.id, change: { isArchived: true } }));
  must(await history.trash({ ids: [trashed.id, 'unknown'] }));
  expect(await titles(history, { folder: 'Lab' })).toEqual(['in folder']);
  expect(await titles(history, { folder: null })).toEqual(['text']);
  expect(await titles(history, { kind: 'notebook' })).toEqual([text.title]);
  expect(await titles(history, { shelf: 'archived' })).toEqual(['archived']);
  expect(await titles(history, { shelf: 'trash' })).toEqual(['trashed']);
  expect(must(await history.folders())).toEqual([{ name: 'Lab', conversations: 1 }]);
  must(await history.restore({ ids: [trashed.id] }));
  expect(await titles(history, { shelf: 'trash' })).toEqual([]);
  must(await history.change({ id: inFolder.id, change: { folder: null } }));
  expect(must(await history.folders())).toEqual([{ name: 'Lab', conversations: 0 }]);
});

test('empties the whole trash and nothing else', async () => {
  const { history, purged, wait } = await openTestHistory();
  const kept = await begin(history, 'kept');
  const ids: string[] = [];
  for (let at = 0; at < 45; at += 1) ids.push((await begin(history, `T${at}`)).id);
  must(await history.trash({ ids }));
  wait(1000);
  const emptying = history.emptyTrash();
  // Trashed during the purge: the user has not agreed to lose this one.
  const late = await begin(history, 'late');
  wait(1000);
  must(await history.trash({ ids: [late.id] }));
  must(await emptying);
  expect(purged.toSorted()).toEqual(ids.toSorted());
  expect(await titles(history, { shelf: 'trash' })).toEqual(['late']);
  expect(await titles(history)).toEqual([kept.title]);
});

test('lists each model that answered once, also those no longer in the catalog', async () => {
  const { history } = await openTestHistory();
  expect(must(await history.models())).toEqual([]);
  for (const model of ['gone-7b', 'alpha-R1', 'gone-7b', '']) await converse(history, 'A', [['a', 'b']], model);
  expect(must(await history.models())).toEqual(['alpha-R1', 'gone-7b']);
});

test('never replaces the user’s title with a generated one', async () => {
  const { history } = await openTestHistory();
  const { id } = await begin(history, 'First words');
  expect(must(await history.suggestTitle({ id, title: 'Made\n by  a model' }))).toMatchObject({
    title: 'Made by a model',
    isNamedByUser: false,
  });
  expect(must(await history.suggestTitle({ id, title: ' \u0000 ' }))).toMatchObject({ title: 'Made by a model' });
  must(await history.change({ id, change: { title: 'Mine' } }));
  expect(must(await history.suggestTitle({ id, title: 'Another' }))).toMatchObject({ title: 'Mine', isNamedByUser: true });
});

test('reports every change of a conversation with its new state', async () => {
  const { history, changed } = await openTestHistory();
  const { id } = await begin(history, 'A');
  must(await history.change({ id, change: { isPinned: true } }));
  must(await history.trash({ ids: [id] }));
  must(await history.open({ id, at: null, limit: 5 }));
  expect(changed.map(({ isPinned, trashedAt }) => [isPinned, trashedAt !== null])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('returns the median speeds for each model and mode', async () => {
  const { history } = await openTestHistory();
  const { id: conversationId } = await begin(history, 'Speeds');
  const measure = async (
    mode: 'proxy' | 'direct',
    tokensPerSecond: number | null,
    state: 'complete' | 'failed' = 'complete',
  ): Promise<void> => {
    const begun = must(await history.add({ conversationId, parentId: null, role: 'assistant', model: 'm', mode }));
    if (begun.role !== 'assistant') throw new Error('an answer was begun');
    const timings = { firstTokenMs: tokensPerSecond, totalMs: 1, tokensPerSecond, rateFrom: 'usage' } as const;
    must(
      await history.finish({
        messageId: begun.id,
        end: { state, answer: { ...begun.answer, timings }, failure: null, mode, request: null },
      }),
    );
  };
  for (const speed of [10, 1000, 20]) await measure('proxy', speed);
  await measure('direct', 99);
  await measure('direct', 1, 'failed');
  await measure('direct', null);
  const of = (speeds: readonly { mode: string }[]): unknown => speeds.toSorted((a, b) => a.mode.localeCompare(b.mode));
  expect(of(must(await history.speeds()))).toEqual([
    { model: 'm', mode: 'direct', tokensPerSecond: 99, firstTokenMs: 99, answers: 1 },
    { model: 'm', mode: 'proxy', tokensPerSecond: 20, firstTokenMs: 20, answers: 3 },
  ]);
  for (let at = 0; at < 60; at += 1) await measure('proxy', 500);
  expect(of(must(await history.speeds()))).toMatchObject([{}, { tokensPerSecond: 500, answers: 50 }]);
});

// catches drafts and runs that end with something that is still there
test('announces no deletion that could not be written', async () => {
  const workerUrl = new URL('full-disk-worker.ts', import.meta.url);
  const { history, purged, folder } = await openTestHistory({ workerUrl });
  const deleted: string[] = [];
  history.onDeleted((ids) => void deleted.push(...ids));
  const { conversation, messages } = await converse(history, 'Stays', [['question', 'answer']]);
  const [question] = messages;
  must(await history.trash({ ids: [conversation.id] }));
  const full = path.join(folder, 'history.db.full-at-commit');
  await writeFile(full, '');
  expect(await history.purge({ ids: [conversation.id] })).toMatchObject({ ok: false });
  await rm(full);
  must(await history.restore({ ids: [conversation.id] }));
  await writeFile(full, '');
  expect(await history.deleteMessage({ messageId: question?.id ?? '' })).toMatchObject({ ok: false });
  await rm(full);
  must(await history.list({ shelf: 'current', limit: 5 }));
  expect([purged, deleted]).toEqual([[], []]);
  must(await history.deleteMessage({ messageId: question?.id ?? '' }));
  expect(deleted).toEqual(messages.map(({ id }) => id));
});
