import type { KeyboardEvent } from 'react';

export const headerRow = -1;

/** A cell of the table of results. Row -1 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns where a key moves, or undefined if it doesn't. */
export function moveInGrid(
  { key, ctrlKey, metaKey, altKey }: GridKey,
  { row, column }: GridPosition,
  total: number,
  pageRows: number,
): GridPosition | undefined {
  const isFar = ctrlKey || metaKey;
  if (altKey || (isFar && key !== 'Home' && key !== 'End')) return undefined;
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: Math.max(row - pageRows, 0), column };
    case 'PageDown':
      return { row: Math.max(row, 0) + pageRows, column };
    case 'Home':
      return isFar ? { row: 0, column } : { row, column: 0 };
    case 'End':
      return isFar ? { row: total - 1, column } : { row, column: Number.MAX_SAFE_INTEGER };
    default:
      return undefined;
  }
}
