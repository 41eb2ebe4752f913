import type { Duplex } from 'node:stream';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { isFailure, type Failure } from '../../contract/failure.ts';

/** The host and port of a connection. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
}

/** Opens a raw connection: by TCP, or through the tunnel. The signal only cancels the opening. */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;

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
