import { text } from './define.ts';

/** Failures that belong to no feature. */
export const generalFailures = {
  /** A failure as another version saved it, in finished sentences. */
  recorded: text(
    'unexpected',
    ({ message }: { readonly message: string; readonly remedy: string }) => message,
    ({ remedy }) => remedy,
  ),
  cancelled: text('cancelled', 'This was canceled.', ''),
  'stopped-by-user': text('cancelled', 'You stopped this.', ''),
  unexpected: text('unexpected', 'Something went wrong in Causeway.', {
    window: 'Try again, and if it happens again, report it with a support bundle from Settings > About.',
    terminal: 'Try again, and report it if it happens again.',
  }),
};
