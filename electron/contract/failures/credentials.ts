import { text } from './define.ts';

const flags = '--token-env, --password-env or --passphrase-env';

type Detail = Readonly<Record<'detail', string>>;

/** Failures of the keychain and of secrets. */
export const credentialFailures = {
  'no-keychain': text(
    'keychain-missing',
    ({ detail }: Detail) => (detail === '' ? 'No keychain is available.' : `No keychain is available (“${detail}”).`),
    {
      window: 'Install and start a keychain, such as GNOME Keyring or KWallet, or use the secret until you quit.',
      terminal: `Pass the secret with ${flags} instead.`,
    },
  ),
  'keychain-is-locked': text('keychain-locked', 'The keychain is locked.', {
    window: 'Unlock the keychain and try again, or use the secret until you quit.',
    terminal: `Unlock the keychain, or pass the secret with ${flags} instead.`,
  }),
  'keychain-did-not-answer': text('keychain-locked', 'The keychain didn’t answer and may be waiting for you.', {
    window: 'Look for the keychain’s window and answer it, or use the secret until you quit.',
    terminal: `Unlock the keychain, or pass the secret with ${flags} instead.`,
  }),
  'keychain-denied': text(
    'keychain-refused',
    ({ detail }: Detail) => (detail === '' ? 'The keychain denied access.' : `The keychain denied access (“${detail}”).`),
    {
      window: 'Allow Causeway in the keychain app, or use the secret until you quit.',
      terminal: `Allow Causeway in the keychain app, or pass the secret with ${flags} instead.`,
    },
  ),
  'secret-empty': text('invalid-input', 'The secret is empty.', 'Enter the secret.'),
  'secret-with-null': text('invalid-input', 'The secret contains a character that can’t be saved.', 'Copy the secret again.'),
  'secret-too-long': text('invalid-input', 'The secret is too long for the keychain.', 'Check that you copied only the secret.'),
};
