import type { Failed, Failure, FailureCode } from '../../electron/contract/failure.ts';

/** Returns a failure with any code and text. */
export function recordedFailure(code: FailureCode, message = 'It failed.', remedy = 'Do this.'): Failure {
  return { code, reason: 'recorded', params: { message, remedy } };
}

/** Returns a failed result with any code and text. */
export function failed(code: FailureCode, message?: string, remedy?: string): Failed {
  return { ok: false, failure: recordedFailure(code, message, remedy) };
}
