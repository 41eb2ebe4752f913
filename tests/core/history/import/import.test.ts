import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { historyFormat } from '../../../../electron/core/history/database/schema.ts';
import { openStoredDatabase } from '../../../../electron/core/shared/sqlite/open-database.ts';
import { importFrom } from '../../../../electron/core/history/import/import.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { converse, find, openTestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';
import { node, summary, take, text } from './import-fixture.ts';
import type { History } from '../../../../electron/core/history/history.ts';
import { historyText } from '../../../../electron/core/history/text.ts';

const importText = historyText.import;

test('sorts imported conversations by their time, in the list and in searches', async () => {
  const opened = await openTestHistory();
  await converse(opened.history, 'Today', [['needle today', 'ok']]);
  const mapping = Object.fromEntries([node('q', null, 'user', text('needle long ago'))]);
  const { history } = await take([{ title: 'Long ago', create_time: 1_500_000_000, update_time: 1_500_000_000, mapping }], opened);
  expect(must(await history.list({ shelf: 'current', limit: 5 })).conversations.map(({ title }) => title)).toEqual(['Today', 'Long ago']);
  expect((await find(history, 'needle')).map(({ title }) => title)).toEqual(['Today', 'Long ago']);
});

test('skips hostile elements with wrong types, cycles, endless depth or length', async () => {
  const good = { title: 'Good', create_time: 1_700_000_000, mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) };
  const chain = Object.fromEntries(
    Array.from({ length: 4000 }, (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'user', text(`m${at}`))),
  );
  const { result, history } = await take([
    null,
    42,
    'text',
    [],
    {},
    { mapping: 7 },
    { mapping: { a: null, b: { message: 1, parent: {} } }, title: { toString: 1 } },
    { title: 'Cycle', mapping: Object.fromEntries([node('x', 'y', 'user', text('x')), node('y', 'x', 'user', text('y'))]) },
    { title: 'Deep', mapping: chain, current_node: 'n3999' },
    { chat: { history: { messages: { a: { role: 'user', parentId: 'a', content: 'self' }, b: 3 }, currentId: 'zz' } } },
    { kind: 'chat', messages: 'no', settings: {} },
    {
      title: 'Odd times',
      create_time: 1e300,
      update_time: -5,
      mapping: Object.fromEntries([node('o', null, 'user', text('odd'), { create_time: 'x' })]),
    },
    JSON.parse('{"__proto__":{"polluted":true},"mapping":{"__proto__":{"message":null}}}'),
    good,
  ]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(result.skipped.length).toBe(7);
  expect(result.skipped[0]).toBe(importText.item(1, importText.unknownFormat));
  const all = must(await history.list({ shelf: 'current', limit: 50 })).conversations;
  expect(all.map(({ title }) => title)).toContain('Good');
  const deep = all.find(({ title }) => title === 'Deep');
  expect(must(await history.open({ id: deep?.id ?? '', at: null, limit: 3 })).messages.map(summary)).toEqual([
    'user: m3997',
    'user: m3998',
    'user: m3999',
  ]);
  must(await history.purge({ ids: [deep?.id ?? ''] }));
  expect(await history.read(deep?.id ?? '')).toMatchObject({ ok: false });
  expect(Math.max(...all.map(({ updatedAt }) => updatedAt))).toBeLessThanOrEqual(Date.UTC(2026, 0, 5, 12));
});

