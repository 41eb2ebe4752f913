import type { Failure, FailureCode } from '../contract/failure.ts';

const giveToken = 'Make one in the web chat (user menu, Settings, Account, API keys), and give it with --token-env or --token-fd.';
const giveSecret = 'Give the secret with --token-env, --password-env or --passphrase-env (or -fd) instead.';

/** What has to be done otherwise where there is no window. */
const remedies: Readonly<Partial<Record<FailureCode, string>>> = {
  'token-missing': giveToken,
  'token-refused': giveToken,
  'keychain-missing': giveSecret,
  'keychain-locked': `Unlock it, or do without. ${giveSecret}`,
  'keychain-refused': `Allow Causeway in the keychain app, or do without. ${giveSecret}`,
  'host-key-changed':
    'If it is a new instance, remove the old key where it is kept, and start again with --host-key and the fingerprint that the console of your cloud shows.',
};

/** The same advice in words of the command line: here is no screen to go to, and no menu. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/Choose one on the Connection screen\./, 'Choose one with --profile.'],
  [/run the connection check/, 'look at each step with --check'],
  [/, or allow more time in Settings, Waiting/, ''],
  [/ Settings, Waiting, has how long a silence may be\./, ''],
  [/save a diagnostics bundle from the Help menu and report it/, 'report it'],
  [/save a diagnostics bundle from the Help menu/, 'report it'],
];

/** A failure in words for somebody at a terminal. */
export function atTerminal<F extends Failure | null>(failure: F): F;
export function atTerminal(failure: Failure | null): Failure | null {
  if (failure === null) return null;
  const remedy = wordings.reduce((text, [words, instead]) => text.replace(words, instead), remedies[failure.code] ?? failure.remedy);
  return { ...failure, remedy };
}
