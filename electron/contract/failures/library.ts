import { text } from './define.ts';

/** Failures of presets. */
export const libraryFailures = {
  'preset-not-found': text('invalid-input', 'This preset no longer exists.', 'Choose another one.'),
  'preset-newer': text('invalid-input', 'This preset was saved by a newer version of Causeway.', 'Update Causeway, then import it again.'),
  'preset-file-invalid': text('invalid-input', 'This file isn’t a preset.', 'Choose a file that was saved with “Export preset”.'),
};
