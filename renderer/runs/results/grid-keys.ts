import type { KeyboardEvent } from 'react';

export const headerRow = -1;

/** A cell of the result table. Row -1 is the header. */
export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

type GridKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Returns the position after a key, or undefined if the key doesn't move. */
export function moveInGrid(
  { key, ctrlKey, metaKey, altKey }: GridKey,
  { row, column }: GridPosition,
  total: number,
  pageRows: number,
): GridPosition | undefined {
  const hasModifier = ctrlKey || metaKey;
  if (altKey || (hasModifier && key !== 'Home' && key !== 'End')) return undefined;
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
      return hasModifier ? { row: 0, column } : { row, column: 0 };
    case 'End':
      return hasModifier ? { row: total - 1, column } : { row, column: Number.MAX_SAFE_INTEGER };
    default:
      return undefined;
  }
}
