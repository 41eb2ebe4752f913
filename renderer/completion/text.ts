import { formatCount } from '../shared/format.ts';

/** All words of the completion screen. */
export const completionText = {
  whileStarting: 'Text completion is available once you’re connected.',
  proxy: {
    title: 'Text completion isn’t available in Proxy mode',
    hint: 'Switch to Direct to use it. Your text is saved.',
    switch: 'Switch to Direct',
  },
  noModel: 'The service offers no models for text completion.',
  trashed: 'This text is in the trash. Restore it to continue.',
  text: 'Text',
  placeholder: 'Write the beginning of a text. The model continues it.',
  newText: 'New text',
  undo: 'Undo',
  redo: 'Redo',
  stop: 'Stop',
  continue: 'Continue',
  writing: 'Writing…',
  shortcut: (keys: string) => `Press ${keys} to continue the text.`,
  endings: { stopped: 'Stopped', length: 'Token limit reached', finished: 'Finished' },
  ended: (ending: string) => `${ending}.`,
  endedAfter: (ending: string, tokens: number) => `${ending} after ${formatCount(tokens, 'token', 'tokens')}.`,
} as const;
