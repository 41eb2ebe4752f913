import { createHash, randomBytes } from 'node:crypto';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Database } from '../../../electron/core/shared/sqlite/database.ts';
import { historyFormat } from '../../../electron/core/history/database/schema.ts';
import { openStoredDatabase } from '../../../electron/core/shared/sqlite/open-database.ts';
import { normalize } from '../../../electron/core/history/search/normalize.ts';
import { createTextIndex } from '../../../electron/core/history/search/search.ts';
import { putImage, useImages } from '../../../electron/core/history/repository/images.ts';
import { emptyAnswer, nextKey } from '../../../electron/core/history/repository/message-body.ts';
import { putInFolder } from '../../../electron/core/history/repository/folders.ts';
import { makeText, type MadeText } from './made-text.ts';

export interface FillOptions {
  readonly file: string;
  readonly conversations: number;
  readonly messagesEach: number;
  /** Questions, from the first on, that have an image. Defaults to none. */
  readonly images?: number;
}

/** Models by frequency. The last one answered in a few conversations only. */
export const models = ['alpha-R1', 'beta-4-scout', 'gamma-oss-120b', 'delta-rare'] as const;
export const start = Date.UTC(2024, 0, 1);

/** Writes a very busy user's history with the product's own schema and index. */
export function fillHistory({ file, conversations, messagesEach, images = 0 }: FillOptions): MadeText {
  const text = makeText(42);
  const { db } = openStoredDatabase(historyFormat, { file, now: start });
  db.exec('PRAGMA synchronous = OFF');
  const span = Date.UTC(2026, 0, 1) - start;
  const index = createTextIndex(db);
  for (let first = 0; first < conversations; first += 200) {
    db.transaction(() => {
      for (let at = first; at < Math.min(conversations, first + 200); at += 1) {
        writeConversation(db, text, at, start + Math.floor((span * at) / conversations), messagesEach);
      }
      return ok(undefined);
    });
    while (index.catchUp(1000));
  }
  addImages(db, images);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return text;
}

/** A screenshot of text takes about as much. */
const imageBytes = 60_000;

function addImages(db: Database, count: number): void {
  const questions = db.all<{ key: number; body: string }>("SELECT key, body FROM message WHERE role = 'user' ORDER BY key LIMIT ?", count);
  db.transaction(() => {
    for (const { key, body } of questions) {
      const content = randomBytes(imageBytes);
      const hash = createHash('sha256').update(content).digest('hex');
      const image = { hash, type: 'image/png', width: 1568, height: 1000, bytes: imageBytes } as const;
      putImage(db, { image, content });
      useImages(db, key, [image]);
      const parsed = { ...(JSON.parse(body) as object), images: [{ ...image, name: 'figure.png', alternative: '' }] };
      db.run('UPDATE message SET body = ? WHERE key = ?', JSON.stringify(parsed), key);
    }
    return ok(undefined);
  });
}

function writeConversation(db: Database, text: MadeText, at: number, createdAt: number, messagesEach: number): void {
  const model = at % 1000 === 7 ? models[3] : (models[at % 3] ?? models[0]);
  const title = text.words(4);
  const id = `conversation-${at}`;
  db.run(
    `INSERT INTO conversation (id, kind, title, normalized_title, is_named, created_at, updated_at, is_pinned, is_archived, settings)
     VALUES (?, 'chat', ?, ?, 0, ?, ?, ?, 0, ?)`,
    id,
    title,
    normalize(title),
    createdAt,
    createdAt + messagesEach * 40_000,
    at % 2000 === 0 ? 1 : 0,
    JSON.stringify({ ...plainConversationSettings, model }),
  );
  const key = db.one<{ key: number }>('SELECT key FROM conversation WHERE id = ?', id)?.key ?? 0;
  if (at % 10 === 0) putInFolder(db, key, `folder ${at % 7}`);
  let parent: number | null = null;
  for (let step = 0; step < messagesEach; step += 1) {
    const time = createdAt + step * 40_000;
    const message = nextKey(db, time);
    const isAnswer = step % 2 === 1;
    const words =
      text.words(Math.floor(isAnswer ? 30 + text.random() * 140 : 5 + text.random() * 50)) + (at % 500 === 3 ? ' 北京 rarest needle' : '');
    const body = isAnswer
      ? { answer: { ...emptyAnswer, parts: [{ kind: 'text', text: words }], finish: 'stop' }, failure: null }
      : { text: words, attachments: [] };
    db.run(
      'INSERT INTO message (key, id, conversation, parent, role, created_at, state, model, mode, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      message,
      `message-${at}-${step}`,
      key,
      parent,
      isAnswer ? 'assistant' : 'user',
      time,
      isAnswer ? 'complete' : null,
      isAnswer ? model : null,
      isAnswer ? 'proxy' : null,
      JSON.stringify(body),
    );
    db.run('INSERT INTO unindexed (message) VALUES (?)', message);
    parent = message;
  }
  db.run('UPDATE conversation SET leaf = ? WHERE key = ?', parent, key);
}
