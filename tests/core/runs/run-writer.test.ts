import { expect, it, vi } from 'vitest';
import type { Result } from '../../../electron/contract/failure.ts';
import { createRunWriter } from '../../../electron/core/runs/run-writer.ts';
import { sqliteFailure } from '../../../electron/core/shared/sqlite/failures.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { openTestStore, result } from './store/open-test-store.ts';

it('keeps results while the disk is full, and writes them when there is room (catches results that are lost or requested again)', async () => {
  const { store, db } = await openTestStore(await temporaryFolder(), [
    ['a', 1],
    ['b', 2],
  ]);
  const pages = db.one<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  db.exec(`PRAGMA max_page_count = ${pages}`); // SQLite answers as on a full disk
  const saved: number[] = [];
  const writer = createRunWriter({
    id: 'run',
    save: async (batch): Promise<Result<undefined>> => {
      try {
        return store.saveResults(batch);
      } catch (error) {
        const failure = sqliteFailure(error, db.file, 'runs');
        if (!failure) throw error;
        return failure;
      }
    },
    runningMs: () => 0,
    onSaved: (results) => saved.push(...results.map(({ row }) => row)),
    onFailed: () => undefined,
  });
  const long = 'x'.repeat(50_000);
  writer.add(result(1, 0, long));
  writer.add(result(2, 0, long));
  await vi.waitFor(() => expect(writer.failure()).toMatchObject({ reason: 'database-disk-full' }), waitOptions);
  expect([saved, writer.countUnsaved(), must(store.read('run')).done]).toEqual([[], 2, 0]);
  db.exec('PRAGMA max_page_count = 100000');
  await writer.flush();
  expect(saved).toEqual([1, 2]);
  expect(writer.failure()).toBeNull();
  expect(must(store.read('run')).done).toBe(2);
});
