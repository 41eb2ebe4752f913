import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from 'node:sqlite';
import type { UsualQuestion } from './usual-way.ts';

/** The worker of `usual-way.ts`. */
const db = new DatabaseSync((workerData as { readonly file: string }).file, { readOnly: true });
db.exec('PRAGMA cache_size = -32768');

const ranked = db.prepare(
  'SELECT m.id, m.body FROM message_text JOIN message m ON m.key = message_text.rowid WHERE message_text MATCH ? ORDER BY rank LIMIT 50',
);
const like = db.prepare("SELECT id, body FROM message WHERE body LIKE '%' || ? || '%' ORDER BY created_at DESC LIMIT 50");
const everything = db.prepare('SELECT * FROM conversation WHERE trashed_at IS NULL ORDER BY is_pinned DESC, updated_at DESC');
const wholeConversation = db.prepare(
  'SELECT m.* FROM message m JOIN conversation c ON c.key = m.conversation WHERE c.id = ? ORDER BY m.created_at',
);

function answer(question: UsualQuestion): readonly unknown[] {
  switch (question.kind) {
    case 'ranked':
      return ranked.all(question.match);
    case 'like':
      return like.all(question.text);
    case 'list':
      return everything.all();
    case 'open':
      return wholeConversation.all(question.id).map((row) => Object.assign(row, { body: JSON.parse(String(row['body'])) as unknown }));
  }
}

parentPort?.on('message', (question: UsualQuestion) => parentPort?.postMessage(answer(question), []));
