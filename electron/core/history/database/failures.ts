import type { Failed } from '../../../contract/failure.ts';
import { failed } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../../shared/node-error.ts';

/** The failure if a conversation does not exist. */
export function noConversation(): Failed {
  return failed('invalid-input', 'This conversation is no longer there.', 'Choose another one from the list.');
}

/** The failure if a conversation is to be changed while it is in the trash. */
export function inTrash(): Failed {
  return failed('invalid-input', 'This conversation is in the trash.', 'Restore it to go on with it.');
}

/** The failure if a message does not exist. */
export function noMessage(): Failed {
  return failed('invalid-input', 'This message is no longer there.', 'Open the conversation again.');
}

/** The failure if anything is to be written while the file is open for reading only. */
export function readOnly(): Failed {
  return failed(
    'storage',
    'The history was written by a newer Causeway, so it is open for reading only.',
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
