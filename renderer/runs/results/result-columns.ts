import { isSameJson } from '../../../electron/contract/json.ts';
import type { CellSummary, ResultColumn, ResultRow, ResultView } from '../../../electron/contract/run-results.ts';
import type { RunDetails, Variant } from '../../../electron/contract/runs.ts';
import { formatNumber } from '../../shared/format.ts';
import { runResultsText } from './text.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { runsText } from '../text.ts';

/** A column of the result table. */
export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** The column to sort and filter by. */
  readonly column: ResultColumn;
  readonly isNumber: boolean;
  /** The cell that opens from this column. */
  readonly cell: { readonly variantId: string; readonly repeat: number } | null;
  readonly text: (row: ResultRow) => string;
  readonly state: (row: ResultRow) => CellSummary['state'] | ResultRow['label'];
}

/** The parts of a run that determine its columns. Progress doesn't change them. */
export type ColumnSource = Pick<RunDetails, 'recipe' | 'variants' | 'fields'> & { readonly columns: readonly string[] };

const text = runResultsText;
const maxInitialValues = 6;
const plain = { isNumber: false, cell: null, state: () => null } as const;

/** Returns all columns of the results in order. */
export function resultColumns(source: ColumnSource): readonly GridColumn[] {
  const { recipe, variants, columns } = source;
  const answers = variants.flatMap((variant) =>
    Array.from({ length: recipe.repeats }, (_, index) => answerColumns(source, variant, index + 1)).flat(),
  );
  const label: GridColumn = {
    ...plain,
    id: 'label',
    title: text.rowLabel,
    width: 84,
    column: { kind: 'label' },
    text: (row) => (row.label === null ? '' : text[row.label]),
    state: (row) => row.label,
  };
  const number: GridColumn = {
    ...plain,
    id: 'row',
    title: text.row,
    width: 84,
    column: { kind: 'row' },
    isNumber: true,
    text: ({ row }) => formatNumber(row),
  };
  const note: GridColumn = {
    ...plain,
    id: 'note',
    title: text.note,
    width: 200,
    column: { kind: 'note' },
    text: (row) => oneLine(row.note),
  };
  return [number, label, ...columns.map(valueColumn), ...answers, note];
}

function valueColumn(column: string): GridColumn {
  return {
    ...plain,
    id: `value ${column}`,
    title: column,
    width: 160,
    column: { kind: 'value', column },
    text: (row) => oneLine(row.values[column] ?? ''),
  };
}

/** Returns the columns of a variant and a repeat: its fields, its answer and its figures. */
function answerColumns(
  { recipe, variants, fields }: ColumnSource,
  { id: variantId, name }: Variant,
  repeat: number,
): readonly GridColumn[] {
  const cell = { variantId, repeat };
  const find = (row: ResultRow) => row.cells.find((each) => each.variantId === variantId && each.repeat === repeat);
  const withRepeat = (title: string) => (recipe.repeats === 1 ? title : text.ofRepeat(title, repeat));
  const withVariant = (fact: string) => withRepeat(variants.length === 1 ? fact : text.ofVariant(fact, name));
  const answerTitle = withRepeat(variants.length === 1 ? text.facts.answer : name);
  // the only field of a label answer is the label itself, so it has the title of the answer
  const hasLabels = recipe.answer.kind === 'labels';
  const common = { cell, isNumber: false, state: (row: ResultRow) => find(row)?.state ?? null };
  const field = (fieldName: string): GridColumn => ({
    ...common,
    id: `field ${variantId} ${repeat} ${fieldName}`,
    title: hasLabels ? answerTitle : withVariant(fieldName),
    width: 180,
    column: { kind: 'field', ...cell, field: fieldName },
    text: (row) => {
      const found = find(row);
      if (found === undefined) return '';
      return found.state === 'done' ? oneLine(found.fields[fieldName] ?? '') : cellText(found);
    },
  });
  const fact = (kind: 'first-token' | 'total-time' | 'tokens', valueOf: (found: CellSummary) => number | null): GridColumn => ({
    ...common,
    id: `${kind} ${variantId} ${repeat}`,
    title: withVariant(text.facts[kind]),
    width: 130,
    column: { kind, ...cell },
    isNumber: true,
    text: (row) => {
      const found = find(row);
      const value = found === undefined ? null : valueOf(found);
      return value === null ? '' : formatNumber(Math.round(value));
    },
  });
  const answer: GridColumn = {
    ...common,
    id: `answer ${variantId} ${repeat}`,
    title: hasLabels ? withVariant(text.facts.wholeAnswer) : answerTitle,
    width: 360,
    column: { kind: 'answer', ...cell },
    text: (row) => {
      const found = find(row);
      return found === undefined ? '' : cellText(found);
    },
  };
  return [
    ...fields.map(field),
    answer,
    fact('total-time', ({ totalMs }) => totalMs),
    fact('first-token', ({ firstTokenMs }) => firstTokenMs),
    fact('tokens', ({ completionTokens }) => completionTokens),
  ];
}

/** Returns the ids of the columns shown initially: those in the prompt, the truth, and the answers or their fields. */
export function initialColumns({ recipe, fields }: ColumnSource, columns: readonly GridColumn[]): ReadonlySet<string> {
  const prompts = recipe.templates.map(({ system, user }) => `${system} ${user}`).join(' ');
  const used = new Set([...prompts.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/gu)].map(([, name]) => name));
  const values = columns.flatMap(({ id, column }) =>
    column.kind === 'value' ? [{ id, isUsed: used.has(column.column) || column.column === recipe.truthColumn }] : [],
  );
  const chosen = values.toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed)).slice(0, maxInitialValues);
  const answerKind = fields.length === 0 ? 'answer' : 'field';
  const others = columns.filter(({ column: { kind } }) => kind === 'row' || kind === 'label' || kind === 'note' || kind === answerKind);
  return new Set([...chosen, ...others].map(({ id }) => id));
}

/** Returns the sort after a click on a column: ascending, descending, none. */
export function nextSort(sort: ResultView['sort'], column: GridColumn['column']): ResultView['sort'] {
  if (sort === null || !isSameJson(sort.column, column)) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

/** Returns the text of a cell in a table: its answer, or the reason of its failure. */
export function cellText({ state, answer, failure }: Pick<CellSummary, 'state' | 'answer' | 'failure'>): string {
  switch (state) {
    case 'pending':
      return '';
    case 'failed':
      return failure === null ? runResultsText.states.failed : `${runsText.failures[failure.code]}: ${describeFailure(failure).message}`;
    case 'invalid':
      return `${runResultsText.states.invalid}: ${oneLine(answer)}`;
    case 'done':
      return oneLine(answer) || runResultsText.empty;
  }
}

/** Replaces line breaks and other white space by single spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
