import { renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { historyFormat } from '../../../../electron/core/history/database/schema.ts';
import { openStoredDatabase } from '../../../../electron/core/shared/sqlite/open-database.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { converse, openTestHistory } from '../open-test-history.ts';

/** Returns the file of a history with one conversation. */
async function savedHistory(): Promise<string> {
  const { history, folder } = await openTestHistory();
  await converse(history, 'Bridges', [['How long?', 'Very long.']]);
  await history.close();
  return path.join(folder, 'history.db');
}

test('migrates an older history once, and leaves it unchanged if that fails', async () => {
  const file = await savedHistory();
  const open = (sql: string) =>
    openStoredDatabase(
      { ...historyFormat, version: historyFormat.version + 1, migrations: { [historyFormat.version]: (db) => db.exec(sql) } },
      { file, now: 0 },
    );
  expect(() => open('DELETE FROM message; nonsense')).toThrow('nonsense');
  for (let time = 0; time < 2; time += 1) {
    const { db, problem } = open("ALTER TABLE conversation ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'");
    expect(problem).toBeUndefined();
    expect(db.one('SELECT title, mood, (SELECT count(*) FROM message) AS messages FROM conversation')).toEqual({
      title: 'Bridges',
      mood: 'calm',
      messages: 2,
    });
    db.close();
  }
});

// Windows renames no file that a virus scanner has open.
test('moves a damaged history aside as a whole or not at all (catches the loss of the newest messages at the next start)', async () => {
  const file = await savedHistory();
  await writeFile(file, 'x'.repeat(8192));
  await writeFile(`${file}-wal`, 'the newest');
  const rename = (from: string, to: string): void => {
    if (from === file) throw new Error('busy');
    renameSync(from, to);
  };
  expect(() => openStoredDatabase(historyFormat, { file, now: 0, rename })).toThrow('busy');
  expect((await readdir(path.dirname(file))).filter((name) => name.includes('damaged'))).toEqual([]);
  expect(await readFile(`${file}-wal`, 'utf8')).toBe('the newest');
});

test('empties the drive’s cache at each commit, on macOS too', async () => {
  const { db } = openStoredDatabase(historyFormat, { file: await savedHistory(), now: 0 });
  const pragmas = ['synchronous', 'fullfsync', 'checkpoint_fullfsync'].map((name) => Object.values(db.one(`PRAGMA ${name}`) ?? {})[0]);
  db.close();
  expect(pragmas).toEqual([2, 1, 1]);
});

test('reads and searches a newer history, refuses to change it, and says why', async () => {
  const file = await savedHistory();
  const newer = new DatabaseSync(file);
  newer.exec(`PRAGMA user_version = ${historyFormat.version + 1}`);
  newer.close();
  const before = await readFile(file);
  const { history, failures } = await openTestHistory({ folder: path.dirname(file) });
  const [found] = must(await history.list({ shelf: 'current', limit: 10 })).conversations;
  const { messages } = must(await history.open({ id: found?.id ?? '', at: null, limit: 10 }));
  expect(messages).toHaveLength(2);
  expect(must(await history.open({ id: found?.id ?? '', at: messages[0]?.id ?? '', limit: 10 })).messages).toHaveLength(2);
  must(await history.search({ text: 'bridges', limit: 5 }));
  expect(failures).toMatchObject([{ reason: 'database-newer', params: { file } }]);
  expect(await history.trash({ ids: [found?.id ?? ''] })).toMatchObject({ ok: false, failure: { code: 'storage' } });
  expect(await history.importFrom(file)).toMatchObject({ ok: false, failure: { code: 'storage' } });
  await history.close();
  expect(await readFile(file)).toEqual(before);
});

test.each([
  ['garbage', (file: string) => writeFile(file, 'garbage '.repeat(2000))],
  ['half of a history', async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))],
  [
    'another program’s database',
    async (file: string) => {
      await rm(file);
      const other = new DatabaseSync(file);
      other.exec('CREATE TABLE theirs (a)');
      other.close();
    },
  ],
])('sets %s aside under a reported name, and never overwrites an earlier one', async (_, damage) => {
  const file = await savedHistory();
  await damage(file);
  const before = await readFile(file);
  const { history, failures } = await openTestHistory({ folder: path.dirname(file) });
  await converse(history, 'New', [['a', 'b']]);
  expect(failures).toMatchObject([{ code: 'storage', reason: 'database-replaced' }]);
  const setAside = failures[0]?.params['setAside'] as string;
  expect(await readFile(setAside)).toEqual(before);
  expect(must(await history.list({ shelf: 'current', limit: 5 })).conversations.map(({ title }) => title)).toEqual(['New']);
});

test('reports a file that can’t be opened, and every call says why', async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'history.db'));
  const { history, failures } = await openTestHistory({ folder });
  expect(await history.list({ shelf: 'current', limit: 5 })).toMatchObject({ ok: false, failure: { code: 'storage' } });
  expect(failures).toHaveLength(1);
});

test('moves the write-ahead file of a damaged history aside with it (catches the loss of the newest messages)', async () => {
  const file = await savedHistory();
  const folder = path.dirname(file);
  await writeFile(file, 'x'.repeat(8192));
  await writeFile(`${file}-wal`, 'the newest');
  const { history } = await openTestHistory({ folder });
  must(await history.list({ shelf: 'current', limit: 5 }));
  const setAside = (await readdir(folder)).find((name) => name.includes('.damaged-') && name.endsWith('-wal')) ?? '';
  expect(await readFile(path.join(folder, setAside), 'utf8')).toBe('the newest');
});
