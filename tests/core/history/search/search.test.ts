import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { plainConversationSettings } from '../../../../electron/contract/constants.ts';
import type { SearchHit } from '../../../../electron/contract/search.ts';
import { converse, find, openTestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

const marked = (hit: SearchHit | undefined): readonly string[] => hit?.excerpt.filter(({ isHit }) => isHit).map(({ text }) => text) ?? [];
const whole = (hit: SearchHit | undefined): string => hit?.excerpt.map(({ text }) => text).join('') ?? '';

test('finds parts of words in any script, ignoring case and accents', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Scripts', [
    ['Die Donaudampfschifffahrt in Zürich', 'Ελληνικά ΚΕΊΜΕΝΟ'],
    ['Съешь ещё этих мягких булок', '東京都に住んでいます'],
    ['안녕하세요 세계', 'שלום עולם'],
    ['full width ＷＩＤＥ text', 'combining e\u0301tude'],
  ]);
  for (const [asked, shown] of [
    ['DAMPFSCHIFF', 'dampfschiff'],
    ['zurich', 'Zürich'],
    ['κειμενο', 'ΚΕΊΜΕΝΟ'],
    ['МЯГКИХ', 'мягких'],
    ['んでい', 'んでい'],
    ['東京', '東京'],
    ['세계', '세계'],
    ['עולם', 'עולם'],
    ['wide', 'ＷＩＤＥ'],
    ['étude', 'étude'],
  ] as const) {
    const hits = await find(history, asked);
    expect([asked, hits.length, marked(hits[0])]).toEqual([asked, 1, [shown]]);
  }
  expect(await find(history, 'nothing of the kind')).toEqual([]);
});

test('finds dashes, quotation marks and spaces of models as they are typed, and the other way round', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Signs', [
    ['A non\u2011linear fit\u2014rather 3\u202f\u2212\u202f1', 'It doesn\u2019t; the \u201cred line\u201d is 10\u00a0km'],
    ['plain-text isn\'t "as is"', 'ＡＢＣ－１２３！　x'],
  ]);
  for (const [asked, shown] of [
    ['non-linear', 'non\u2011linear'],
    ['fit-rather', 'fit\u2014rather'],
    ['"3 - 1"', '3\u202f\u2212\u202f1'],
    ["doesn't", 'doesn\u2019t'],
    ['"10 km"', '10\u00a0km'],
    ['\u201cred line\u201d', 'red line'],
    ['plain\u2010text', 'plain-text'],
    ['isn\u02bct', "isn't"],
    ['\u201eas is\u201c', 'as is'],
    ['abc-123!', 'ＡＢＣ－１２３！'],
  ] as const) {
    const hits = await find(history, asked);
    expect([asked, hits.length, marked(hits[0])]).toEqual([asked, 1, [shown]]);
  }
});

test('splits a word at quotes inside it (catches a pasted quotation that isn’t found)', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Songs', [['rock“n”roll', 'a 5" disk']]);
  expect(marked((await find(history, 'rock“n”roll'))[0])).toEqual(['rock', 'n', 'roll']);
  expect(await find(history, 'a "')).toHaveLength(1);
});

test('requires every word, and quoted words together', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'One', [['red green blue', 'green red']]);
  expect(await find(history, 'red green')).toHaveLength(2);
  expect(await find(history, '"red green"')).toHaveLength(1);
  expect(await find(history, 'red yellow')).toEqual([]);
  expect(await find(history, '"red')).toHaveLength(2);
  expect(await find(history, 'red OR NOT *')).toEqual([]);
});

test('treats the index’s query syntax as plain characters', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Signs', [['a NEAR(b) col:umn "quoted" ^start x* %_% \' ; --', 'plain']]);
  for (const text of ['NEAR(b', 'col:umn', '^start', '%_%', "' ;", '* %', '";--']) {
    expect(must(await history.search({ text, limit: 5 })).hits.length).toBeLessThanOrEqual(1);
  }
  expect(await find(history, 'near(b)')).toHaveLength(1);
  expect(await find(history, '%_%')).toHaveLength(1);
  expect(await find(history, '" "')).toEqual([]);
  expect(await find(history, '\0\0\0')).toEqual([]);
});

