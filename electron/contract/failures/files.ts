import { text } from './define.ts';

type Process = { readonly pid: number | null };

function inProcess(pid: number | null): string {
  return pid === null ? '' : ` (process ${pid})`;
}

/** Failures of files: those of the data folder, and those that you save or open. */
export const fileFailures = {
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
