import type { CellSummary, ResultColumn, ResultRow, RunDetails } from '../../../electron/contract/runs.ts';
import { runsText } from '../text.ts';
import { cellText, oneLine } from './cell-text.ts';

/** A column of the table of results. */
export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** In pixels. */
  readonly width: number;
  /** What sorts and filters by it. */
  readonly column: ResultColumn;
  readonly isNumber: boolean;
  /** The answer that a row opens at this column. */
  readonly cell: { readonly variantId: string; readonly repeat: number } | null;
  readonly text: (row: ResultRow) => string;
  readonly state: (row: ResultRow) => CellSummary['state'] | ResultRow['label'];
}

const text = runsText.results;
const shownValues = 6;

type Run = Pick<RunDetails, 'recipe' | 'variants' | 'fields' | 'table'>;

/** Returns all columns of a run's results, in their order. */
export function resultColumns(run: Run): readonly GridColumn[] {
  const { recipe, variants, fields, table } = run;
  const plain = { cell: null, isNumber: false, state: () => null };
  const values = (table?.columns ?? []).map((column): GridColumn => ({
    ...plain,
    id: `value ${column}`,
    title: column,
    width: 200,
    column: { kind: 'value', column },
    text: (row) => oneLine(row.values[column] ?? ''),
  }));
  const repeats = Array.from({ length: recipe.repeats }, (_, index) => index + 1);
  const isSingle = variants.length === 1;
  const answers = variants.flatMap(({ id: variantId, name }) =>
    repeats.flatMap((repeat) => {
      const cell = { variantId, repeat };
      const find = (row: ResultRow) => row.cells.find((each) => each.variantId === variantId && each.repeat === repeat);
      const titled = (fact: string) => {
        const base = isSingle ? fact : text.ofVariant(fact, name);
        return recipe.repeats === 1 ? base : text.ofRepeat(base, repeat);
      };
      const common = { cell, state: (row: ResultRow) => find(row)?.state ?? null };
      const fact = (kind: 'first-token' | 'total-time' | 'tokens', value: (found: CellSummary) => number | null): GridColumn => ({
        ...common,
        id: `${kind} ${variantId} ${repeat}`,
        title: titled(text.facts[kind]),
        width: 130,
        column: { kind, ...cell },
        isNumber: true,
        text: (row) => {
          const found = find(row);
          const amount = found === undefined ? null : value(found);
          return amount === null ? '' : runsText.number(Math.round(amount));
        },
      });
      return [
        ...fields.map((field): GridColumn => ({
          ...common,
          id: `field ${variantId} ${repeat} ${field}`,
          title: titled(field),
          width: 180,
          column: { kind: 'field', ...cell, field },
          isNumber: false,
          text: (row) => {
            const found = find(row);
            if (found === undefined) return '';
            return found.state === 'done' ? oneLine(found.fields[field] ?? '') : cellText(found);
          },
        })),
        {
          ...common,
          id: `answer ${variantId} ${repeat}`,
          title: recipe.repeats === 1 ? (isSingle ? text.facts.answer : name) : text.ofRepeat(isSingle ? text.facts.answer : name, repeat),
          width: 360,
          column: { kind: 'answer', ...cell },
          isNumber: false,
          text: (row) => {
            const found = find(row);
            return found === undefined ? '' : cellText(found);
          },
        } satisfies GridColumn,
        fact('total-time', ({ totalMs }) => totalMs),
        fact('first-token', ({ firstTokenMs }) => firstTokenMs),
        fact('tokens', ({ completionTokens }) => completionTokens),
      ];
    }),
  );
  return [
    { ...plain, id: 'row', title: text.row, width: 84, column: { kind: 'row' }, isNumber: true, text: ({ row }) => runsText.number(row) },
    {
      ...plain,
      id: 'label',
      title: text.rowLabel,
      width: 84,
      column: { kind: 'label' },
      text: ({ label }) => (label === null ? '' : text[label]),
      state: ({ label }) => label,
    },
    ...values,
    ...answers,
    { ...plain, id: 'note', title: text.note, width: 200, column: { kind: 'note' }, text: ({ note }) => oneLine(note) },
  ];
}

/** Returns the columns that are shown at first: those the prompt uses, the truth, and the answers or their fields. */
export function initialColumns(run: Run, columns: readonly GridColumn[]): ReadonlySet<string> {
  const { recipe, fields } = run;
  const prompts = recipe.templates.map(({ system, user }) => `${system} ${user}`).join(' ');
  const isUsed = (column: string) =>
    column === recipe.truthColumn || new RegExp(`\\{\\{\\s*${escapePattern(column)}\\s*\\}\\}`, 'u').test(prompts);
  const values = columns.flatMap(({ id, column }) => (column.kind === 'value' ? [{ id, isUsed: isUsed(column.column) }] : []));
  const chosen = values.toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed)).slice(0, shownValues);
  const answerKind = fields.length === 0 ? 'answer' : 'field';
  const others = columns.filter(({ column: { kind } }) => kind === 'row' || kind === 'label' || kind === 'note' || kind === answerKind);
  return new Set([...chosen, ...others].map(({ id }) => id));
}

function escapePattern(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
}
