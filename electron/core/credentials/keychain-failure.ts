import type { Failure } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import { errorMessage } from '../shared/node-error.ts';

const patterns: readonly (readonly [RegExp, 'keychain-is-locked' | 'no-keychain'])[] = [
  // Linux: libsecret and GNOME Keyring
  [/locked collection|is locked|org\.freedesktop\.Secret\.Error\.IsLocked/i, 'keychain-is-locked'],
  [
    /autolaunch|not provided by any \.service|ServiceUnknown|Could not connect|Object does not exist|no such object|NoReply|cannot open shared object|Cannot find module|DBUS_SESSION|\.node\b/i,
    'no-keychain',
  ],
  // macOS and Windows
  [/interaction is not allowed|keychain is not available|cannot be unlocked/i, 'keychain-is-locked'],
  [/No keychain is available|default keychain could not be found|logon session does not exist/i, 'no-keychain'],
];

/** Converts an error of keytar. Unknown errors become `keychain-refused` with their own text. */
export function keychainFailure(error: unknown): Failure {
  const detail = errorMessage(error);
  const reason = patterns.find(([pattern]) => pattern.test(detail))?.[1];
  if (reason === undefined) return failure('keychain-denied', { detail });
  if (reason === 'keychain-is-locked') return lockedFailure;
  // the name of a missing library is worth adding
  return failure('no-keychain', { detail: /shared object|Cannot find module/i.test(detail) ? detail : '' });
}

/** The failure of a locked keychain. */
export const lockedFailure: Failure = failure('keychain-is-locked');

/** The failure of a keychain whose prompt was not answered. */
export const unansweredFailure: Failure = failure('keychain-did-not-answer');
