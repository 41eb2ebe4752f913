import type { FailureCode } from '../contract/failure.ts';

/** Exit codes for scripts, following sysexits.h. */
export const exitCodes = {
  done: 0,
  incomplete: 65,
  usage: 64,
  unavailable: 69,
  bug: 70,
  noFolder: 73,
  userNeeded: 77,
  profile: 78,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const userNeeded: ReadonlySet<FailureCode> = new Set([
  'ssh-auth',
  'login-given-up',
  'host-key-changed',
  'host-key-refused',
  'host-key-revoked',
  'forwarding-forbidden',
  'token-missing',
  'token-refused',
  'token-forbidden',
  'keychain-missing',
  'keychain-locked',
  'keychain-refused',
  'network-not-permitted',
  'cancelled',
]);
const profileCodes: ReadonlySet<FailureCode> = new Set(['invalid-input', 'ca-file', 'unknown-model', 'storage', 'unsupported']);

/** Returns the exit code for a failure. */
export function exitCodeFor(code: FailureCode): ExitCode {
  if (userNeeded.has(code)) return exitCodes.userNeeded;
  if (profileCodes.has(code)) return exitCodes.profile;
  return code === 'unexpected' ? exitCodes.bug : exitCodes.unavailable;
}
