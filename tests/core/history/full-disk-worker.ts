import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/**
 * The history's own worker, with a full disk while there is a file named like the database with `.full` added: the database can't grow
 * then.
 */
const { file } = workerData as { readonly file: string };
const exec = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, 'exec')?.value as (this: DatabaseSync, sql: string) => void;
DatabaseSync.prototype.exec = function (sql) {
  if (sql.startsWith('BEGIN')) exec.call(this, `PRAGMA max_page_count = ${existsSync(`${file}.full`) ? 1 : 0xfffffffe}`);
  exec.call(this, sql);
};
await import('../../../electron/core/history/history-worker.ts');
