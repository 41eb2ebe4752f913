import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/**
 * The history's own worker, with a full disk while there is a file named like the database with `.full` added: the database can't grow
 * then. With `.full-at-commit` added, the disk is full only when a change is written.
 */
const { file } = workerData as { readonly file: string };
const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec')?.value as (this: DatabaseSync, sql: string) => void;
DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith('BEGIN')) exec.call(this, `PRAGMA max_page_count = ${existsSync(`${file}.full`) ? 1 : 0xfffffffe}`);
  if (sql === 'COMMIT' && existsSync(`${file}.full-at-commit`)) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  exec.call(this, sql);
};
await import('../../../electron/core/history/history-worker.ts');