test('distinguishes files that are not JSON, cut off or nested without end, and keeps what was read before', async () => {
  const opened = await openTestHistory();
  const folder = await temporaryFolder();
  const file = path.join(folder, 'x.json');
  for (const content of ['', '   ', '[]', '{"conversations": []}', 'hello', '"text"', '12', Buffer.from([0xff, 0xfe, 0x5b, 0])]) {
    await writeFile(file, content);
    expect(await opened.history.importFrom(file)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
  expect(await opened.history.importFrom(path.join(folder, 'absent.json'))).toMatchObject({ ok: false, failure: { code: 'storage' } });

  const good = JSON.stringify({ title: 'Good', mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) });
  const cut = await take(`\uFEFF[${good},{"title":"half","mapping":{"a`, opened);
  expect(cut.result).toEqual({ imported: 1, alreadyHere: 0, skipped: [importText.item(2, importText.cutOff)] });
  const deep = await take(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, opened);
  expect(deep.result).toEqual({ imported: 0, alreadyHere: 0, skipped: [importText.item(1, importText.tooDeep)] });
  const broken = await take('[{"title": nonsense}, {"a":1}]', opened);
  expect(broken.result.skipped).toEqual([importText.item(1, importText.notJson), importText.item(2, importText.unknownFormat)]);
  const strings = await take(
    JSON.stringify([{ title: 'Signs "[{,}]" \\', mapping: Object.fromEntries([node('s', null, 'user', text('"]},{["'))]) }]),
    opened,
  );
  expect(strings.result.imported).toBe(1);
});

test('keeps what was imported when an import is cancelled', async () => {
  const opened = await openTestHistory();
  const file = path.join(await temporaryFolder(), 'many.json');
  const filler = 'x'.repeat(3000);
  const many = Array.from({ length: 3000 }, (_, at) => ({
    title: `T${at}`,
    mapping: Object.fromEntries([node(`g${at}`, null, 'user', text(filler))]),
  }));
  await writeFile(file, JSON.stringify(many));
  const controller = new AbortController();
  const progress: number[] = [];
  const asked = opened.history.importFrom(file, {
    onProgress: (done) => {
      progress.push(done);
      controller.abort();
    },
    signal: controller.signal,
  });
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(progress.length).toBeGreaterThan(0);
  const { conversations } = must(await opened.history.list({ shelf: 'current', limit: 500 }));
  expect(conversations.length).toBeGreaterThan(0);
});

test('skips a conversation that is too large and reads the next one', async () => {
  const { history } = await openTestHistory();
  await converse(history, 'Large', [['Hi', 'x'.repeat(5000)]]);
  const folder = await temporaryFolder();
  const file = path.join(folder, 'own.json');
  must(await history.exportTo({ file, ids: null, format: 'json' }));

  const { db } = openStoredDatabase(historyFormat, { file: path.join(folder, 'second.db'), now: 0 });
  onTestFinished(() => db.close());
  const context = {
    db,
    now: () => 0,
    changed: new Set<number>(),
    purged: new Set<string>(),
    purgedMessages: new Set<string>(),
    deletedMessages: new Set<string>(),
  };
  const control = { signal: new AbortController().signal, progress: () => undefined, reportChanges: () => undefined };
  const own = JSON.parse(await readFile(file, 'utf8')) as { readonly conversations: readonly object[] };
  const after = { title: 'After', mapping: Object.fromEntries([node('g', null, 'user', text('good'))]) };
  await writeFile(file, `\uFEFF${JSON.stringify({ ...own, conversations: [...own.conversations, after] }, null, 2)}`);
  const skipped = [importText.item(1, importText.tooLarge(0.002))];
  expect(must(await importFrom(context, file, control, 0.002))).toEqual({ imported: 1, alreadyHere: 0, skipped });
  expect(must(await importFrom(context, file, control, 1))).toMatchObject({ imported: 2, skipped: [] });
});

/** Creates a conversation that is written in several steps. Its model is listed after the first of them. */
const long = (length: number) => {
  const nodes = Array.from({ length }, (_, at) => node(`n${at}`, at === 0 ? null : `n${at - 1}`, 'user', text(`m${at}`)));
  const answer = node('n1', 'n0', 'assistant', text('m1'), { metadata: { model_slug: 'gpt-x' } });
  return { id: 'long', title: 'Long', current_node: `n${length - 1}`, mapping: Object.fromEntries([...nodes, answer]) };
};

const isWriting = async (history: History) => must(await history.models()).length > 0;

// catches an answer that is not saved while a large file is read
test('answers other calls while a long conversation is imported', async () => {
  const opened = await openTestHistory();
  const file = path.join(await temporaryFolder(), 'long.json');
  await writeFile(file, JSON.stringify([long(12_000)]));
  let isOver = false;
  const importing = opened.history.importFrom(file).finally(() => void (isOver = true));
  let meanwhile = 0;
  for (;;) {
    must(await opened.history.folders());
    if (isOver) break;
    if (await isWriting(opened.history)) meanwhile += 1;
  }
  expect(must(await importing)).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  expect(meanwhile).toBeGreaterThan(2);
  const [kept] = must(await opened.history.list({ shelf: 'current', limit: 5 })).conversations;
  expect(must(await opened.history.open({ id: kept?.id ?? '', at: null, limit: 2 })).messages.map(summary)).toEqual([
    'user: m11998',
    'user: m11999',
  ]);
  expect(must(await opened.history.importFrom(file))).toMatchObject({ imported: 0, alreadyHere: 1 });
});

test('keeps nothing of a long conversation whose import is stopped or dies with the program', async () => {
  const opened = await openTestHistory();
  const file = path.join(await temporaryFolder(), 'long.json');
  await writeFile(file, JSON.stringify([long(12_000)]));
  const controller = new AbortController();
  const importing = opened.history.importFrom(file, { onProgress: () => undefined, signal: controller.signal });
  while (!(await isWriting(opened.history)));
  controller.abort();
  expect(await importing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(await isWriting(opened.history)).toBe(false);

  const dying = opened.history.importFrom(file);
  while (!(await isWriting(opened.history)));
  await opened.history.close();
  await dying;
  const again = await openTestHistory({ folder: opened.folder });
  expect(await isWriting(again.history)).toBe(false);
});

// catches an import that loses what it is writing, and stops, because the user empties the trash meanwhile
test('neither shows a conversation in the trash while it is imported nor deletes it with the trash', async () => {
  const opened = await openTestHistory();
  const file = path.join(await temporaryFolder(), 'long.json');
  await writeFile(file, JSON.stringify([long(12_000)]));
  let isOver = false;
  const importing = opened.history.importFrom(file).finally(() => void (isOver = true));
  while (!(await isWriting(opened.history)));
  let inTrash = 0;
  for (;;) {
    must(await opened.history.emptyTrash());
    if (isOver) break;
    inTrash += must(await opened.history.list({ shelf: 'trash', limit: 1 })).conversations.length;
  }
  expect(must(await importing)).toEqual({ imported: 1, alreadyHere: 0, skipped: [] });
  expect({ inTrash, purged: opened.purged }).toEqual({ inTrash: 0, purged: [] });
});
