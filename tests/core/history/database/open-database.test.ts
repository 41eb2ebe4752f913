import { mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../electron/core/history/database/open-database.ts';
import { schema, schemaVersion } from '../../../../electron/core/history/database/schema.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { converse, find, openTestHistory } from '../open-test-history.ts';
import { must } from '../../../support/must.ts';

const now = Date.UTC(2026, 10, 15);
/** A history of each released version, as SQL. */
const fixture = (version: number): Promise<string> => readFile(path.join(import.meta.dirname, `version-${version}.sql`), 'utf8');
const versions = Array.from({ length: schemaVersion }, (_, at) => at + 1);

async function storedAt(version: number): Promise<string> {
  const file = path.join(await temporaryFolder(), 'history.db');
  const db = new DatabaseSync(file);
  db.exec(await fixture(version));
  db.close();
  return file;
}

test.each(versions)('opens a history of version %i with all its content', async (version) => {
  const file = await storedAt(version);
  const { history, failures } = await openTestHistory({ folder: path.dirname(file) });
  const { conversations } = must(await history.list({ shelf: 'current', limit: 10 }));
  expect(conversations.map(({ title, folder }) => [title, folder])).toEqual([['Bridges', 'Lab']]);
  const { messages } = must(await history.open({ id: conversations[0]?.id ?? '', at: null, limit: 10 }));
  expect(messages).toMatchObject([
    { role: 'user', text: 'How long?', attachments: [{ name: 'plan.txt' }] },
    { role: 'assistant', model: 'alpha-R1', state: 'interrupted', answer: { parts: [{ kind: 'text', text: 'Very long.' }] } },
  ]);
  expect(must(await history.search({ text: 'very lo', limit: 5 })).hits).toHaveLength(1);
  expect(must(await history.folders())).toContainEqual({ name: 'Lab', conversations: 1 });
  expect(failures).toEqual([]);
});

const shape = (db: DatabaseSync): unknown => db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();

test('creates a new history with the schema of the newest version', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec(schema);
  const stored = new DatabaseSync(await storedAt(schemaVersion));
  expect(shape(stored)).toEqual(shape(db));
});

test.each(versions)('migrates version %i to the schema of a new history', async (version) => {
  const file = await storedAt(version);
  openDatabase({ file, now }).db.close();
  const migrated = new DatabaseSync(file);
  const made = new DatabaseSync(':memory:');
  made.exec(schema);
  expect(shape(migrated)).toEqual(shape(made));
  migrated.close();
});

test('moves the tokens of an answer of version 2 out of it (catches log probabilities that a new version can’t read)', async () => {
  const file = await storedAt(2);
  const old = new DatabaseSync(file);
  const logprobs = [
    { token: 'Very', logprob: null, top: [] },
    {
      token: ' long',
      logprob: -0.123_456_789,
      top: [
        { token: ' long', logprob: -0.123_456_789 },
        { token: '"', logprob: -3.402_823_466_385_288_6e38 },
      ],
    },
  ];
  old
    .prepare("UPDATE message SET state = 'complete', body = json_set(body, '$.answer.logprobs', json(?)) WHERE id = 'm-2'")
    .run(JSON.stringify(logprobs));
  old.close();
  const { history } = await openTestHistory({ folder: path.dirname(file) });
  expect(must(await history.message('m-2'))).toMatchObject({ answer: { logprobs: null, tokenCount: 2, parts: [{ text: 'Very ' }] } });
  const { total, tokens } = must(await history.tokens({ messageId: 'm-2', from: 0, limit: 10, withAlternatives: true }));
  expect([total, tokens]).toEqual([
    2,
    [
      { text: 'Very', logprob: null, alternatives: [], kind: 'content' },
      {
        text: ' long',
        logprob: -0.123_456_789,
        alternatives: [
          { text: ' long', logprob: -0.123_456_789 },
          { text: '"', logprob: -3.402_823_466_385_288_6e38 },
        ],
        kind: 'content',
      },
    ],
  ]);
});

