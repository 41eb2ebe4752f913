import { parseJson, readObject } from '../../contract/json.ts';
import type { DocumentFormat } from './load-document.ts';

/** A document after edits. */
interface EditedDocument<T> {
  readonly value: T;
  /** The text of its file. */
  readonly text: string;
  /** Why edits were left out, if any were. */
  readonly problem: string | undefined;
}

/** Applies edits. Leaves out those after which the document couldn't be read back, because it would count as damaged at the next start. */
export function editDocument<T>(format: DocumentFormat<T>, value: T, edits: readonly ((value: T) => T)[]): EditedDocument<T> {
  const all = check(
    format,
    edits.reduce((edited, edit) => edit(edited), value),
  );
  if (all.problem === undefined) return all;
  const valid = edits.reduce(
    (last, edit) => {
      const next = check(format, edit(last.value));
      return next.problem === undefined ? next : last;
    },
    check(format, value),
  );
  return { ...valid, problem: all.problem };
}

/** Reads the text back instead of checking the value, because JSON has no undefined, infinity or NaN. */
function check<T>({ version, schema }: DocumentFormat<T>, value: T): EditedDocument<T> {
  const text = `${JSON.stringify({ version, data: value }, null, 2)}\n`;
  const read = schema.safeParse(readObject(parseJson(text))?.['data']);
  if (read.success) return { value, text, problem: undefined };
  const at = read.error?.issues[0]?.path.join('.') ?? '';
  return { value, text, problem: at === '' ? 'its content would be invalid' : `${at} would be invalid` };
}
