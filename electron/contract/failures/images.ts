import { text } from './define.ts';

const makeSmaller = 'Make it smaller, then try again.';

/** Failures of images in messages. */
export const imageFailures = {
  'image-unreadable': text('invalid-input', 'This isn’t an image that Causeway can read.', 'Choose another image.'),
  'image-type-unsupported': text(
    'unsupported',
    'Causeway can’t take a {type} image here.',
    'Convert it to PNG, JPEG or WebP, then try again.',
  ),
  'image-animated': text(
    'unsupported',
    'Causeway can’t take an animated WebP image here.',
    'Save one of its pictures as PNG or JPEG, then try again.',
  ),
  'image-file-too-large': text('invalid-input', 'This image is larger than {megabytes} MB.', makeSmaller),
  'image-too-many-pixels': text('invalid-input', 'This image is too large, with {width} × {height} pixels.', makeSmaller),
  'image-not-stored': text('invalid-input', 'The history no longer has this image.', 'Add it to the message again.'),
};
