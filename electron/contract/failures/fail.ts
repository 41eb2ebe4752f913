import { isFailure, type Failed, type Ok, type Result } from '../failure.ts';
import { failureTexts } from './catalogue.ts';
import { createFailures } from './start.ts';

/** Failures of every reason. */
export const { failure, fail } = createFailures(failureTexts);

/** Result of a call that its caller cancelled. */
export const cancelledCall: Failed = fail('cancelled');

/** Result of a request that the user stopped. */
export const stoppedByUser: Failed = fail('stopped-by-user');

/** Returns the failure for a bug. It contains no details, which could be secret; they are in the log. */
export function unexpected(): Failed {
  return fail('unexpected');
}

/** Validates a result from another process. Anything else becomes an `unexpected` failure. */
export function reviveResult<T>(value: unknown): Result<T> {
  if (typeof value === 'object' && value !== null && 'ok' in value) {
    if (value.ok === true && 'value' in value) return value as Ok<T>;
    if (value.ok === false && 'failure' in value && isFailure(value.failure)) return value as Failed;
  }
  return unexpected();
}