test('finds words under three characters, also in old messages and beside longer ones', async () => {
  const { history, wait } = await openTestHistory();
  await converse(history, 'Old', [['What is AI about C# and 5G?', '我们在北京见面 😀']]);
  wait(60_000);
  await converse(
    history,
    'Filler',
    Array.from({ length: 210 }, (_, at) => [`question number ${at}`, 'nothing but the simple truth']),
  );
  for (const text of ['ai', 'c#', '5g', '北京', '见', '😀', 'ai 5g', 'what c#']) {
    expect([text, (await find(history, text)).length]).toEqual([text, 1]);
  }
  // inside words, among the newest
  expect((await find(history, 'ru')).length).toBeGreaterThan(100);
  expect(await find(history, 'zq')).toEqual([]);
});

test('searches reasoning, attachments, calls and results', async () => {
  const { history } = await openTestHistory();
  const { conversation } = await converse(history, 'All', [['start', 'end']]);
  const { id: conversationId } = conversation;
  const attachments = [{ name: 'measurements.csv', language: null, text: 'voltage;current' }];
  const { id } = must(await history.add({ conversationId, parentId: null, role: 'user', text: 'see file', attachments }));
  const begun = must(await history.add({ conversationId, parentId: id, role: 'assistant', model: 'm', mode: null }));
  const { answer, ...end } = {
    state: 'complete',
    failure: null,
    mode: null,
    request: null,
    answer: begun.role === 'assistant' ? begun.answer : null,
  } as const;
  if (!answer) throw new Error('an answer was begun');
  must(
    await history.finish({
      messageId: begun.id,
      end: {
        ...end,
        answer: {
          ...answer,
          parts: [
            { kind: 'reasoning', text: 'pondering deeply' },
            { kind: 'tool-call', id: 'c', name: 'ohmslaw', arguments: '{"resistance":4}', state: 'valid' },
          ],
        },
      },
    }),
  );
  must(
    await history.add({
      conversationId,
      parentId: begun.id,
      role: 'tool',
      callId: 'c',
      name: 'ohmslaw',
      text: 'twelve ampere',
      isError: false,
      by: 'user',
    }),
  );
  for (const [text, roles] of [
    ['voltage', ['user']],
    ['measurements.csv', ['user']],
    ['pondering', ['assistant']],
    ['resistance', ['assistant']],
    ['ampere', ['tool']],
    ['ohmslaw', ['tool', 'assistant']],
  ] as const) {
    expect([text, (await find(history, text)).map(({ role }) => role)]).toEqual([text, roles]);
  }
});

test('returns titles above messages, each newest first and once, page by page', async () => {
  const { history, wait } = await openTestHistory();
  for (let at = 0; at < 30; at += 1) {
    await converse(history, at % 3 === 0 ? `needle ${at}` : `other ${at}`, [[`a needle in ${at}`, at % 2 === 0 ? 'needle again' : 'hay']]);
    wait(5000);
  }
  const all = await find(history, 'needle', { limit: 200 });
  expect(all).toHaveLength(10 + 30 + 15);
  expect(all.slice(0, 10).every(({ role }) => role === 'title')).toBe(true);
  for (const group of [all.slice(0, 10), all.slice(10)]) {
    expect(group.map(({ at }) => at)).toEqual(group.map(({ at }) => at).toSorted((a, b) => b - a));
  }
  expect(await find(history, 'needle', { limit: 7 })).toEqual(all);
  expect(must(await history.search({ text: 'needle', limit: 7 })).hits.length).toBeLessThanOrEqual(10 + 7);
  expect(await history.search({ text: 'needle', limit: 7, cursor: 'DROP TABLE' })).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input' },
  });
});

test('returns the kind of the conversation (catches a hit that must look it up, and then opens after a newer choice)', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Chat needle', [['needle', 'ok']]);
  const { id } = must(await history.begin({ kind: 'notebook', title: 'Text needle', settings: plainConversationSettings }));
  must(await history.add({ conversationId: id, parentId: null, role: 'user', text: 'needle', attachments: [] }));
  const hits = await find(history, 'needle');
  expect(hits.map(({ title, role, kind }) => `${title}, ${role}: ${kind}`).toSorted()).toEqual([
    'Chat needle, title: chat',
    'Chat needle, user: chat',
    'Text needle, title: notebook',
    'Text needle, user: notebook',
  ]);
});

