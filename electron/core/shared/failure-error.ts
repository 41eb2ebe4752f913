import { describeFailure } from '../../contract/failures/render-failure.ts';
import { isFailure, type Failure } from '../../contract/failure.ts';

/** Carries a Failure through code that only knows thrown errors, such as a socket or a pool. */
export class FailureError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(describeFailure(failure).message, options);
    this.name = 'FailureError';
    this.failure = failure;
  }
}

/** Returns the Failure an error carries. Checks its shape, because the class may come from another bundle. */
export function carriedFailure(error: unknown): Failure | undefined {
  return error instanceof Error && 'failure' in error && isFailure(error.failure) ? error.failure : undefined;
}
