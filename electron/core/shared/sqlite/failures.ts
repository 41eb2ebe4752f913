import { failed, type Failed } from '../../../contract/failure.ts';
import { errorMessage } from '../node-error.ts';

/** The failure if anything is to be written while the file is open for reading only. */
export function readOnly(noun: string): Failed {
  return failed(
    'storage',
    `The ${noun} was written by a newer Causeway, so it is open for reading only.`,
    'Update Causeway to go on with it.',
  );
}

const codes = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** Returns SQLite's primary result code. Extended codes carry it in their low byte. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** Returns whether SQLite reports a damaged file. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === codes.corrupt || code === codes.notADatabase;
}

/** Converts an error of SQLite into a failure for the user. Returns undefined if it is a bug of ours. */
export function sqliteFailure(error: unknown, file: string, noun: string): Failed | undefined {
  switch (resultCode(error) ?? 0) {
    case codes.full:
      return failed('storage', `The disk is full, so this could not be kept in the ${noun}.`, 'Make room on the disk, then try again.');
    case codes.readOnly:
    case codes.cannotOpen:
      return failed('storage', `The ${noun} file can't be written: ${errorMessage(error)}.`, `Check that ${file} is yours to write.`);
    case codes.busy:
    case codes.locked:
      return failed('storage', `Another program is using the ${noun} file.`, `Close what else has ${file} open, then try again.`);
    case codes.io:
      return failed('storage', `The disk reported an error: ${errorMessage(error)}.`, `Check the disk that holds ${file}.`);
    case codes.corrupt:
    case codes.notADatabase:
      return failed('storage', `The ${noun} file is damaged.`, `Copy ${file} to a safe place, then start Causeway again.`);
    default:
      return undefined;
  }
}

/** The failure of every call if the file can't be opened at all. */
export function cannotOpen(error: unknown, file: string, noun: string): Failed {
  return failed(
    'storage',
    `The ${noun} can't be opened: ${errorMessage(error)}. Nothing is kept.`,
    `Check ${file}, then start Causeway again.`,
  );
}

/** The failure if the file was damaged and a new one takes its place. */
export function damaged(error: unknown, setAside: string, noun: string): Failed {
  return failed(
    'storage',
    `The ${noun} could not be read: the file is damaged (${errorMessage(error)}). Causeway starts with an empty one.`,
    `Nothing was deleted; the damaged file is ${setAside}`,
  );
}

/** The failure if the file is of a newer version. */
export function newer(file: string, noun: string): Failed {
  return failed(
    'storage',
    `The ${noun} was written by a newer Causeway. It can be read and searched here, and nothing new is kept in it.`,
    `Update Causeway to go on with it; the file is ${file}`,
  );
}

/** The failures of calls to a worker that is not there. */
export function workerFailures(noun: string): Readonly<Record<'lost' | 'stopped' | 'closed' | 'closing', Failed>> {
  return {
    lost: failed('storage', `The ${noun} stopped in the middle of this.`, 'Try again.'),
    stopped: failed(
      'storage',
      `The ${noun} has stopped working; nothing new is kept.`,
      'Try again in a while. If it stays like this, start Causeway again.',
    ),
    closed: failed('cancelled', `The ${noun} is closed.`, 'Start Causeway again.'),
    closing: failed('cancelled', `The ${noun} was closed before this was done.`, 'Try again.'),
  };
}
