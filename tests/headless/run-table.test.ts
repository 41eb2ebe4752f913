import { expect, it } from 'vitest';
import { headlessText } from '../../electron/headless/text.ts';

it('lists the first problems of a table and counts the others', () => {
  const first = [{ message: 'Line 2 is odd.' }, { message: 'Line 3 is odd.' }];
  expect(headlessText.run.problems('rows.csv', 12, first)).toBe(
    'rows.csv has 12 problems:\n  Line 2 is odd.\n  Line 3 is odd.\n  and 10 more',
  );
  expect(headlessText.run.problems('rows.csv', 1, first.slice(1))).toBe('rows.csv has 1 problem:\n  Line 3 is odd.');
});

it('names unknown placeholders and the first columns', () => {
  const columns = Array.from({ length: 21 }, (_, index) => `c${index + 1}`);
  expect(headlessText.run.unknownColumns(['a', 'b'], columns)).toBe(
    `{{a}}, {{b}} aren’t columns of the table and will be sent as written. Its columns are ${columns.slice(0, 20).join(', ')} and 1 more.`,
  );
});
