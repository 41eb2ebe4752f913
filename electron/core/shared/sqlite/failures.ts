import type { Failed } from '../../../contract/failure.ts';
import type { DatabaseName } from '../../../contract/failures/database.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../node-error.ts';
import { sqliteText } from './text.ts';

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

/** Returns whether nothing can be written now: the disk is full or read-only. A full quota is an I/O error for SQLite. */
export function isUnwritable(error: unknown): boolean {
  const code = resultCode(error);
  return code === codes.full || code === codes.readOnly || code === codes.io;
}

/** The error of a file that has tables of something else. It counts as damage, so that the file is set aside. */
export function foreignDatabaseError(): Error {
  return Object.assign(new Error(sqliteText.foreignDatabase), { errcode: codes.notADatabase });
}

/** Converts an error of SQLite into a failure for the user. Returns undefined if it is a bug of ours. */
export function sqliteFailure(error: unknown, file: string, database: DatabaseName): Failed | undefined {
  switch (resultCode(error) ?? 0) {
    case codes.full:
      return fail('database-disk-full', { database });
    case codes.readOnly:
    case codes.cannotOpen:
      return fail('database-not-writable', { database, detail: errorMessage(error), file });
    case codes.busy:
    case codes.locked:
      return fail('database-in-use', { database, file });
    case codes.io:
      return fail('database-disk-error', { detail: errorMessage(error), file });
    case codes.corrupt:
    case codes.notADatabase:
      return fail('database-damaged', { database, file });
    default:
      return undefined;
  }
}
