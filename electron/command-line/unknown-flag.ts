import type { Failed } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';

/** Converts an error of Node's `parseArgs` into a failure. */
export function unknownFlag(error: unknown): Failed {
  const message = error instanceof Error ? error.message : String(error);
  return fail('flag-unknown', { detail: message.replace(/\.$/, '') }); // Node ends only some of its messages with a period
}
