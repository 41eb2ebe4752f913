import { text } from './define.ts';

/** Failures of setting up and checking other programs. */
export const clientProgramFailures = {
  'client-program-model-unfit': text('invalid-input', '{title} can’t use this model.', 'Choose another model.'),
  'client-program-needs-local-api': text('unreachable', 'The local API isn’t running.', 'Enable it, then try again.'),
  'client-program-file-not-json': text(
    'storage',
    '{file} isn’t in a form that Causeway can change, so it was left as it is.',
    'Correct the file in {title}, then try again.',
  ),
  'client-program-file-link': text(
    'storage',
    '{file} is a link to {target}, which Causeway doesn’t replace.',
    'Put the file itself in place of the link, then try again.',
  ),
  'client-program-file-read-only': text('storage', '{file} is read-only.', 'Make it writable, then try again.'),
  'client-program-file-changed': text('refused', '{file} changed while you were asked.', 'Review the change again.'),
  'client-program-change-too-long': text(
    'unsupported',
    'This change is too long to be shown in full, so you can’t approve it.',
    'Remove the old entry from {file}, then try again.',
  ),
  'client-program-not-set-up': text('invalid-input', 'There’s nothing to undo.', ''),
  'client-program-changed-since': text(
    'refused',
    ({ file }: { readonly file: string; readonly backup: string | null }) =>
      `${file} has changed since Causeway set it up, so nothing was undone.`,
    ({ backup }) => (backup === null ? 'Remove the Causeway entry yourself.' : `Remove the Causeway entry yourself, or restore ${backup}.`),
  ),
  'client-program-not-reached': text('unreachable', 'No local API answers at {address}, which {title} is set to.', 'Set up {title} again.'),
  'client-program-key-refused': text('refused', 'The local API doesn’t accept the key in {file}.', 'Set up {title} again.'),
  'client-program-rejected': text(
    'request-rejected',
    ({ status, answer }: { readonly status: number; readonly answer: string }) =>
      answer === '' ? `The service answered with error ${status}.` : `The service answered with error ${status}: “${answer}”`,
    'Check again in a minute, or choose another model.',
  ),
  'client-program-answer-cut': text('answer-cut', 'The answer ended early.', 'Check again.'),
};
