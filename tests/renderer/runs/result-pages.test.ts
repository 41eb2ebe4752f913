import { expect, test, vi } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import type { ResultRow, ResultView } from '../../../electron/contract/run-results.ts';
import { createResultPages, pageSize, type LoadPage } from '../../../renderer/runs/results/result-pages.ts';

const row = (number: number, note = ''): ResultRow => ({ row: number, line: number, values: {}, label: null, note, cells: [] });
const allRows = (total: number): LoadPage =>
  vi.fn<LoadPage>(async ({ offset, limit }) =>
    ok({ total, rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => row(offset + index + 1)) }),
  );
const plain: ResultView = { sort: null, filters: [] };

test('loads only visible pages, and keeps a few', async () => {
  const load = allRows(1_000_000);
  const pages = createResultPages(load);
  pages.setView(plain);
  await vi.waitFor(() => expect(pages.state.read().total).toBe(1_000_000));
  for (let page = 0; page < 40; page += 1) {
    pages.show(page * pageSize, page * pageSize + 20);
    await vi.waitFor(() => expect(pages.rowAt(page * pageSize)?.row).toBe(page * pageSize + 1));
  }
  expect(load).toHaveBeenCalledTimes(40);
  expect(pages.rowAt(0)).toBeUndefined();
});

test('says that the rows are gone when the view changes (catches old rows that can’t be opened)', async () => {
  const pages = createResultPages(allRows(3));
  pages.setView(plain);
  await vi.waitFor(() => expect(pages.rowAt(0)?.row).toBe(1));
  const shown: unknown[] = [];
  pages.state.subscribe(() => shown.push(pages.rowAt(0)));
  pages.setView({ ...plain, filters: [{ kind: 'anywhere', text: 'x' }] });
  expect(shown).toEqual([undefined]);
});

test('ignores a page of an earlier view', async () => {
  const first = Promise.withResolvers<Awaited<ReturnType<LoadPage>>>();
  const load = vi
    .fn<LoadPage>()
    .mockReturnValueOnce(first.promise)
    .mockResolvedValueOnce(ok({ total: 1, rows: [row(7)] }));
  const pages = createResultPages(load);
  pages.setView(plain);
  pages.setView({ ...plain, filters: [{ kind: 'anywhere', text: 'x' }] });
  await vi.waitFor(() => expect(pages.rowAt(0)?.row).toBe(7));
  first.resolve(ok({ total: 5, rows: [row(1)] }));
  await first.promise;
  expect(pages.rowAt(0)?.row).toBe(7);
});

test('refreshes visible rows at once, and others when they become visible', async () => {
  let note = 'old';
  const load = vi.fn<LoadPage>(async ({ offset }) => ok({ total: 300, rows: [row(offset + 1, note)] }));
  const pages = createResultPages(load);
  pages.setView(plain);
  pages.show(pageSize, pageSize);
  await vi.waitFor(() => expect(pages.rowAt(pageSize)?.note).toBe('old'));
  await vi.waitFor(() => expect(pages.rowAt(0)?.note).toBe('old'));
  note = 'new';
  pages.refresh();
  await vi.waitFor(() => expect(pages.rowAt(pageSize)?.note).toBe('new'));
  expect(pages.rowAt(0)?.note).toBe('old');
  pages.show(0, 0);
  await vi.waitFor(() => expect(pages.rowAt(0)?.note).toBe('new'));
});

test('changes a row before it is stored, and reports a failure', async () => {
  const load = allRows(3);
  const pages = createResultPages(load);
  pages.setView(plain);
  await vi.waitFor(() => expect(pages.rowAt(1)).toBeDefined());
  pages.patch(2, { label: 'good' });
  expect(pages.rowAt(1)?.label).toBe('good');
  vi.mocked(load).mockResolvedValueOnce(fail('not-a-number'));
  pages.refresh();
  await vi.waitFor(() => expect(pages.state.read().failure?.reason).toBe('not-a-number'));
});

test('keeps a change that an earlier read of its page lacks (catches a label that is lost with the next note)', async () => {
  const before = Promise.withResolvers<Awaited<ReturnType<LoadPage>>>();
  const after = Promise.withResolvers<Awaited<ReturnType<LoadPage>>>();
  const load = vi
    .fn<LoadPage>()
    .mockResolvedValueOnce(ok({ total: 1, rows: [row(1)] }))
    .mockReturnValueOnce(before.promise)
    .mockReturnValueOnce(after.promise);
  const pages = createResultPages(load);
  pages.setView(plain);
  await vi.waitFor(() => expect(pages.rowAt(0)).toBeDefined());
  pages.refresh();
  pages.patch(1, { label: 'good' });
  before.resolve(ok({ total: 1, rows: [row(1)] }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(3));
  expect(pages.rowAt(0)?.label).toBe('good');
  after.resolve(ok({ total: 1, rows: [{ ...row(1, 'newer'), label: 'good' }] }));
  await vi.waitFor(() => expect(pages.rowAt(0)).toMatchObject({ label: 'good', note: 'newer' }));
});

test('refreshes when the progress returns to what it was (catches a retried row that stays as it failed)', async () => {
  let note = 'failed';
  const pages = createResultPages(async () => ok({ total: 1, rows: [row(1, note)] }));
  pages.setView(plain);
  pages.setProgress('2 1');
  await vi.waitFor(() => expect(pages.rowAt(0)?.note).toBe('failed'));
  note = 'failed again';
  for (const progress of ['2 0', '2 1']) pages.setProgress(progress);
  await vi.waitFor(() => expect(pages.rowAt(0)?.note).toBe('failed again'));
  pages.close();
});