test('indexes the messages and titles of version 3 anew (catches a hyphen of a model that a typed one doesn’t find)', async () => {
  const file = await storedAt(3);
  const old = new DatabaseSync(file);
  old.exec(`
    UPDATE conversation SET title = 'Non\u2011linear \u201cbridges\u201d', folded_title = 'non\u2011linear \u201cbridges\u201d';
    UPDATE message SET state = 'complete', body = json_set(body, '$.answer.parts[0].text', 'A non\u2011linear model') WHERE id = 'm-2';
    DELETE FROM growth;
    DELETE FROM unindexed;
    INSERT INTO passage (rowid, text) SELECT key, 'a non\u2011linear model' FROM message WHERE id = 'm-2';`);
  old.close();
  const { history } = await openTestHistory({ folder: path.dirname(file) });
  for (const text of ['non-linear', 'Non\u2011linear']) {
    expect((await find(history, text)).map(({ role }) => role)).toEqual(['assistant', 'title']);
  }
  expect((await find(history, '"bridges"')).map(({ role }) => role)).toEqual(['title']);
  expect((await readdir(path.dirname(file))).filter((name) => name.endsWith('.backup'))).toEqual([]);
});

test('migrates once, after copying the file', async () => {
  const file = await storedAt(1);
  const step = {
    from: 1,
    apply: (db: { exec: (sql: string) => void }) => db.exec("ALTER TABLE conversation ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"),
  };
  const next = { file, now, version: 2, migrations: [step] };
  const { db, problem } = openDatabase(next);
  expect(problem).toBeUndefined();
  expect(db.one('SELECT title, mood FROM conversation')).toEqual({ title: 'Bridges', mood: 'calm' });
  db.close();
  openDatabase(next).db.close();

  const backup = `${file}.version-1-2026-11-15.backup`;
  expect((await readdir(path.dirname(file))).filter((name) => name.includes('backup'))).toEqual([path.basename(backup)]);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const before = new DatabaseSync(backup);
  expect(before.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(before.prepare('SELECT title FROM conversation').all()).toEqual([{ title: 'Bridges' }]);
  before.close();
});

test('leaves no part of a copy when copying fails (catches a disk that a copy keeps full)', async () => {
  const file = await storedAt(1);
  const db = new DatabaseSync(file);
  const page = db
    .prepare("SELECT rootpage, (SELECT page_size FROM pragma_page_size) AS size FROM sqlite_schema WHERE name = 'message'")
    .get();
  db.close();
  const bytes = await readFile(file);
  const size = Number(page?.['size']);
  bytes.fill(0xff, (Number(page?.['rootpage']) - 1) * size, Number(page?.['rootpage']) * size);
  await writeFile(file, bytes);
  const { db: replaced, problem } = openDatabase({ file, now, version: 2, migrations: [{ from: 1, apply: () => undefined }] });
  replaced.close();
  expect(problem).toMatchObject({ reason: 'database-replaced' });
  expect((await readdir(path.dirname(file))).filter((name) => name.endsWith('.backup'))).toEqual([]);
});

test('leaves the file unchanged when a migration fails', async () => {
  const file = await storedAt(1);
  const apply = (db: { exec: (sql: string) => void }): void => {
    db.exec('DELETE FROM message');
    throw new Error('no');
  };
  expect(() => openDatabase({ file, now, version: 2, migrations: [{ from: 1, apply }] })).toThrow('no');
  const { db } = openDatabase({ file, now });
  expect(db.one('SELECT count(*) AS count FROM message')).toEqual({ count: 2 });
  db.close();
});

test('reads and searches a newer history, refuses to change it, and says why', async () => {
  const file = await storedAt(schemaVersion);
  const newer = new DatabaseSync(file);
  newer.exec("UPDATE message SET state = 'complete' WHERE state IS NOT NULL; DELETE FROM unindexed");
  newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
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
  const file = await storedAt(schemaVersion);
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
  const file = await storedAt(schemaVersion);
  const folder = path.dirname(file);
  await writeFile(file, 'x'.repeat(8192));
  await writeFile(`${file}-wal`, 'the newest');
  const { history } = await openTestHistory({ folder });
  must(await history.list({ shelf: 'current', limit: 5 }));
  const setAside = (await readdir(folder)).find((name) => name.includes('.damaged-') && name.endsWith('-wal')) ?? '';
  expect(await readFile(path.join(folder, setAside), 'utf8')).toBe('the newest');
});
