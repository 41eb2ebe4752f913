import { describe, expect, it } from 'vitest';
import type { ResultColumn, ResultFilter, ResultView } from '../../../../electron/contract/run-results.ts';
import type { RunStore } from '../../../../electron/core/runs/store/run-store.ts';
import { must } from '../../../support/must.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { control, openTestStore, recipe, result } from './open-test-store.ts';

const rows = [
  ['pear', 10],
  ['Apple', 9],
  ['fig', 100],
  ['', ''],
] as const;

function order(store: RunStore, view: Partial<ResultView>): readonly number[] {
  return must(store.page({ id: 'run', view: { sort: null, filters: [], ...view }, offset: 0, limit: 50 })).rows.map(({ row }) => row);
}
const filtered = (store: RunStore, filter: ResultFilter): readonly number[] => order(store, { filters: [filter] });
const answers: ResultColumn = { kind: 'answer', variantId: 'a.t', repeat: 1 };

describe('run store', () => {
  it('returns few pending rows at a time when they are long (catches gigabytes in memory for a table of long texts)', async () => {
    const long = 'x'.repeat(3 * 1024 * 1024);
    const { store } = await openTestStore(
      await temporaryFolder(),
      [...Array(4).keys()].map((size) => [long, size]),
    );
    const pendingAfter = (after: number): readonly number[] =>
      must(store.pending({ id: 'run', after, lastRow: Infinity, limit: 100, isRetry: false })).map(({ row }) => row);
    expect(pendingAfter(0)).toEqual([1, 2]);
    expect(pendingAfter(2)).toEqual([3, 4]);
  });

  it('ignores a result that is saved twice (catches an answer that is counted and overwritten again)', async () => {
    const { store, save } = await openTestStore(await temporaryFolder(), rows);
    save([result(1, 0, 'first'), result(1, 3, 'x', { state: 'failed' })]);
    save([result(1, 0, 'second')]);
    expect(must(store.read('run'))).toMatchObject({
      done: 1,
      failed: 1,
      promptTokens: 6,
      requests: 2,
      failures: [{ code: 'service-error', count: 1 }],
    });
    expect(must(store.cell({ id: 'run', cell: { row: 1, variantId: 'a.t', repeat: 1 } })).result?.answer).toBe('first');
    expect(must(store.pending({ id: 'run', after: 0, lastRow: 1, limit: 10, isRetry: false }))).toEqual([
      { row: 1, values: ['pear', '10'], slots: [1, 2] },
    ]);
    expect(must(store.countPending({ id: 'run', lastRow: 2, isRetry: false }))).toBe(6);
  });

  it('makes failed cells pending again, one or all', async () => {
    const { store, save } = await openTestStore(await temporaryFolder(), rows);
    const failed = [result(1, 0, '', { state: 'failed' }), result(2, 1, 'x', { state: 'invalid' }), result(3, 0, 'good')];
    save(failed);
    expect(must(store.retry({ id: 'run', cell: { row: 2, variantId: 'a.t', repeat: 2 }, isNew: true })).failed).toBe(1);
    expect(must(store.retry({ id: 'run', cell: { row: 3, variantId: 'a.t', repeat: 1 }, isNew: true })).failed).toBe(0);
    expect(must(store.retry({ id: 'run', cell: null, isNew: true }))).toMatchObject({
      failed: 1,
      failures: [{ code: 'service-error', count: 1 }],
    });
    expect(must(store.read('run'))).toMatchObject({ done: 1, failed: 0, failures: [] });
  });

  it('sorts by number when all values are numbers, otherwise by text, with empty ones last', async () => {
    const { store, save } = await openTestStore(await temporaryFolder(), rows);
    const by = (column: ResultColumn, isDescending = false): readonly number[] => order(store, { sort: { column, isDescending } });
    expect(by({ kind: 'value', column: 'size' })).toEqual([2, 1, 3, 4]);
    expect(by({ kind: 'value', column: 'size' }, true)).toEqual([3, 1, 2, 4]);
    expect(by({ kind: 'value', column: 'text' })).toEqual([2, 3, 1, 4]);
    expect(by({ kind: 'row' }, true)).toEqual([4, 3, 2, 1]);
    save([result(3, 0, 'a'), result(1, 0, 'b', { fields: { 'the "label"': 'z', label: 'y' } })]);
    expect(by(answers)).toEqual([3, 1, 2, 4]);
    expect(by({ kind: 'total-time', variantId: 'a.t', repeat: 1 }, true)).toEqual([3, 1, 2, 4]);
    expect(by({ kind: 'field', variantId: 'a.t', repeat: 1, field: 'label' })).toEqual([1, 2, 3, 4]);
    save([result(2, 0, ''), result(2, 1, 'c'), result(4, 1, 'D')]);
    expect(by(answers, true)).toEqual([1, 3, 2, 4]);
    expect(by({ ...answers, repeat: 2 }, true)).toEqual([4, 2, 1, 3]);
    const filters: readonly ResultFilter[] = [{ kind: 'column', column: answers, is: 'lacks', text: 'x' }];
    expect(order(store, { sort: { column: answers, isDescending: true }, filters })).toEqual([1, 3, 2, 4]);
  });

  it('filters by columns, failures, text in any column and differences', async () => {
    const { store, save } = await openTestStore(await temporaryFolder(), rows);
    save([result(1, 0, 'yes'), result(1, 2, 'no'), result(2, 0, 'yes'), result(2, 2, ' yes '), result(3, 2, 'odd', { state: 'invalid' })]);
    must(store.label({ id: 'run', row: 2, label: 'bad', note: '' }));
    const column = { kind: 'value', column: 'text' } as const;
    expect(filtered(store, { kind: 'column', column, is: 'contains', text: 'P' })).toEqual([1, 2]);
    expect(filtered(store, { kind: 'column', column, is: 'lacks', text: 'p' })).toEqual([3, 4]);
    expect(filtered(store, { kind: 'column', column, is: 'equals', text: 'FIG' })).toEqual([3]);
    expect(filtered(store, { kind: 'column', column, is: 'empty', text: '' })).toEqual([4]);
    expect(filtered(store, { kind: 'column', column: { kind: 'value', column: 'size' }, is: 'more', text: '9.5' })).toEqual([1, 3]);
    expect(filtered(store, { kind: 'column', column: answers, is: 'filled', text: '' })).toEqual([1, 2]);
    expect(filtered(store, { kind: 'column', column: { kind: 'label' }, is: 'equals', text: 'bad' })).toEqual([2]);
    expect(filtered(store, { kind: 'failed', variantId: null })).toEqual([3]);
    expect(filtered(store, { kind: 'failed', variantId: 'a.t' })).toEqual([]);
    expect(filtered(store, { kind: 'anywhere', text: 'YES' })).toEqual([1, 2]);
    expect(filtered(store, { kind: 'variants-differ', left: 'a.t', right: 'b.t' })).toEqual([1]);
  });

  it('sorts and filters answers without the white space around them (catches “ yes” that is neither found nor in its place)', async () => {
    const { store, save } = await openTestStore(await temporaryFolder(), rows);
    const texts = ['\n\nyes\n', ' no', 'maybe', '\n'];
    const results = texts.flatMap((text, index) => [result(index + 1, 0, text), result(index + 1, 2, text.trim())]);
    save(results);
    expect(order(store, { sort: { column: answers, isDescending: false } })).toEqual([3, 2, 1, 4]);
    expect(filtered(store, { kind: 'column', column: answers, is: 'equals', text: 'yes' })).toEqual([1]);
    expect(filtered(store, { kind: 'column', column: answers, is: 'empty', text: '' })).toEqual([4]);
    expect(filtered(store, { kind: 'variants-differ', left: 'a.t', right: 'b.t' })).toEqual([]);
  });

  it('keeps how the table was read when a recipe from before is saved (catches an exported recipe without it)', async () => {
    const { store } = await openTestStore(await temporaryFolder(), rows);
    const data = { format: 'csv', encoding: 'utf-8', delimiter: ';', hasHeader: true, sheet: null, fileName: 'rows.csv' } as const;
    expect(must(store.changeData({ id: 'run', data })).recipe).toEqual({ ...recipe, data });
    const changed = must(store.changeRecipe({ id: 'run', recipe: { ...recipe, name: 'Typed', data: null }, dropsResults: false }));
    expect(changed.recipe).toEqual({ ...recipe, name: 'Typed', data });
  });

  it('duplicates rows without results, and deletes a run without touching others', async () => {
    const { store, db, save } = await openTestStore(await temporaryFolder(), rows);
    save([result(1, 0, 'x')]);
    expect(must(await store.duplicate({ id: 'run', newId: 'copy' }, control))).toMatchObject({ rows: 4, done: 0, state: 'draft' });
    must(await store.delete('run'));
    expect(must(store.list()).map(({ id }) => id)).toEqual(['copy']);
    expect(
      db.one('SELECT (SELECT count(*) FROM data_row) AS rows, (SELECT count(*) FROM result) + (SELECT count(*) FROM detail) AS results'),
    ).toEqual({
      rows: 4,
      results: 0,
    });
  });

  it('resets a dry run that ended with the program to a draft (catches one that continues with the whole table)', async () => {
    const { store, cleanUp } = await openTestStore(await temporaryFolder(), rows);
    for (const state of ['running', 'paused'] as const) {
      must(store.change({ id: 'run', change: { state, isDryRun: true } }));
      cleanUp();
      expect(must(store.read('run'))).toMatchObject({ state: 'draft', reason: 'dry-run', isDryRun: false });
    }
  });

  it('pauses runs that were running when the program ended, and drops a partly read table', async () => {
    const { store, db, cleanUp } = await openTestStore(await temporaryFolder(), rows);
    must(store.change({ id: 'run', change: { state: 'running' } }));
    must(store.create({ id: 'half', recipe, fingerprint: null }));
    db.run("UPDATE run SET is_reading = 1, rows = 7 WHERE id = 'half'");
    cleanUp();
    expect(must(store.read('run'))).toMatchObject({ state: 'paused', reason: 'program-ended', rows: 4 });
    expect(must(store.read('half'))).toMatchObject({ isReading: false, rows: 0, source: null });
  });
});
