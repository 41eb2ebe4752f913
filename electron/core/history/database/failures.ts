import type { Failed } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';
import { errorMessage } from '../../shared/node-error.ts';

/** The failure if a conversation does not exist. */
export function noConversation(): Failed {
  return fail('conversation-not-found');
}

/** The failure if a conversation is to be changed while it is in the trash. */
export function inTrash(): Failed {
  return fail('conversation-in-trash');
}

/** The failure if a message does not exist. */
export function noMessage(): Failed {
  return fail('message-not-found');
}

/** The failure if anything is to be written while the file is open for reading only. */
export function readOnly(): Failed {
  return fail('history-read-only');
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
      return fail('history-disk-full');
    case codes.readOnly:
    case codes.cannotOpen:
      return fail('history-not-writable', { detail: errorMessage(error), file });
    case codes.busy:
    case codes.locked:
      return fail('history-in-use', { file });
    case codes.io:
      return fail('history-disk-error', { detail: errorMessage(error), file });
    case codes.corrupt:
    case codes.notADatabase:
      return fail('history-damaged', { file });
    default:
      return undefined;
  }
}
