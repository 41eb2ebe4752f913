import type { Failure, FailureCode } from '../../contract/failure.ts';
import { textFailure } from '../../contract/failures/fail.ts';
import { errorMessage } from '../shared/node-error.ts';

const memoryHint = 'or choose to keep the secret only until you quit';

const remedies = {
  'keychain-missing': `Install and start one (on Linux: GNOME Keyring or KWallet), ${memoryHint}.`,
  'keychain-locked': `Unlock it, for instance by logging in again, and try once more; ${memoryHint}.`,
  'keychain-refused': `Allow Causeway in the keychain app, ${memoryHint}.`,
} as const;

const patterns: readonly (readonly [RegExp, keyof typeof remedies])[] = [
  // Linux: libsecret and GNOME Keyring
  [/locked collection|is locked|org\.freedesktop\.Secret\.Error\.IsLocked/i, 'keychain-locked'],
  [
    /autolaunch|not provided by any \.service|ServiceUnknown|Could not connect|Object does not exist|no such object|NoReply|cannot open shared object|Cannot find module|DBUS_SESSION|\.node\b/i,
    'keychain-missing',
  ],
  // macOS and Windows
  [/interaction is not allowed|keychain is not available|cannot be unlocked/i, 'keychain-locked'],
  [/No keychain is available|default keychain could not be found|logon session does not exist/i, 'keychain-missing'],
];

const sentences = {
  'keychain-missing': 'This system offers no keychain to keep the secret in.',
  'keychain-locked': 'The keychain is locked.',
  'keychain-refused': 'The keychain refused.',
} as const satisfies Partial<Record<FailureCode, string>>;

/** Converts an error of keytar. Unknown errors become `keychain-refused` with their own text. */
export function keychainFailure(error: unknown): Failure {
  const errorText = errorMessage(error);
  const code = patterns.find(([pattern]) => pattern.test(errorText))?.[1] ?? 'keychain-refused';
  // known causes have our own text; the name of a missing library is worth adding
  const includesErrorText = code === 'keychain-refused' || /shared object|Cannot find module/i.test(errorText);
  const reason = includesErrorText && errorText !== '' ? ` It said: “${errorText}”` : '';
  return textFailure(code, `${sentences[code]}${reason}`, remedies[code]);
}

/** The failure of a locked keychain. */
export const lockedFailure: Failure = textFailure('keychain-locked', sentences['keychain-locked'], remedies['keychain-locked']);

/** The failure of a keychain whose prompt was not answered. */
export const unansweredFailure: Failure = textFailure(
  'keychain-locked',
  'The keychain has not answered: it may be waiting for you to allow or unlock it.',
  `Look for its window and answer it, ${memoryHint}.`,
);
