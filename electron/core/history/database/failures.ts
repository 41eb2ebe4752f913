import { failed, type Failed } from '../../../contract/failure.ts';
import { readOnly as readOnlyFile } from '../../shared/sqlite/failures.ts';

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

/** How sentences about its file name the history. */
export const historyNoun = 'history';

/** The failure if anything is to be written while the file is open for reading only. */
export function readOnly(): Failed {
  return readOnlyFile(historyNoun);
}
