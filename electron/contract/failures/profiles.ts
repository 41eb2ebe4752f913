import type { Failure } from '../failure.ts';
import { text } from './define.ts';

const askAgain = { window: 'Ask for the file again, exported from Causeway.', terminal: 'See --help profile.' };

/** Failures of profiles and their files. */
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
  'demo-not-copied': text('refused', 'You can’t duplicate the demo, because its addresses change at every start.', 'Add your own profile.'),
  'demo-not-changed': text('refused', 'You can’t change the demo.', 'Add your own profile.'),
  'demo-not-removed': text('refused', 'You can’t remove the demo.', 'Select another profile instead.'),

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
};

function nameProfile({ profiles }: { readonly profiles: readonly string[] }): string {
  return `Name one of these with --profile: ${[...profiles, 'demo'].join(', ')}.`;
}
