import { text } from './define.ts';

/** Failures of saved conversations: reading, changing, searching, exporting and importing them. */
export const historyFailures = {
  'conversation-not-found': text('invalid-input', 'This conversation no longer exists.', 'Choose another one from the list.'),
  'conversation-in-trash': text('invalid-input', 'This conversation is in the trash.', 'Restore it to continue.'),
  'conversation-is-completion': text('invalid-input', 'This is a text completion.', 'Start a conversation to send messages.'),
  'conversation-is-chat': text('invalid-input', 'This is a conversation.', 'Start a text completion to continue plain text.'),
  'message-not-found': text('invalid-input', 'This message no longer exists.', 'Open the conversation again.'),
  'message-parent-deleted': text('invalid-input', 'The message before this one is deleted too.', 'Restore that one first.'),
  'stored-answer-running': text('invalid-input', 'This answer is still in progress.', 'Wait until it’s finished, or stop it.'),
  'folder-name-taken': text('invalid-input', 'A folder named “{name}” already exists.', 'Choose another name.'),
  'folder-not-found': text('invalid-input', 'The folder “{name}” no longer exists.', 'Choose another folder.'),
  'list-position-unknown': text('invalid-input', 'This position in the list is unknown.', 'Refresh the list.'),
  'trash-emptying-canceled': text('cancelled', 'The rest of the trash is still there.', 'Empty the trash again to delete the rest.'),

  'export-canceled': text('cancelled', 'The export was canceled, so no file was written.', ''),
  'pdf-not-written': text('storage', 'Causeway couldn’t write {file}.', 'Choose another folder, or export as a web page and print that.'),
  'import-canceled': text(
    'cancelled',
    ({ imported }: { readonly imported: number }) =>
      `The import was canceled after ${imported === 1 ? '1 conversation, which is' : `${imported} conversations, which are`} saved.`,
    'Import the file again to get the others.',
  ),
  'import-unreadable': text('storage', 'Causeway couldn’t read {file}: {detail}.', 'Choose another file.'),
  'import-empty': text('invalid-input', 'This file contains no conversations.', 'Choose a JSON export of conversations.'),
  /** An answer that failed in the program it was imported from. `message` is that program's. */
  'imported-answer-failed': text(
    'service-error',
    ({ message }: { readonly message: string | null }) =>
      message === null ? 'This answer had failed before it was imported.' : `This answer had failed before it was imported: “${message}”`,
    'Regenerate it.',
  ),
};
