import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { createCellQueue } from '../../../electron/core/runs/cell-queue.ts';
import { must } from '../../support/must.ts';

const rows = 1000;

/** Opens a queue over rows with one cell, and records the row after which each fetch starts. */
function openQueue() {
  const fetches: number[] = [];
  const queue = createCellQueue(async (after, limit) => {
    fetches.push(after);
    return ok(Array.from({ length: Math.min(limit, rows - after) }, (_, index) => ({ row: after + index + 1, values: ['x'], slots: [0] })));
  });
  const take = async (): Promise<number | undefined> => must(await queue.take())?.row;
  return { queue, fetches, take };
}

describe('createCellQueue', () => {
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
