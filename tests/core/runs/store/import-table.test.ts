import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TableOptions } from '../../../../electron/contract/run-recipe.ts';
import type { ResultFilter } from '../../../../electron/contract/run-results.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { control, openTestStore } from './open-test-store.ts';

/** Opens a store with an empty run and a file with this text, which fits in one read. */
async function openImport(format: TableOptions['format'], text: string) {
  const folder = await temporaryFolder();
  const opened = await openTestStore(folder, []);
  const file = path.join(folder, `table.${format}`);
  await writeFile(file, text);
  const options = { format, encoding: 'utf-8', delimiter: ',', hasHeader: true, sheet: null } as const;
  return { ...opened, table: { id: 'run', path: file, fileName: 'table', folder, options } };
}

const shortRows = `text\n${'x\n'.repeat(6000)}`;

describe('importTable', () => {
  it('lets other calls in after each batch of rows (catches a cancellation that waits for a whole file)', async () => {
    const { store, table } = await openImport('csv', shortRows);
    const aborting = new AbortController();
    const progress: number[] = [];
    const imported = await store.importTable(table, {
      ...control,
      signal: aborting.signal,
      progress: (rows) => {
        progress.push(rows);
        setImmediate(() => aborting.abort());
      },
    });
    expect(imported).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(progress).toEqual([2000]);
    expect(must(store.read('run'))).toMatchObject({ rows: 0, isReading: false });
  });

  it('keeps the problem that stopped reading and puts it first (catches a run with a part of the table and no sign of it)', async () => {
    const malformed = '7,"he said "no" to it" x\n'.repeat(105);
    const { store, table } = await openImport('csv', `id,text\n1,good\n${malformed}${'2,good\n'.repeat(1000)}`);
    const imported = must(await store.importTable(table, control));
    expect(imported).toMatchObject({ rows: 1, problemCount: 101 });
    expect(imported.problems).toHaveLength(100);
    expect(imported.problems.slice(0, 2).map(({ kind, line }) => [kind, line])).toEqual([
      ['too-many-bad-quotes', 103],
      ['bad-quotes', 3],
    ]);
    expect(must(store.read('run')).source?.problems[0]?.kind).toBe('too-many-bad-quotes');
  });

  it('keeps a skipped row after many changed values (catches an export that counts as complete)', async () => {
    const { store, table } = await openImport('csv', `id,text\n${'1\n'.repeat(200)}2,good,surplus\n`);
    const { problems, problemCount } = must(await store.importTable(table, control));
    expect(problems.map(({ kind }) => kind)).toEqual(['too-many-fields', ...Array.from({ length: 99 }, () => 'too-few-fields')]);
    expect(problemCount).toBe(201);
  });

  it('stores no empty values at the end of a row (catches gigabytes for a wide table of few values)', async () => {
    const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c${index}`, 'x']));
    const { store, db, table } = await openImport('jsonl', `${JSON.stringify(wide)}\n{"c1": "y"}\n{}\n`);
    must(await store.importTable(table, control));
    expect(db.all('SELECT data FROM data_row').slice(1)).toEqual([{ data: '["","y"]' }, { data: '[]' }]);
    const find = (filter: Pick<Extract<ResultFilter, { kind: 'column' }>, 'is' | 'text'>): readonly number[] => {
      const column = { kind: 'value', column: 'c2' } as const;
      const view = { sort: null, filters: [{ kind: 'column', column, ...filter } as const] };
      return must(store.page({ id: 'run', view, offset: 0, limit: 5 })).rows.map(({ row }) => row);
    };
    expect(find({ is: 'empty', text: '' })).toEqual([2, 3]);
    expect(find({ is: 'equals', text: '' })).toEqual([2, 3]);
    expect(find({ is: 'differs', text: '' })).toEqual([1]);
    expect(find({ is: 'lacks', text: 'x' })).toEqual([2, 3]);
    expect(find({ is: 'less', text: 'a' })).toEqual([2, 3]);
    const page = must(store.page({ id: 'run', view: { sort: null, filters: [] }, offset: 1, limit: 1 }));
    expect(page.rows[0]?.values).toEqual({ ...Object.fromEntries(Object.keys(wide).map((name) => [name, ''])), c1: 'y' });
  });
});
