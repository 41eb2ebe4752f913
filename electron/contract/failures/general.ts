import { text } from './define.ts';

/** Failures that belong to no feature. */
export const generalFailures = {
  /** A failure as an earlier version saved it, in finished sentences. */
  recorded: text(
    'unexpected',
    ({ message }: { readonly message: string; readonly remedy: string }) => message,
    ({ remedy }) => remedy,
  ),
  cancelled: text('cancelled', 'This was canceled.', ''),
  'stopped-by-user': text('cancelled', 'You stopped this.', ''),
  unexpected: text('unexpected', 'Something went wrong in Causeway.', {
    window: 'Try again. If it happens again, save a support bundle from the Help menu and report it.',
    terminal: 'Try again. If it happens again, report it.',
  }),
};
