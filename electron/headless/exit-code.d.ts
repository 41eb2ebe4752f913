import type { FailureCode } from '../contract/failure.ts';
/** Exit codes that scripts can use, as sysexits.h has them. */
export declare const exitCodes: {
  readonly done: 0;
  readonly usage: 64;
  readonly unavailable: 69;
  readonly bug: 70;
  readonly userNeeded: 77;
  readonly profile: 78;
};
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
/** How a program ends that ran into this. */
export declare function exitCodeFor(code: FailureCode): ExitCode;
