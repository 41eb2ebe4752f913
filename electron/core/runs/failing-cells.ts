import type { QueuedCell } from './pending-cells.ts';

/** Different rows that failed at the service without an answer in between. As many are an outage, or all that are open. */
const outageRows = 10;

/** Tells an outage of the service from cells that fail for a cause of their own. */
export function createFailingCells() {
  /** Cells that failed at the service since the last answer. */
  const failing = new Set<QueuedCell>();
  /** Cells that failed while others were answered, so they say nothing about the service. */
  const suspects = new Set<QueuedCell>();

  return {
    /** Counts the cells that failed since the last answer. */
    count: () => failing.size,
    /**
     * Adds a failed cell. Returns whether ten rows have failed since the last answer, or all of the open cells and more than one row. Their
     * tries so far then don't count.
     */
    add: (cell: QueuedCell, open: number): boolean => {
      if (!suspects.has(cell)) failing.add(cell);
      const rows = new Set(Array.from(failing, ({ row }) => row)).size;
      const isOutage = rows >= outageRows || (rows > 1 && failing.size + suspects.size >= open);
      if (isOutage) for (const each of failing) each.tries = 0;
      return isOutage;
    },
    /** Removes a cell that has a result. */
    remove: (cell: QueuedCell) => {
      failing.delete(cell);
      suspects.delete(cell);
    },
    /** Called after an answer. */
    clear: () => {
      for (const cell of failing) if (cell.tries > 0) suspects.add(cell);
      failing.clear();
    },
  };
}
