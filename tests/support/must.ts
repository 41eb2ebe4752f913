import type { Result } from '../../electron/contract/failure.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';

/** Returns the value of a result, and throws if it failed. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${failureSentences(result.failure, { surface: 'window' })}`);
  return result.value;
}
