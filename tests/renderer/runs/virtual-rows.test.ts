import { expect, test } from 'vitest';
import { moveInGrid } from '../../../renderer/runs/results/grid-keys.ts';
import {
  scrollHeight,
  maxHeight,
  scrollTopForRow,
  scrollTopToShow,
  topRow,
  visibleRows,
  type Viewport,
} from '../../../renderer/runs/results/virtual-rows.ts';

const short: Viewport = { total: 100, rowHeight: 32, height: 320 };
const long: Viewport = { total: 1_000_000, rowHeight: 32, height: 320 };

test('scrolls a short table pixel by pixel', () => {
  expect(scrollHeight(short)).toBe(3200);
  expect(topRow(short, 320)).toBeCloseTo(10);
  expect(visibleRows(short, 320)).toEqual({ first: 10, last: 20 });
});

test('limits the height of a table of a million rows, and reaches both of its ends', () => {
  expect(scrollHeight(long)).toBe(maxHeight);
  expect(visibleRows(long, 0).first).toBe(0);
  expect(visibleRows(long, maxHeight - long.height).last).toBe(999_999);
});

test.each([0, 1, 499_999, 999_990, 999_999])('shows row %i of a million', (row) => {
  const { first, last } = visibleRows(long, scrollTopToShow(long, 0, row));
  expect(row).toBeGreaterThanOrEqual(first);
  expect(row).toBeLessThanOrEqual(last);
});

test('does not scroll to show a visible row', () => {
  expect(scrollTopToShow(short, 320, 15)).toBe(320);
  expect(scrollTopToShow(short, 320, 5)).toBe(scrollTopForRow(short, 5));
});

test('does not scroll when all rows fit', () => {
  expect(visibleRows({ total: 3, rowHeight: 32, height: 320 }, 50)).toEqual({ first: 0, last: 2 });
});

test('moves by the keys of the table, and ignores shortcuts of the window', () => {
  const key = (name: string, isControl = false) =>
    moveInGrid({ key: name, ctrlKey: isControl, metaKey: false, altKey: false }, { row: 5, column: 1 }, 100, 10);
  expect(key('ArrowDown')).toEqual({ row: 6, column: 1 });
  expect(key('PageUp')).toEqual({ row: 0, column: 1 });
  expect(key('End', true)).toEqual({ row: 99, column: 1 });
  expect(key('ArrowDown', true)).toBeUndefined();
  expect(key('g')).toBeUndefined();
});
