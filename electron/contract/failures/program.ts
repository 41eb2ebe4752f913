import { text } from './define.ts';

const seeHelp = 'See --help.';
const reopen = 'Reload the page, or close the desktop window and open it again.';

type Process = { readonly pid: number | null };

/** Failures of the program itself: its window, its start, its updates, its command line and its files. */
export const programFailures = {
  'program-starting': text('unexpected', 'Causeway is still starting.', 'Try again in a moment.'),
  'link-lost': text(
    'connection-lost',
    'The connection to Causeway was lost before it answered.',
    'Check whether it was done before you try again.',
  ),

  'instance-lock-unusable': text(
    'storage',
    'Causeway can’t find out whether it’s already running with {folder}.',
    'Check that you can write to the folder for temporary files, delete SingletonLock from the data folder, then open Causeway again.',
  ),

  'request-refused': text('refused', 'Causeway couldn’t process this request.', reopen),
  'request-invalid': text('invalid-input', 'Causeway couldn’t process this request.', reopen),
  'page-request-too-long': text(
    'invalid-input',
    'This is more than a browser page can send to Causeway at once.',
    'Use fewer or shorter files or texts, or use the desktop app.',
  ),
  'requests-too-many': text('refused', 'Too many requests at once.', 'Wait a moment, then try again.'),
  'approvals-paused': text('refused', 'You declined a moment ago, so Causeway isn’t asking for now.', 'Wait a minute, then try again.'),

  'setting-number-missing': text(
    'invalid-input',
    ({ unit }: { readonly unit: 'seconds' | 'minutes' | 'pixels' }) => `Enter a number of ${unit}.`,
    '',
  ),

  'update-signature-wrong': text(
    'refused',
    'An update was rejected because it isn’t signed by Causeway’s developers.',
    'Download Causeway from where you first got it, and report this to its developers.',
  ),
  'update-description-unreadable': text(
    'refused',
    'An update was rejected because its description can’t be read.',
    'Download Causeway from where you first got it, and report this to its developers.',
  ),
  'update-version-differs': text('refused', 'An update to {version} was rejected because Causeway’s developers signed {signed}.', ''),
  'update-not-newer': text('refused', 'An update to {version} was rejected because it isn’t newer than {current}.', ''),
  'update-file-differs': text(
    'refused',
    'An update was rejected because the file isn’t the one that Causeway’s developers signed.',
    'Try again later, and report it if it happens again.',
  ),
  'update-check-failed': text('unreachable', 'Causeway couldn’t check for updates: {detail}.', 'Try again later.'),
  'update-not-installed': text(
    'unexpected',
    'The update couldn’t be installed: {detail}.',
    'Try again, or download Causeway from where you first got it.',
  ),
  'update-missing': text('invalid-input', 'There’s no update to install.', 'Check for updates first.'),
  'update-during-answer': text(
    'refused',
    'An answer is still in progress.',
    'Wait until it’s finished, or stop it, then install the update.',
  ),

  /** `detail` is the sentence of Node's parser, without its period. */
  'flag-unknown': text('invalid-input', '{detail}.', seeHelp),
  'flag-number': text('invalid-input', '--{flag} must be a number from {min} to {max}, not “{given}”.', seeHelp),
  'flag-mode': text('invalid-input', '--mode must be proxy or direct, not “{given}”.', seeHelp),
  'flag-host-key': text('invalid-input', '--host-key must be a fingerprint, SHA256: and 43 characters, not “{given}”.', seeHelp),
  'flag-new-key': text('invalid-input', '--new-key must be a name of up to 80 characters.', seeHelp),
  'flag-origin': text('invalid-input', '--allow-origin must be an origin such as https://app.example.org, not “{given}”.', seeHelp),
  'flag-base-path': text('invalid-input', '--base-path must be a path that starts with a slash, not “{given}”.', seeHelp),
  'flag-allow-host': text('invalid-input', '--allow-host must be a host name, with a port if needed, not “{given}”.', seeHelp),
  'flag-allow-user': text('invalid-input', 'This computer has no user named {given}.', 'Check --allow-user.'),
  'flag-secret-twice': text('invalid-input', 'Use either --{secret}-env or --{secret}-fd.', seeHelp),
  'flag-secret-descriptor': text('invalid-input', '--{secret}-fd must be the number of an open file descriptor, not “{given}”.', seeHelp),
  'secret-variable-empty': text(
    'invalid-input',
    'The environment variable {variable} contains no {secret}.',
    'Set it, or omit the flag to use the keychain.',
  ),
  'secret-descriptor-empty': text(
    'invalid-input',
    'File descriptor {descriptor} contains no {secret}.',
    'Write it there, or omit the flag to use the keychain.',
  ),
  'secret-descriptor-unreadable': text(
    'invalid-input',
    'File descriptor {descriptor} can’t be read.',
    'Open it in the shell, for example with {descriptor}< file.',
  ),
  'init-without-service': text('invalid-input', '--init needs --service URL, because there’s no terminal to ask at.', seeHelp),
  'init-engine-path': text(
    'invalid-input',
    '“{given}” isn’t an engine path.',
    'Enter the part of the address before /v1, such as engine-b.',
  ),
  'init-instance': text('invalid-input', '“{given}” isn’t an instance.', 'Enter user@host or user@host:port.'),
  'init-file-exists': text('storage', '{file} already exists.', 'Name another file with --profile, or delete it.'),
  'init-file-not-written': text('storage', '{file} couldn’t be written: {detail}.', 'Name another file with --profile.'),
  'browser-port-taken': text(
    'port-taken',
    'Port {port} is in use by another program.',
    'Use another one with --browser-port, or omit the flag.',
  ),

  // Files: those of the data folder, and those that you save or open.
  'data-folder-unusable': text('storage', 'Causeway can’t use {folder}: {detail}.', {
    window: 'Check that you can write to the folder and that the disk isn’t full.',
    terminal: 'Check that you can write to the folder and that the disk isn’t full, or name another one with --data.',
  }),
  'data-folder-in-use': text(
    'refused',
    ({ pid }: Process) => `Another Causeway is already using this data folder${inProcess(pid)}.`,
    'Stop it first, or name another folder with --data.',
  ),
  'data-folder-in-use-by-app': text(
    'refused',
    ({ pid }: Process) => `The Causeway app is already using this data folder${inProcess(pid)}.`,
    'Quit it first, or name another folder with --data.',
  ),
  'data-folder-in-use-by-server': text(
    'refused',
    ({ pid }: Process) => `Causeway is already running in a browser with this data folder${inProcess(pid)}.`,
    'Stop it where you started it, then open Causeway again.',
  ),
  'profile-already-served': text(
    'refused',
    ({ pid }: Process) => `Causeway is already running for this profile${inProcess(pid)}.`,
    'Stop it first, or name another folder with --data.',
  ),
  'data-folder-idle': text(
    'unreachable',
    'Causeway isn’t running with this data folder.',
    'Start it with --browser, or name its folder with --data.',
  ),
  'terminal-without-input': text(
    'unsupported',
    'On Windows, the installed program can’t ask in a terminal.',
    'Use the server package: npx .\\causeway-server-VERSION.tgz instead of causeway.',
  ),
  'file-not-saved': text(
    'storage',
    '{file} couldn’t be saved: {detail}.',
    'Check that you can write to the folder and that the disk isn’t full.',
  ),
  'document-read-only': text(
    'storage',
    'Your change wasn’t saved, because {file} can’t be read or was saved by a newer version of Causeway.',
    'Update Causeway, or check that you can read the file, then restart Causeway.',
  ),
  'file-not-written': text('storage', 'Causeway couldn’t write {file}.', 'Choose another folder.'),
  'export-not-written': text('storage', 'Causeway couldn’t write {file}: {detail}.', 'Choose another folder, or free up disk space.'),
  'file-in-use': text(
    'storage',
    '{file} can’t be replaced, because another program has it open.',
    'Close it in the other program, then try again.',
  ),
  'file-too-large': text('invalid-input', '{name} is too large.', 'Choose a file of up to {megabytes} MB.'),
  'file-unreadable': text('storage', 'Causeway couldn’t read {name}.', 'Check that the file exists and you can read it.'),
  'upload-incomplete': text(
    'storage',
    '{name} wasn’t uploaded completely.',
    'Check the connection and the disk of the computer that runs Causeway, then choose the file again.',
  ),
  'log-folder-not-opened': text('storage', 'The log folder couldn’t be opened: {detail}.', 'Open {folder} yourself.'),
  'log-folder-elsewhere': text(
    'unsupported',
    'The logs are on the computer that runs Causeway, in {folder}.',
    'Open that folder there, or save a support bundle.',
  ),
};

function inProcess(pid: number | null): string {
  return pid === null ? '' : ` (process ${pid})`;
}
