import type { Failure } from '../failure.ts';
import { text } from './define.ts';

const askAgain = { window: 'Ask for the file again, exported from Causeway.', terminal: 'See --help profile.' };

const enterBaseUrl = 'Enter the URL from your service operator, such as https://models.example.org.';
const checkSpelling = 'Check the spelling.';
const flags = '--token-env, --password-env or --passphrase-env';
type Detail = Readonly<Record<'detail', string>>;

/** Failures of profiles, of the addresses in them and of secrets. */
export const profileFailures = {
  'no-profile': text('invalid-input', 'No profile is selected.', {
    window: 'Select one under Connection.',
    terminal: 'Name one with --profile.',
  }),
  'profile-not-found': text('invalid-input', 'This profile no longer exists.', {
    window: 'Select another one.',
    terminal: 'Name another one with --profile.',
  }),
  'profile-incomplete': text(
    'invalid-input',
    'A profile needs a name of up to 80 characters, a base URL, and complete entries.',
    'Check what you entered.',
  ),
  'profile-name-taken': text('invalid-input', 'A profile named {name} already exists.', 'Choose another name.'),
  'demo-read-only': text('refused', 'You can’t change the demo.', 'Add your own profile.'),

  'profile-file-too-long': text('invalid-input', 'This file is too long for a profile.', askAgain),
  'profile-file-not-json': text('invalid-input', 'This file isn’t JSON, so it isn’t a profile.', askAgain),
  'profile-file-unmarked': text('invalid-input', 'This file isn’t a Causeway profile: "causewayProfile": 1 is missing.', askAgain),
  'profile-file-newer': text('invalid-input', 'This profile was saved by a newer version of Causeway.', {
    window: 'Update Causeway, then import it again.',
    terminal: 'Update Causeway.',
  }),
  'profile-file-invalid': text(
    'invalid-input',
    ({ problems }: { readonly problems: readonly string[] }) => `This profile isn’t valid: ${problems.join(', ')}.`,
    askAgain,
  ),
  'profile-file-certificate': text('invalid-input', 'A certificate in this profile is damaged.', askAgain),
  /** A profile file named on the command line can't be used. */
  'profile-file-unusable': text(
    'invalid-input',
    ({ file, cause }: { readonly file: string; readonly cause: Failure }, render) => `${file} can’t be used: ${render(cause).message}`,
    ({ cause }, render) => render(cause).remedy,
  ),
  /** The profiles of the window, read by headless. */
  'stored-profiles-damaged': text(
    'storage',
    'Your profiles in {file} are damaged.',
    'Restore the file from a backup, or name a profile file or demo with --profile.',
  ),
  'profile-file-authority': text(
    'ca-file',
    'Profile file {file} includes a certificate authority that you must approve.',
    'Name the certificate file you trust with --ca-file, or import the profile in the app once and use its name.',
  ),
  'dropped-profile-too-large': text('invalid-input', '{name} is too large for a profile.', 'Ask for the profile to be exported again.'),

  'active-profile-missing': text('invalid-input', 'The app has no active profile.', nameProfile),
  'named-profile-missing': text<{ readonly name: string; readonly profiles: readonly string[] }>(
    'invalid-input',
    'There’s no profile or file named {name}.',
    nameProfile,
  ),

  // The service’s addresses and the model catalog.
  'base-url-empty': text('invalid-input', 'The base URL is empty.', enterBaseUrl),
  'base-url-spaces': text('invalid-input', 'The base URL contains a space or line break.', enterBaseUrl),
  'base-url-no-scheme': text('invalid-input', 'The base URL doesn’t start with https://.', 'Check whether you mean {suggestion}.'),
  'base-url-http': text(
    'invalid-input',
    'The base URL starts with http://, which would send your API token and messages unencrypted.',
    'Use https://.',
  ),
  'base-url-scheme': text('invalid-input', 'The base URL starts with {scheme}:// instead of https://.', enterBaseUrl),
  'base-url-no-host': text('invalid-input', 'The base URL has no host name.', enterBaseUrl),
  'base-url-invalid': text('invalid-input', 'The base URL isn’t valid.', 'Check its host name and port.'),
  'base-url-credentials': text('invalid-input', 'The base URL contains a username or password.', {
    window: 'Remove it, and enter the API token in its own field.',
    terminal: 'Remove it, and pass the API token with --token-env.',
  }),
  'base-url-query': text('invalid-input', 'The base URL contains ? or #.', 'Remove that character and everything after it.'),

  'engine-path-invalid': text(
    'invalid-input',
    '“{segment}” isn’t a valid engine path.',
    'Use letters, digits, dots, dashes and underscores.',
  ),
  'engine-path-taken': text('invalid-input', 'The engine path {segment} is already in the model catalog.', 'Edit the existing one.'),
  'engine-path-unknown': text('invalid-input', 'The engine path {segment} isn’t in the model catalog.', checkSpelling),
  'catalog-model-invalid': text(
    'invalid-input',
    'The model has no name, or its context length isn’t valid.',
    'Enter a name, and leave the context length empty or enter a number above zero.',
  ),
  'catalog-model-taken': text('invalid-input', 'The model {model} is already in the model catalog.', 'Edit or remove the existing one.'),
  'catalog-model-unknown': text('invalid-input', 'The model {model} isn’t in the model catalog.', checkSpelling),

  // The keychain and secrets.
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

function nameProfile({ profiles }: { readonly profiles: readonly string[] }): string {
  return `Name one of these with --profile: ${[...profiles, 'demo'].join(', ')}.`;
}
