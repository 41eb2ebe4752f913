import { isFailure, type Failed, type Failure, type Ok, type Result } from '../failure.ts';
import type { NoParams } from './define.ts';
import { failureTexts, type FailureReason, type ParamsOf } from './catalogue.ts';

type Arguments<R extends FailureReason> = ParamsOf<R> extends NoParams ? [] : [params: ParamsOf<R>];

/** Creates a failure with the parameters that its text needs. */
export function failure<R extends FailureReason>(reason: R, ...[params]: Arguments<R>): Failure {
  return { code: failureTexts[reason].code, reason, params: params ?? {} };
}

/** Creates a failed result. */
export function fail<R extends FailureReason>(reason: R, ...params: Arguments<R>): Failed {
  return { ok: false, failure: failure(reason, ...params) };
}

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
