import { text } from './define.ts';

type File = { readonly name: string };

/** Failures of files attached to a message. */
export const attachmentFailures = {
  'attachment-not-text': text(
    'invalid-input',
    ({ name }: File) => `${name} isn’t a text file.`,
    'Convert PDFs and other documents to text first, then attach the text.',
  ),
  'attachment-empty': text('invalid-input', ({ name }: File) => `${name} is empty.`, 'Choose another file.'),
  'attachment-too-long': text(
    'invalid-input',
    ({ name }: File) => `${name} is longer than two million characters.`,
    'Attach a shorter excerpt.',
  ),
};
