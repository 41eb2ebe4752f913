import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createPendingCells } from '../../../electron/core/runs/pending-cells.ts';
import { must } from '../../support/must.ts';

const rows = 1000;

/** Opens a queue over rows with one cell, and records the row after which each fetch starts. */
function openQueue() {
  const fetches: number[] = [];
  const queue = createPendingCells(async (after, limit) => {
    fetches.push(after);
    return ok(Array.from({ length: Math.min(limit, rows - after) }, (_, index) => ({ row: after + index + 1, values: ['x'], slots: [0] })));
  });
  const take = async (): Promise<number | undefined> => must(await queue.take())?.row;
  return { queue, fetches, take };
}

describe('createPendingCells', () => {
  it('returns every row once and in order to concurrent callers', async () => {
    const { take } = openQueue();
    const taken: number[] = [];
    const takeAll = async (): Promise<void> => {
      for (let row = await take(); row !== undefined; row = await take()) taken.push(row);
    };
    await Promise.all([takeAll(), takeAll(), takeAll()]);
    expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, index) => index + 1));
  });

  it('fetches the next rows before the last one is taken (catches requests that wait for the store)', async () => {
    const { take, fetches } = openQueue();
    for (let count = 0; count < 100; count += 1) await take();
    expect(fetches).toEqual([0, 256]);
  });

  it('waits for new cells if they are preferred (catches a bad row that is taken because the store is slow)', async () => {
    const store = Promise.withResolvers<undefined>();
    const queue = createPendingCells(async (after) => {
      if (after > 0) await store.promise;
      return ok(after < 2 ? [{ row: after + 1, values: ['x'], slots: [0] }] : []);
    });
    const first = must(await queue.take());
    if (first) queue.putBack(first);
    const taken = queue.take(true);
    store.resolve(undefined);
    expect(must(await taken)?.row).toBe(2);
    expect(must(await queue.take(true))?.row).toBe(1);
  });

  it('returns new cells first if they are preferred (catches bad rows that starve the rest)', async () => {
    const { queue } = openQueue();
    const returned = await Promise.all(Array.from({ length: 300 }, async () => must(await queue.take())));
    for (const cell of returned) if (cell) queue.putBack(cell);
    const takeRow = async (prefersNew: boolean) => must(await queue.take(prefersNew))?.row;
    expect([await takeRow(true), await takeRow(false), await takeRow(true)]).toEqual([301, 1, 302]);
    for (let row = 303; row <= rows; row += 1) expect(await takeRow(true)).toBe(row);
    expect(await takeRow(true)).toBe(2);
  });

  it('scans from the start again when a rescan comes during a fetch (catches failed rows that are never requested again)', async () => {
    const { queue, take, fetches } = openQueue();
    const first = must(await queue.take());
    if (first) queue.complete(first);
    for (let count = 1; count < 65; count += 1) await take(); // the last one starts a fetch
    queue.rescan();
    for (let row = await take(); row !== 1 && row !== undefined; row = await take());
    expect(fetches.filter((after) => after === 0)).toHaveLength(2);
  });
});
