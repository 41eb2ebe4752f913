import type { Failure, FailureCode } from '../../electron/contract/failure.ts';

/** A failure with this code, for tests in which the rest doesn't matter. */
export function sampleFailure(code: FailureCode): Failure {
  return { code, reason: 'recorded', params: { message: 'It broke.', remedy: 'Mend it.' } };
}
