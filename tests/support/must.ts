import type { Result } from '../../electron/contract/failure.ts';
import { failureSentences } from '../../electron/contract/failures/render-failure.ts';

/** The value of a result that can only fail by a mistake. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${failureSentences(result.failure, { surface: 'window' })}`);
  return result.value;
}
