import type { Result } from '../../electron/contract/failure.ts';

/** Returns the value of a result, and throws if it failed. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message} ${result.failure.remedy}`);
  return result.value;
}
