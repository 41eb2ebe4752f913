import { ok, type Result } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';

/** Encodes a position in a list as text. */
export function writeCursor(numbers: readonly number[]): string {
  return numbers.join('.');
}

/** Decodes a position of `count` numbers. Returns undefined, the beginning, if there is no cursor. */
export function readCursor(cursor: string | undefined, count: number): Result<readonly number[] | undefined> {
  if (cursor === undefined) return ok(undefined);
  const numbers = cursor.split('.').map((text) => (/^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN));
  if (numbers.length !== count || numbers.some((number) => !Number.isSafeInteger(number))) {
    return fail('list-position-unknown');
  }
  return ok(numbers);
}
