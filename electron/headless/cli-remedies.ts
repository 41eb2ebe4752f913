import { describeFailure } from '../contract/failures/render-failure.ts';
import { reworded } from '../contract/failures/fail.ts';
import type { Failure, FailureCode } from '../contract/failure.ts';

const tokenRemedy = 'Make one in the web chat (user menu, Settings, Account, API keys), and give it with --token-env or --token-fd.';
const secretRemedy = 'Give the secret with --token-env, --password-env or --passphrase-env (or -fd) instead.';

/** Remedies that replace those of the window. */
const remedies: Readonly<Partial<Record<FailureCode, string>>> = {
  'token-missing': tokenRemedy,
  'token-refused': tokenRemedy,
  'keychain-missing': secretRemedy,
  'keychain-locked': `Unlock it, or do without. ${secretRemedy}`,
  'keychain-refused': `Allow Causeway in the keychain app, or do without. ${secretRemedy}`,
  'ssh-auth':
    'Check the user name, and that the public key is on the instance. Give a password with --password-env and the passphrase of a key with --passphrase-env (or -fd). A security key or a certificate needs OpenSSH 8.5 or newer on this computer.',
  'login-given-up': 'Give the password with --password-env, or the passphrase of the key with --passphrase-env (or -fd).',
  'host-key-refused': 'Start again with --host-key and the fingerprint that the console of your cloud shows.',
  'tls-authority': 'If your organisation runs its own authority, name its certificate file with --ca-file; otherwise do not connect.',
  'ca-file': 'Name the certificate file you trust with --ca-file.',
  'host-key-changed':
    'If it is a new instance, remove the old key where it is kept, and start again with --host-key and the fingerprint that the console of your cloud shows.',
};

/** Rewords advice that refers to screens and menus, which don't exist here. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/Choose one on the Connection screen\./, 'Choose one with --profile.'],
  [/run the connection check/, 'look at each step with --check'],
  [/ Settings, Waiting, has how long a silence may be\./, ' Allow longer silences with --idle-seconds.'],
  [/or use port (\d+) instead/, 'or use another one: --port $1'],
  [/Choose another port, such as (\d+)/, 'Choose another port, such as --port $1'],
  [/choose another port/i, 'choose another one with --port'],
  [/save a diagnostics bundle from the Help menu and report it/, 'report it'],
  [/save a diagnostics bundle from the Help menu/, 'report it'],
];

/** Replaces a failure's remedy by one for the command line. */
export function withCliRemedy<F extends Failure | null>(failure: F): F;
export function withCliRemedy(failure: Failure | null): Failure | null {
  if (failure === null) return null;
  const flag = failure.code === 'first-byte-timeout' ? '--first-byte-seconds' : '--connect-seconds';
  const base = remedies[failure.code] ?? describeFailure(failure).remedy.replace('in Settings, Waiting', `with ${flag}`);
  const remedy = rewordings.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), base);
  return reworded(failure, { remedy });
}
