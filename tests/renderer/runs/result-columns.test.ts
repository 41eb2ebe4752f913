import { expect, test } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { CellSummary, ResultRow } from '../../../electron/contract/run-results.ts';
import type { RunSummary } from '../../../electron/contract/runs.ts';
import { cellText, initialColumns, nextSort, resultColumns, type ColumnSource } from '../../../renderer/runs/results/result-columns.ts';
import { mergeRuns } from '../../../renderer/runs/runs.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { runResultsText } from '../../../renderer/runs/results/text.ts';
import { runsText } from '../../../renderer/runs/text.ts';

const recipe = {
  templates: [{ system: '', user: 'Is {{ text }} good?' }],
  repeats: 2,
  truthColumn: 'truth',
  answer: { kind: 'json', schema: {} },
} as unknown as Recipe;
const variant = { id: 'm1.a', model: 'beta', template: 'A', name: 'beta' };
const source: ColumnSource = {
  recipe,
  variants: [variant],
  fields: ['label'],
  columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'text', 'truth'],
};
const cell: CellSummary = {
  variantId: 'm1.a',
  repeat: 2,
  state: 'done',
  answer: 'Good.',
  isShortened: false,
  fields: { label: 'good' },
  failure: null,
  firstTokenMs: 1,
  totalMs: 2,
  completionTokens: 3,
};
const row: ResultRow = { row: 1, line: 2, values: { text: 'x\n y' }, label: null, note: '', cells: [cell] };

test('shows columns of the prompt, the truth, and fields instead of answers initially', () => {
  const columns = resultColumns(source);
  const shown = initialColumns(source, columns);
  expect(columns.filter(({ id }) => shown.has(id)).map(({ title }) => title)).toEqual([
    runResultsText.row,
    runResultsText.rowLabel,
    'a',
    'b',
    'c',
    'd',
    'text',
    'truth',
    'label #1',
    'label #2',
    runResultsText.note,
  ]);
});

test('shows an answer in one line, and says when it has only white space (catches an empty cell)', () => {
  const texts = ['\n\n  two\nlines\n', ' \n'].map((answer) => cellText({ state: 'done', answer, failure: null }));
  expect(texts).toEqual(['two lines', runResultsText.empty]);
});

test('titles a label answer as the answer (catches two columns called Label)', () => {
  const labelled = { ...source, recipe: { ...recipe, repeats: 1, answer: { kind: 'labels', labels: ['good'] } } as const };
  const titles = resultColumns(labelled).map(({ title }) => title);
  expect(titles).toContain(runResultsText.facts.answer);
  expect(titles).toContain(runResultsText.facts.wholeAnswer);
  expect(new Set(titles).size).toBe(titles.length);
});

test('shows the reason of a missing field', () => {
  const field = resultColumns(source).find(({ title }) => title === 'label #2');
  expect(field?.text(row)).toBe('good');
  const { failure } = fail('cancelled');
  expect(field?.text({ ...row, cells: [{ ...cell, state: 'failed', failure }] })).toBe(
    `${runsText.failures.cancelled}: ${describeFailure(failure).message}`,
  );
  expect(field?.text({ ...row, cells: [] })).toBe('');
});

test('sorts ascending, descending and not at all by clicks', () => {
  const column = { kind: 'row' } as const;
  const up = nextSort(null, column);
  const down = nextSort(up, column);
  expect([up, down, nextSort(down, column)]).toEqual([{ column, isDescending: false }, { column, isDescending: true }, null]);
  expect(nextSort(down, { kind: 'label' })).toEqual({ column: { kind: 'label' }, isDescending: false });
});

test('keeps the position of changed runs, and puts new ones first', () => {
  const run = (id: string, createdAt: number, name = id) => ({ id, createdAt, name }) as unknown as RunSummary;
  const merged = mergeRuns([run('b', 2), run('a', 1)], [run('a', 1, 'changed'), run('c', 3)]);
  expect(merged.map(({ name }) => name)).toEqual(['c', 'b', 'changed']);
});
