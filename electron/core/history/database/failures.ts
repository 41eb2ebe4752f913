import type { Failed } from '../../../contract/failure.ts';
import { fail } from '../../../contract/failures/fail.ts';

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
  return fail('database-read-only', { database: 'history' });
}
