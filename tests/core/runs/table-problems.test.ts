import { expect, it } from 'vitest';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { tableStopped, toTableProblem } from '../../../electron/core/runs/table-problems.ts';

it('names the position of a row as an editor or spreadsheet numbers it (catches “row 11” for line 11)', () => {
  const problem = { kind: 'too-many-fields', effect: 'row-skipped', number: 11, found: 3, expected: 2 } as const;
  const message = (format: 'csv' | 'json' | 'xlsx'): string => toTableProblem(format, problem).message;
  expect(message('csv')).toBe('Line 11 has 3 values instead of 2, so it was skipped.');
  expect(message('json')).toBe('Item 11 has 3 values instead of 2, so it was skipped.');
  expect(message('xlsx')).toBe('Row 11 has 3 values instead of 2, so it was skipped.');
});

it('describes where and why reading stopped', () => {
  const { failure } = tableStopped('csv', { kind: 'too-many-columns', effect: 'stopped', number: 2, limit: 4096 });
  expect(describeFailure(failure).message).toBe('Reading stopped at line 2, because the table has more than 4,096 columns.');
  const { message } = toTableProblem('json', { kind: 'text-after-list', effect: 'stopped' });
  expect(message).toBe('Reading stopped at the end of the first list, because the file has more text after it.');
});

it('says how many formulas have no value and what to do', () => {
  const message = (count: number) => toTableProblem('xlsx', { kind: 'empty-formulas', effect: 'row-kept', count }).message;
  const remedy = 'Open the workbook in Excel or LibreOffice, save it there, and choose it again.';
  expect(message(1)).toBe(`1 cell has a formula without a saved value and is read as empty. ${remedy}`);
  expect(message(1200)).toBe(`1,200 cells have formulas without saved values and are read as empty. ${remedy}`);
});
