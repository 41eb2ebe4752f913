import { failed, type Failed } from '../../../contract/failure.ts';

/** The answer where a conversation was asked for that is not there. */
export function noConversation(): Failed {
  return failed('invalid-input', 'This conversation is no longer there.', 'Choose another one from the list.');
}

/** The answer where a message was asked for that is not there. */
export function noMessage(): Failed {
  return failed('invalid-input', 'This message is no longer there.', 'Open the conversation again.');
}
