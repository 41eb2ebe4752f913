import { failed, type Failed } from '../../../contract/failure.ts';
import { errorMessage } from '../../shared/node-error.ts';

const codes = { busy: 5, locked: 6, readOnly: 8, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 };

/** SQLite's primary result code; extended ones carry it in their low byte. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

/** Whether the file is not what it should be. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === codes.corrupt || code === codes.notADatabase;
}

/** What an error of SQLite means to the user; undefined where it is a bug of ours. */
export function sqliteFailure(error: unknown, file: string): Failed | undefined {
  switch (resultCode(error) ?? 0) {
    case codes.full:
      return failed('storage', 'The disk is full, so this could not be kept in the history.', 'Make room on the disk, then try again.');
    case codes.readOnly:
    case codes.cannotOpen:
      return failed('storage', `The history file can't be written: ${errorMessage(error)}.`, `Check that ${file} is yours to write.`);
    case codes.busy:
    case codes.locked:
      return failed('storage', 'Another program is using the history file.', `Close what else has ${file} open, then try again.`);
    case codes.io:
      return failed('storage', `The disk reported an error: ${errorMessage(error)}.`, `Check the disk that holds ${file}.`);
    case codes.corrupt:
    case codes.notADatabase:
      return failed('storage', 'The history file is damaged.', `Copy ${file} to a safe place, then start Causeway again.`);
    default:
      return undefined;
  }
}
