import type { Failure } from '../failure.ts';
import type { Mode } from '../profile.ts';
import { text, type NoParams, type SurfaceRemedies } from './define.ts';

type Model = { readonly model: string };

const chooseModel = 'Choose another model.';
const regenerate = 'Regenerate the answer.';
/** The other mode still has the model. */
const switchMode: SurfaceRemedies<{ readonly mode: Mode }> = {
  window: ({ mode }) => `Switch to ${modeTitle(otherMode(mode))}, which still has it, or choose another model.`,
  terminal: ({ mode }) => `Use --mode ${otherMode(mode)}, which still has it, or choose another model.`,
};

/** Failures of conversations and text completions: requesting, reading, changing, searching, exporting and importing them. */
export const chatFailures = {
  'app-closing': text('cancelled', 'Causeway is closing.', 'Start it again.'),
  'already-answering': text('invalid-input', 'This conversation is already being answered.', 'Wait for the answer, or stop it.'),
  'message-empty': text('invalid-input', 'There’s nothing to send.', 'Write a message first.'),
  'no-message-to-answer': text('invalid-input', 'There’s no message to answer.', 'Write a new one.'),
  'no-model-selected': text('invalid-input', 'No model is selected.', 'Choose one first.'),
  'answer-already-complete': text('invalid-input', 'This answer is already complete.', 'Write a new message below it.'),
  'answer-without-text': text(
    'invalid-input',
    'The answer was cut off before any text arrived.',
    'Raise Max tokens, then regenerate the answer.',
  ),
  'continuations-identical': text(
    'invalid-input',
    'At temperature 0, all continuations would be the same.',
    'Raise the temperature, or ask for one continuation.',
  ),
  'token-unknown': text('invalid-input', 'This continuation has no such token.', 'Open the text again, then choose the token.'),
  'token-without-text': text('invalid-input', 'This token is only a part of a character.', 'Choose another token.'),
  'request-not-saved': text('invalid-input', 'There’s no saved request for this message.', 'Choose an answer that Causeway requested.'),

  'model-unknown': text('unknown-model', 'This service doesn’t have a model called {model}.', chooseModel),
  'model-without-chat': text('unsupported', '{model} doesn’t support chat.', chooseModel),
  'model-without-completion': text('unsupported', '{model} doesn’t support text completion.', chooseModel),
  'model-gone': text(
    'unknown-model',
    ({ model, mode }: Model & { readonly mode: Mode }) => `${model} is no longer available through ${modeTitle(mode)}.`,
    chooseModel,
  ),
  'model-gone-in-mode': text(
    'unknown-model',
    ({ model, mode }: Model & { readonly mode: Mode }) => `${model} is no longer available through ${modeTitle(mode)}.`,
    switchMode,
  ),
  /** The service's own `unknown-model`, when the other mode lists the model. */
  'model-in-other-mode': text(
    'unknown-model',
    ({ cause }: { readonly cause: Failure; readonly mode: Mode }, render) => render(cause).message,
    switchMode,
  ),

  'tool-call-unknown': text('invalid-input', 'There’s no such tool call.', regenerate),
  'tool-call-handled': text('invalid-input', 'This tool call was already handled.', 'See its result below.'),
  'tool-call-has-result': text('invalid-input', 'This tool call already has a result.', 'Edit the result instead.'),
  'tool-not-offered': text(
    'invalid-input',
    'The tool {tool} is no longer turned on in this conversation.',
    'Turn it on again, or regenerate the answer.',
  ),
  'tool-result-from-user': text('invalid-input', 'You provide the result of {tool} yourself.', 'Enter its result.'),
  'tool-arguments-invalid': text(
    'invalid-input',
    // a sentence that is also sent to the model
    '{problem}',
    'Correct the arguments.',
  ),
  'not-a-tool-result': text('invalid-input', 'This isn’t a tool result.', 'Choose a tool result to edit.'),
  'tool-result-without-call': text('invalid-input', 'This result doesn’t belong to a tool call.', regenerate),
  'too-many-tool-rounds': text(
    'answer-cut',
    'The model called tools {rounds} times without answering, so Causeway stopped.',
    'Ask it to answer with what it has, or rephrase your message.',
  ),

  'profile-switched': text(
    'unsupported',
    'You switched profiles while tools were running, so Causeway sent nothing to {profile}.',
    'Switch back, or try again to send the conversation to {profile}.',
  ),

  'not-a-number': text('invalid-input', 'This isn’t a number.', ''),
  'not-a-whole-number': text('invalid-input', 'Enter a whole number.', ''),
  'number-too-small': text('invalid-input', 'Enter {min} or more.', ''),
  'number-out-of-range': text('invalid-input', 'Enter a number from {min} to {max}.', ''),
  'parameters-not-json': text('invalid-input', 'This isn’t valid JSON yet.', ''),
  'parameters-not-object': text<NoParams>('invalid-input', 'Enter a JSON object, such as {"name": value}.', ''),
  'parameter-has-control': text('invalid-input', '“{name}” has its own setting, so remove it here.', ''),
  'parameter-name-reserved': text('invalid-input', '“{name}” can’t be used as a name.', ''),
  'attachment-not-text': text('invalid-input', '{name} is neither text nor an image.', 'Attach a text file or an image instead.'),
  'attachment-pdf': text(
    'invalid-input',
    '{name} is a PDF, and only text files and images can be attached.',
    'Copy its text to a file, or attach images of its pages.',
  ),
  'attachment-image': text(
    'invalid-input',
    '{name} is in an image format that Causeway can’t read, such as HEIC or TIFF.',
    'Convert it to JPEG or PNG, then attach that.',
  ),
  'attachment-image-unreadable': text(
    'invalid-input',
    'Causeway can’t read the image {name}.',
    'Open it in another program and save it as PNG, then attach that.',
  ),
  'attachment-image-pixels': text(
    'invalid-input',
    '{name} has {size} pixels, but Causeway opens images of up to {millions} million pixels.',
    'Make it smaller or crop it, then attach it again.',
  ),
  'attachment-image-size': text('invalid-input', '{name} is larger than {max}.', 'Make it smaller or crop it, then attach it again.'),
  'attachment-office': text(
    'invalid-input',
    '{name} is an office document, and only text files and images can be attached.',
    'Save it as plain text or CSV, then attach that.',
  ),
  'attachment-archive': text(
    'invalid-input',
    '{name} is an archive, and only text files and images can be attached.',
    'Extract it, then attach the files.',
  ),
  'attachment-empty': text('invalid-input', '{name} is empty.', 'Choose another file.'),
  'attachment-too-long': text('invalid-input', '{name} has more than two million characters.', 'Attach a shorter excerpt.'),
  'preset-not-found': text('invalid-input', 'This preset no longer exists.', 'Choose another one.'),
  'preset-newer': text('invalid-input', 'This preset was saved by a newer version of Causeway.', 'Update Causeway, then import it again.'),
  'preset-file-invalid': text('invalid-input', 'This file isn’t a preset.', 'Choose a preset file that Causeway exported.'),

  // Saved conversations.
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

function otherMode(mode: Mode): Mode {
  return mode === 'proxy' ? 'direct' : 'proxy';
}

/** Returns the name of a mode. */
export function modeTitle(mode: Mode): string {
  return mode === 'proxy' ? 'Proxy' : 'Direct';
}
