import type { CellId } from '../../../contract/run-results.ts';

/** Larger than the maximum rows of a table and cells of a row. Keys stay exact numbers for eight million runs. */
const rowsPerRun = 2 ** 21;
const cellsPerRow = 2 ** 8;

/** The keys of the rows or results of a run, inclusive. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
}

/** The order of the cells in a row. It is fixed once a run has results. */
export interface CellOrder {
  readonly variantIds: readonly string[];
  readonly repeats: number;
}

/** Returns the key of a row. Rows count from 1. */
export function rowKey(run: number, row: number): number {
  return run * rowsPerRun + row;
}

export function rowOfKey(key: number): number {
  return key % rowsPerRun;
}

export function rowRange(run: number): KeyRange {
  return { from: run * rowsPerRun, to: (run + 1) * rowsPerRun - 1 };
}

/** Returns the key of a cell from the key of its row and its slot, the position in the row. */
export function cellKey(row: number, slot: number): number {
  return row * cellsPerRow + slot;
}

export function slotOfKey(key: number): number {
  return key % cellsPerRow;
}

export function rowKeyOfCell(key: number): number {
  return Math.floor(key / cellsPerRow);
}

export function cellRange(run: number): KeyRange {
  const { from, to } = rowRange(run);
  return { from: from * cellsPerRow, to: (to + 1) * cellsPerRow - 1 };
}

/** Returns SQL for the key of a cell's row. */
export function rowKeySql(key: string): string {
  return `${key} / ${cellsPerRow}`;
}

/** Returns SQL for the slot of a cell. */
export function slotSql(key: string): string {
  return `${key} % ${cellsPerRow}`;
}

/** Returns SQL for the key of a cell in the row `r`. */
export function cellKeySql(slot: number): string {
  return `r.key * ${cellsPerRow} + ${slot}`;
}

/** Returns the slot of a cell, or undefined if the run has no such cell. */
export function findSlot({ variantIds, repeats }: CellOrder, { variantId, repeat }: Omit<CellId, 'row'>): number | undefined {
  const index = variantIds.indexOf(variantId);
  return index === -1 || repeat < 1 || repeat > repeats ? undefined : index * repeats + repeat - 1;
}

export function cellOfSlot({ variantIds, repeats }: CellOrder, slot: number): Omit<CellId, 'row'> {
  return { variantId: variantIds[Math.floor(slot / repeats)] ?? '', repeat: (slot % repeats) + 1 };
}
