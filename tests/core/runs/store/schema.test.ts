import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createRunStore } from '../../../../electron/core/runs/store/run-store.ts';
import { runsFormat } from '../../../../electron/core/runs/store/schema.ts';
import { openStoredDatabase } from '../../../../electron/core/shared/sqlite/open-database.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

it('opens runs of version 1 without a copy, and their tokens count as spent (catches a full disk, and a limit that starts over)', async () => {
  const file = path.join(await temporaryFolder(), 'runs.db');
  const old = new DatabaseSync(file);
  old.exec(await readFile(path.join(import.meta.dirname, 'version-1.sql'), 'utf8'));
  old.close();
  const { db, problem } = openStoredDatabase(runsFormat, { file, now: 0 });
  const { store } = createRunStore(db, () => 1);
  expect(problem).toBeUndefined();
  expect(must(store.list())).toMatchObject([{ id: 'r-1', rows: 1, done: 1, promptTokens: 30, completionTokens: 12, spentTokens: 42 }]);
  expect(must(store.row({ id: 'r-1', row: 1 })).values).toEqual(['pear']);
  db.close();
  expect(await readdir(path.dirname(file))).toEqual(['runs.db']);
});
