import { expect, test } from 'vitest';
import { moveInGrid } from '../../../renderer/runs/results/grid-keys.ts';
import {
  areaHeight,
  maxHeight,
  scrollTopOf,
  scrollTopToShow,
  topRow,
  visibleRows,
  type Viewport,
} from '../../../renderer/runs/results/virtual-rows.ts';

const short: Viewport = { total: 100, rowHeight: 32, height: 320 };
const long: Viewport = { total: 1_000_000, rowHeight: 32, height: 320 };

test('a short table scrolls pixel by pixel', () => {
  expect(areaHeight(short)).toBe(3200);
  expect(topRow(short, 320)).toBeCloseTo(10);
  expect(visibleRows(short, 320)).toEqual({ first: 10, last: 20 });
});

test('a table of a million rows stays below the height that browsers can show, and each of its ends is reached', () => {
  expect(areaHeight(long)).toBe(maxHeight);
  expect(visibleRows(long, 0).first).toBe(0);
  expect(visibleRows(long, maxHeight - long.height).last).toBe(999_999);
});

test.each([0, 1, 499_999, 999_990, 999_999])('row %i of a million can be shown', (row) => {
  const { first, last } = visibleRows(long, scrollTopToShow(long, 0, row));
  expect(row).toBeGreaterThanOrEqual(first);
  expect(row).toBeLessThanOrEqual(last);
});

test('showing a row that is visible moves nothing', () => {
  expect(scrollTopToShow(short, 320, 15)).toBe(320);
  expect(scrollTopToShow(short, 320, 5)).toBe(scrollTopOf(short, 5));
});

test('fewer rows than fit have nothing to scroll', () => {
  expect(visibleRows({ total: 3, rowHeight: 32, height: 320 }, 50)).toEqual({ first: 0, last: 2 });
});

test('keys move in the table, and leave those of the window alone', () => {
  const key = (name: string, isControl = false) =>
    moveInGrid({ key: name, ctrlKey: isControl, metaKey: false, altKey: false }, { row: 5, column: 1 }, 100, 10);
  expect(key('ArrowDown')).toEqual({ row: 6, column: 1 });
  expect(key('PageUp')).toEqual({ row: 0, column: 1 });
  expect(key('End', true)).toEqual({ row: 99, column: 1 });
  expect(key('ArrowDown', true)).toBeUndefined();
  expect(key('g')).toBeUndefined();
});
