import { mkdir, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestHistory } from '../history/open-test-history.ts';

test('opens a database with a later call once the cause of a failure has passed (catches one failure that lasts until a restart)', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'history.db');
  await mkdir(file); // a folder in place of the file: a real failure, also for root
  const { history, failures } = await openTestHistory({ folder });
  const list = () => history.list({ shelf: 'current', limit: 5 });
  expect(await list()).toMatchObject({ ok: false, failure: { code: 'storage' } });
  await rmdir(file);
  await eventually(async () => expect(must(await list()).conversations).toEqual([]));
  expect(must(await history.putFolder({ name: 'Saved', replaces: null }))).toHaveLength(1);
  expect(failures).toHaveLength(1);
});
