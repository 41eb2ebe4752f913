import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { StoredMessage, MessagePage } from '../../../electron/contract/history.ts';
import type { History } from '../../../electron/core/history/history.ts';
import { converse, openTestHistory } from './open-test-history.ts';
import { must } from '../../support/must.ts';

const texts = ({ messages }: MessagePage): readonly string[] => messages.map((message) => (message.role === 'user' ? message.text : '?'));

/** Adds a user message, named by its text. */
async function say(history: History, conversationId: string, parentId: string | null, text: string): Promise<StoredMessage> {
  return must(await history.add({ conversationId, parentId, role: 'user', text, attachments: [] }));
}

/**
 * a ── b ── c ── d
 *  └── x ── y
 * The branch of y is the one in use.
 */
async function tree(history: History): Promise<{ readonly id: string } & Readonly<Record<'a' | 'b' | 'c' | 'd' | 'x' | 'y', string>>> {
  const { id } = must(await history.begin({ kind: 'chat', title: 'Tree', settings: plainConversationSettings }));
  const a = await say(history, id, null, 'a');
  const b = await say(history, id, a.id, 'b');
  const c = await say(history, id, b.id, 'c');
  const d = await say(history, id, c.id, 'd');
  const x = await say(history, id, a.id, 'x');
  const y = await say(history, id, x.id, 'y');
  return { id, a: a.id, b: b.id, c: c.id, d: d.id, x: x.id, y: y.id };
}

test('adds a message before another of the branch in use, whose end stays', async () => {
  const { history } = await openTestHistory();
  const { id, a, x, y } = await tree(history);
  const added = must(await history.add({ conversationId: id, parentId: x, childId: y, role: 'user', text: 'new', attachments: [] }));
  expect(added).toMatchObject({ parentId: x, siblings: [added.id] });
  expect(texts(must(await history.open({ id, at: null, limit: 50 })))).toEqual(['a', 'x', 'new', 'y']);
  // not a message below the same parent
  must(await history.add({ conversationId: id, parentId: a, childId: y, role: 'user', text: 'other', attachments: [] }));
  expect(texts(must(await history.open({ id, at: null, limit: 50 })))).toEqual(['a', 'other']);
  expect(texts(must(await history.open({ id, at: y, limit: 50 })))).toEqual(['a', 'x', 'new', 'y']);
});

test('returns a long branch in pages that fit together', async () => {
  const { history } = await openTestHistory();
  const { conversation, messages } = await converse(
    history,
    'Long',
    Array.from({ length: 30 }, (_, at) => [`q${at}`, `a${at}`]),
  );
  const ids = messages.map((message) => message.id);
  const end = must(await history.open({ id: conversation.id, at: null, limit: 10 }));
  expect(end.messages.map((message) => message.id)).toEqual(ids.slice(50));
  expect([end.hasOlder, end.hasNewer]).toEqual([true, false]);
  const older = must(await history.older({ id: conversation.id, before: ids[50] ?? '', limit: 45 }));
  expect(older.messages.map((message) => message.id)).toEqual(ids.slice(5, 50));
  const first = must(await history.older({ id: conversation.id, before: ids[5] ?? '', limit: 45 }));
  expect([first.messages.length, first.hasOlder, first.hasNewer]).toEqual([5, false, true]);
  const middle = must(await history.open({ id: conversation.id, at: ids[30] ?? '', limit: 10 }));
  expect(middle.messages.map((message) => message.id)).toEqual(ids.slice(25, 35));
  expect([middle.hasOlder, middle.hasNewer]).toEqual([true, true]);
  const newer = must(await history.newer({ id: conversation.id, after: ids[34] ?? '', limit: 100 }));
  expect(newer.messages.map((message) => message.id)).toEqual(ids.slice(35));
  expect(must(await history.open({ id: conversation.id, at: ids[1] ?? '', limit: 10 })).messages).toHaveLength(10);
  expect(must(await history.path(ids[7] ?? '')).map((message) => message.id)).toEqual(ids.slice(0, 8));
});

test('restores the branch that was in use, not the newest one', async () => {
  const { history } = await openTestHistory();
  const { id, a, c } = await tree(history);
  must(await history.open({ id, at: c, limit: 5 }));
  must(await history.deleteMessage({ messageId: a }));
  must(await history.restoreMessage({ messageId: a }));
  expect(texts(must(await history.open({ id, at: null, limit: 50 })))).toEqual(['a', 'b', 'c', 'd']);
});

test('keeps an earlier deletion when a message above is restored', async () => {
  const { history } = await openTestHistory();
  const { id, b, c, d } = await tree(history);
  must(await history.open({ id, at: b, limit: 5 }));
  must(await history.deleteMessage({ messageId: d }));
  must(await history.deleteMessage({ messageId: b }));
  expect(await history.restoreMessage({ messageId: d })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  must(await history.restoreMessage({ messageId: b }));
  expect(texts(must(await history.open({ id, at: c, limit: 50 })))).toEqual(['a', 'b', 'c']);
  expect(await history.deleteMessage({ messageId: d })).toMatchObject({ ok: false });
});

// A message restored from the trash must be the one that was deleted.
test('rejects messages of another conversation as parents and positions', async () => {
  const { history } = await openTestHistory();
  const one = await tree(history);
  const two = await tree(history);
  expect(await history.add({ conversationId: one.id, parentId: two.a, role: 'user', text: 'x', attachments: [] })).toMatchObject({
    ok: false,
  });
  expect(await history.open({ id: one.id, at: two.a, limit: 5 })).toMatchObject({ ok: false });
  expect(await history.older({ id: one.id, before: two.a, limit: 5 })).toMatchObject({ ok: false });
  expect(await history.open({ id: 'unknown', at: null, limit: 5 })).toMatchObject({
    ok: false,
    failure: { reason: 'conversation-not-found' },
  });
});

test('removes messages for good a month after their deletion', async () => {
  const first = await openTestHistory();
  const { id, b, d, x } = await tree(first.history);
  must(await first.history.deleteMessage({ messageId: d }));
  must(await first.history.deleteMessage({ messageId: b }));
  await first.history.close();

  const later = Date.UTC(2026, 3, 1);
  const second = await openTestHistory({ folder: first.folder, clock: { now: () => later } });
  expect(await second.history.restoreMessage({ messageId: b })).toMatchObject({ ok: false });
  expect(texts(must(await second.history.open({ id, at: null, limit: 5 })))).toEqual(['a', 'x', 'y']);
  must(await second.history.deleteMessage({ messageId: x }));
  await second.history.close();

  const third = await openTestHistory({ folder: first.folder, clock: { now: () => later + 86_400_000 } });
  must(await third.history.restoreMessage({ messageId: x }));
  expect(texts(must(await third.history.open({ id, at: null, limit: 5 })))).toEqual(['a', 'x', 'y']);
});

// catches the draft of an edit that stays on disk after its message is gone
test('announces the messages that are deleted for good at the start, although the first call fails', async () => {
  const first = await openTestHistory();
  const { messages } = await converse(first.history, 'Kept', [['question', 'answer']]);
  const [question] = messages;
  must(await first.history.deleteMessage({ messageId: question?.id ?? '' }));
  await first.history.close();
  const purgedMessages: string[] = [];
  const { history } = await openTestHistory({
    folder: first.folder,
    clock: { now: () => Date.UTC(2026, 2, 5) },
    onPurged: (_ids, messageIds) => void purgedMessages.push(...messageIds),
  });
  expect(await history.open({ id: 'nobody', at: null, limit: 1 })).toMatchObject({ ok: false });
  expect(purgedMessages).toEqual(messages.map(({ id }) => id));
});
