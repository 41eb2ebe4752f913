import { failed, type Failed } from '../../../contract/failure.ts';

/** The answer where a conversation was asked for that is not there. */
export function noConversation(): Failed {
  return failed('invalid-input', 'This conversation is no longer there.', 'Choose another one from the list.');
}

/** The answer where a conversation was to be changed that is in the trash: there it stays as it is. */
export function inTrash(): Failed {
  return failed('invalid-input', 'This conversation is in the trash.', 'Restore it to go on with it.');
}

/** The answer where a message was asked for that is not there. */
export function noMessage(): Failed {
  return failed('invalid-input', 'This message is no longer there.', 'Open the conversation again.');
}
