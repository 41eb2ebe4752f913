import Papa from 'papaparse';
import { TableStop, type RowProblem, type TableLimits } from './table-types.ts';

/** A record with the number of its first line, or the problem of a skipped line. */
export type ParsedRecord =
  | { readonly kind: 'record'; readonly number: number; readonly fields: readonly string[] }
  | { readonly kind: 'problem'; readonly problem: RowProblem };

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly row: number }[];
  readonly meta: { readonly cursor: number };
}

/** Characters per call of the parser. Longer input is slow, because the parser searches the rest of it for each field. */
const maxDefaultWindow = 64 * 1024;

/**
 * Splits CSV into records with Papa Parse, window by window, because its own streaming has no limit for a record and does not recover
 * from a quote that is never closed. Only the line with malformed quotes is skipped, although it seems to extend to the next quote.
 */
export function createRecordReader(delimiter: string, limits: TableLimits) {
  const defaultWindow = Math.min(maxDefaultWindow, limits.lineLength + 1);
  let rest = '';
  let number = 1;
  let window = defaultWindow;
  let badQuotes = 0;
  let isSkippingLine = false;

  const parse = (text: string, isLast: boolean, records?: number): Parsed => {
    const preview = records === undefined ? {} : { preview: records, fastMode: false };
    const parser = new Papa.Parser({ delimiter, newline: '\n', ...preview });
    return parser.parse(text, 0, !isLast) as Parsed;
  };

  const advance = (to: number): void => {
    rest = rest.slice(to);
    window = defaultWindow;
  };

  const growWindow = (): void => {
    window = Math.min(window * 2, limits.lineLength + 1);
  };

  function* toRecords(data: Parsed['data']): Generator<ParsedRecord> {
    for (const fields of data) {
      if (fields.length > 1 || fields[0] !== '') yield { kind: 'record', number, fields };
      number += 1;
      for (const field of fields) number += countLineBreaks(field);
    }
  }

  const countBadQuotes = (): void => {
    badQuotes += 1;
    if (badQuotes > limits.badQuotes) {
      throw new TableStop({ kind: 'too-many-bad-quotes', effect: 'stopped', number, limit: limits.badQuotes });
    }
  };

  /** Drops the first line of the text. If its end has not been read yet, the next call continues. */
  const skipLine = (): void => {
    const end = rest.indexOf('\n');
    isSkippingLine = end === -1;
    advance(end === -1 ? rest.length : end + 1);
    if (!isSkippingLine) number += 1;
  };

  function* skipRecord(): Generator<ParsedRecord> {
    const isOneLine = !rest.slice(0, limits.lineLength + 1).includes('\n');
    if (isOneLine) yield { kind: 'problem', problem: { kind: 'line-too-long', effect: 'row-skipped', number, limit: limits.lineLength } };
    else {
      countBadQuotes();
      yield { kind: 'problem', problem: { kind: 'bad-quotes', effect: 'row-skipped', number } };
    }
    skipLine();
  }

  function* read(isLast: boolean): Generator<ParsedRecord> {
    for (;;) {
      if (rest === '') return;
      if (isSkippingLine) {
        skipLine();
        continue;
      }
      const isWhole = isLast && rest.length <= window;
      if (!isWhole && rest.length < window) return;
      const text = rest.length > window ? rest.slice(0, window) : rest;
      if (!isWhole && !text.includes('\n')) {
        if (text.length > limits.lineLength) yield* skipRecord();
        else growWindow();
        continue;
      }
      if (window > defaultWindow && hasMoreFields(text, delimiter, limits.columns))
        throw new TableStop({ kind: 'too-many-columns', effect: 'stopped', number, limit: limits.columns });
      // a larger window is for one record, which did not fit into the default one
      const parsed = window > defaultWindow ? parse(text, isWhole, 1) : parse(text, isWhole);
      const bad = findBadRecord(parsed, isWhole);
      if (bad !== undefined) {
        const before = bad === 0 ? undefined : parse(text, isWhole, bad);
        if (before) {
          yield* toRecords(before.data);
          advance(before.meta.cursor);
        }
        countBadQuotes();
        yield { kind: 'problem', problem: { kind: 'bad-quotes', effect: 'row-skipped', number } };
        skipLine();
      } else if (parsed.meta.cursor > 0) {
        const { data } = parsed;
        advance(parsed.meta.cursor);
        yield* toRecords(data);
      } else if (text.length > limits.lineLength) yield* skipRecord();
      else growWindow();
    }
  }

  return {
    /** Yields the records that are complete. */
    push: function* push(text: string): Generator<ParsedRecord> {
      rest += text;
      yield* read(false);
    },
    end: () => read(true),
  };
}

/**
 * Returns the index of the first record with malformed quotes. A single error in the last record does not count unless the text is
 * whole, because its last quote may only look malformed before the rest is read.
 */
function findBadRecord({ data, errors }: Parsed, isWhole: boolean): number | undefined {
  const [first, second] = errors;
  return first && (isWhole || first.row < data.length || second) ? first.row : undefined;
}

/** Returns whether the first record has more fields than the limit. For so many in one record, the parser would take quadratic time. */
function hasMoreFields(text: string, delimiter: string, limit: number): boolean {
  let count = 1;
  let isQuoted = false;
  let isFieldStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character === '"') isQuoted = false; // an escaped quote follows as the next character
    } else if (character === '\n') return false;
    else if (character === '"') isQuoted = isFieldStart || text.charAt(at - 1) === '"';
    else if (character === delimiter) count += 1;
    if (count > limit) return true;
    isFieldStart = !isQuoted && character === delimiter;
  }
  return false;
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
