import { ok } from '../../contract/failure.ts';
import type { RemoteStore } from '../shared/sqlite/worker-client.ts';
import type { RunDriverOptions } from './run-driver.ts';
import { rowKeyOfCell, rowOfKey, slotOfKey } from './store/keys.ts';
import type { RunStore } from './store/run-store.ts';

/** Returns a function that fetches the pending rows of a run, up to a last one. */
export function createFetch(store: Pick<RemoteStore<RunStore>, 'pending'>, id: string, lastRow: number): RunDriverOptions['fetch'] {
  return (after, limit) => store.pending({ id, after, lastRow, limit });
}

/** Returns a function that fetches only the pending cells with the current keys, one row at a time. The keys are in ascending order. */
export function createFetchOf(
  store: Pick<RemoteStore<RunStore>, 'pending'>,
  id: string,
  readKeys: () => Float64Array,
): RunDriverOptions['fetch'] {
  return async (after) => {
    const keys = readKeys();
    const rowAt = (index: number): number => rowOfKey(rowKeyOfCell(keys[index] ?? 0));
    let at = findFirst(keys.length, (index) => rowAt(index) > after);
    while (at < keys.length) {
      const row = rowAt(at);
      const end = findFirst(keys.length, (index) => rowAt(index) > row);
      const wanted = new Set(Array.from(keys.subarray(at, end), slotOfKey));
      const found = await store.pending({ id, after: row - 1, lastRow: row, limit: 1 });
      if (!found.ok) return found;
      const [pending] = found.value;
      const slots = pending?.slots.filter((slot) => wanted.has(slot)) ?? [];
      if (pending && slots.length > 0) return ok([{ ...pending, slots }]);
      // skips answered rows together, because a rescan may find very many
      const following = await store.pending({ id, after: row, lastRow: rowAt(keys.length - 1), limit: 1 });
      if (!following.ok) return following;
      const next = following.value[0]?.row ?? Infinity;
      at = findFirst(keys.length, (index) => rowAt(index) >= next);
    }
    return ok([]);
  };
}

/** Returns the keys of both lists in ascending order, each once. */
export function mergeKeys(some: Float64Array, others: Float64Array): Float64Array {
  const merged = new Float64Array(some.length + others.length);
  merged.set(some);
  merged.set(others, some.length);
  merged.sort();
  return merged.filter((key, index) => key !== merged[index - 1]);
}

/** Returns the first index that meets a condition, or the length if none does. All indexes after it must meet it too. */
function findFirst(length: number, meets: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (meets(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
