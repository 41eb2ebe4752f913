import { text } from './define.ts';

/** The databases. Their worker threads are named so too. */
export type DatabaseName = 'history' | 'runs';

type Database = { readonly database: DatabaseName };
type File = Database & { readonly file: string };
type Detail = { readonly detail: string };

/** Returns the sentence of each database. */
const either =
  (history: string, runs: string) =>
  ({ database }: Database): string =>
    database === 'runs' ? runs : history;

const nameFile = either('the history file', 'the file with your runs');

/** Failures of the databases of conversations and runs. */
export const databaseFailures = {
  'database-newer': text<File>(
    'storage',
    either(
      'This history was created by a newer version of Causeway, so you can read it, but new messages aren’t saved.',
      'These runs were saved by a newer version of Causeway, so you can read them, but not change or continue them.',
    ),
    ({ file }) => `Update Causeway to continue with ${file}.`,
  ),
  'database-read-only': text(
    'storage',
    either(
      'This history was created by a newer version of Causeway, so you can’t change it.',
      'These runs were saved by a newer version of Causeway, so you can’t change them.',
    ),
    'Update Causeway.',
  ),
  'database-replaced': text<Database & Detail & { readonly setAside: string }>(
    'storage',
    ({ database, detail }) =>
      `${database === 'runs' ? 'The file with your runs' : 'The conversation history'} is damaged (${detail}), so Causeway set it aside and started an empty one.`,
    ({ setAside }) => `Find the damaged file at ${setAside}.`,
  ),
  'database-disk-full': text(
    'storage',
    either('The disk is full, so this wasn’t saved.', 'The disk is full, so answers of runs can’t be saved.'),
    either('Free up disk space, then try again.', 'Free up disk space.'),
  ),
  'database-not-writable': text(
    'storage',
    ({ database, detail }: File & Detail) => `Causeway can’t write ${nameFile({ database })}: ${detail}.`,
    ({ file }) => `Check that you can write to ${file}.`,
  ),
  'database-in-use': text(
    'storage',
    ({ database }: File) => `Another program is using ${nameFile({ database })}.`,
    ({ file }) => `Close the other programs that use ${file}, then try again.`,
  ),
  'database-disk-error': text('storage', 'The disk reported an error: {detail}.', 'Check the disk that holds {file}.'),
  'database-damaged': text<File>(
    'storage',
    either('The history file is damaged.', 'The file with your runs is damaged.'),
    ({ file }) => `Copy ${file} to a safe place, then restart Causeway.`,
  ),
  'database-not-opened': text(
    'storage',
    ({ database, detail }: File & Detail) =>
      `Causeway can’t open ${either('the history, so nothing is saved', 'the file with your runs')({ database })}: ${detail}.`,
    ({ file }) => `Check ${file}, then try again.`,
  ),
  'database-restarted': text(
    'storage',
    either(
      'The history database stopped before this was done, and was restarted.',
      'The database of runs stopped before this was done, and was restarted.',
    ),
    'Try again.',
  ),
  'database-stopped': text(
    'storage',
    either('The history database stopped, so new messages aren’t saved.', 'The database of runs stopped, so answers aren’t saved.'),
    'Try again in a minute, and restart Causeway if it still fails.',
  ),
  'database-closed': text(
    'cancelled',
    either('The history was closed before this was done.', 'The database of runs was closed before this was done.'),
    'Restart Causeway, then try again.',
  ),
};
