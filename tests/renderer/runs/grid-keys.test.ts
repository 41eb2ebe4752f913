import { expect, test } from 'vitest';
import { moveInGrid } from '../../../renderer/runs/results/grid-keys.ts';

test('moves by the keys of the table, and ignores shortcuts of the window', () => {
  const key = (name: string, isControl = false) =>
    moveInGrid({ key: name, ctrlKey: isControl, metaKey: false, altKey: false }, { row: 5, column: 1 }, 100, 10);
  expect(key('ArrowDown')).toEqual({ row: 6, column: 1 });
  expect(key('PageUp')).toEqual({ row: 0, column: 1 });
  expect(key('End', true)).toEqual({ row: 99, column: 1 });
  expect(key('ArrowDown', true)).toBeUndefined();
  expect(key('g')).toBeUndefined();
});