test('filters by model, folder and date', async () => {
  const { history, wait } = await openTestHistory();
  const start = Date.UTC(2026, 0, 5, 12);
  const first = await converse(history, 'A needle', [['needle?', 'needle!']], 'alpha');
  wait(86_400_000);
  const second = await converse(history, 'B needle', [['needle?', 'needle!']], 'beta');
  must(await history.change({ id: second.conversation.id, change: { folder: 'Lab' } }));
  const of = (hits: readonly SearchHit[]): readonly string[] => hits.map(({ title, role }) => `${title[0]} ${role}`);
  expect(of(await find(history, 'needle', { model: 'alpha' })).toSorted()).toEqual(['A assistant', 'A title', 'A user']);
  expect(of(await find(history, 'needle', { folder: 'Lab' })).toSorted()).toEqual(['B assistant', 'B title', 'B user']);
  expect(of(await find(history, 'needle', { before: start + 1000 })).toSorted()).toEqual(['A assistant', 'A title', 'A user']);
  expect(of(await find(history, 'needle', { after: start + 1000 })).toSorted()).toEqual(['B assistant', 'B title', 'B user']);
  expect(await find(history, 'needle', { model: 'gamma' })).toEqual([]);
  expect(await find(history, 'needle', { folder: 'Lab', model: 'alpha' })).toEqual([]);
  expect(first.messages).toHaveLength(2);
});

test('finds the same with a filter that leaves many conversations as with one that leaves few', async () => {
  const { history } = await openTestHistory();
  for (let at = 0; at < 70; at += 1) await converse(history, `T${at}`, [['needle?', 'yes']], at % 10 === 0 ? 'rare' : 'common');
  expect(await find(history, 'needle', { model: 'rare' })).toHaveLength(7);
  expect(await find(history, 'needle', { model: 'common', limit: 200 })).toHaveLength(63);
});

test('skips trashed and deleted messages, and finds archived ones', async () => {
  const { history } = await openTestHistory();
  const { conversation, messages } = await converse(history, 'Plain', [
    ['needle one', 'ok'],
    ['needle two', 'ok'],
  ]);
  must(await history.change({ id: conversation.id, change: { isArchived: true } }));
  expect(await find(history, 'needle')).toHaveLength(2);
  must(await history.deleteMessage({ messageId: messages[2]?.id ?? '' }));
  expect(await find(history, 'needle')).toHaveLength(1);
  must(await history.restoreMessage({ messageId: messages[2]?.id ?? '' }));
  expect(await find(history, 'needle')).toHaveLength(2);
  must(await history.trash({ ids: [conversation.id] }));
  expect(await find(history, 'needle')).toEqual([]);
  must(await history.restore({ ids: [conversation.id] }));
  expect(await find(history, 'needle')).toHaveLength(2);
  must(await history.purge({ ids: [conversation.id] }));
  expect(await find(history, 'needle')).toEqual([]);
});

test('shows the match inside a long text without cutting a character', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Long', [[`${'😀'.repeat(500)} needle ${'😀'.repeat(500)}`, 'ok']]);
  const [hit] = await find(history, 'needle');
  expect(marked(hit)).toEqual(['needle']);
  expect(whole(hit)).toMatch(/^…😀+ needle 😀+…$/u);
  expect(whole(hit).length).toBeLessThan(300);
  expect(whole(hit).isWellFormed()).toBe(true);
});

test('ends a cancelled search as cancelled', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Any', [['needle', 'ok']]);
  const controller = new AbortController();
  const asked = history.search({ text: 'needle', limit: 5 }, { signal: controller.signal });
  controller.abort();
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(await find(history, 'needle')).toHaveLength(1);
});

test('finds indexed messages while the disk is full, and the others once there is space', async () => {
  const first = await openTestHistory();
  await converse(first.history, 'Old', [['needle of old', 'ok']]);
  const { messages } = await converse(first.history, 'New', [
    ['needle of late', Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(' ')],
  ]);
  await find(first.history, 'needle');
  await first.history.close();
  const file = path.join(first.folder, 'history.db');
  const db = new DatabaseSync(file);
  for (const { id } of messages) {
    const row = db.prepare('SELECT key FROM message WHERE id = ?').get(id);
    for (const table of ['message_text', 'short_word']) db.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(Number(row?.['key']));
    db.prepare('INSERT INTO unindexed (message) VALUES (?)').run(Number(row?.['key']));
  }
  db.exec('VACUUM');
  db.close();

  await writeFile(`${file}.full`, '');
  const workerUrl = new URL('../full-disk-worker.ts', import.meta.url);
  const { history, bugs } = await openTestHistory({ folder: first.folder, workerUrl });
  expect((await find(history, 'needle')).map(({ title }) => title)).toEqual(['Old']);
  await expect.poll(() => bugs).not.toEqual([]);
  await rm(`${file}.full`);
  // a search indexes only for a moment, and later ones go on
  await expect.poll(async () => (await find(history, 'needle')).map(({ title }) => title)).toEqual(['New', 'Old']);
});
