import { chatFailures } from './chat.ts';
import { clientProgramFailures } from './client-programs.ts';
import { connectionFailures } from './connection.ts';
import { imageFailures } from './images.ts';
import { profileFailures } from './profiles.ts';
import { databaseFailures } from './database.ts';
import { documentFailures } from './documents.ts';
import { serviceFailures } from './service.ts';
import { programFailures } from './program.ts';
import { runFailures } from './runs.ts';
import { toolFailures } from './tools.ts';
import { networkFailures } from './network.ts';
import { sshSignInFailures } from './ssh-sign-in.ts';
import { tunnelFailures } from './tunnel.ts';
import { text } from './define.ts';

/** Failures that belong to no feature. */
const generalFailures = {
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

/** The text of every failure. Each area has a file of its own. */
export const failureTexts = {
  ...generalFailures,
  ...serviceFailures,
  ...chatFailures,
  ...clientProgramFailures,
  ...databaseFailures,
  ...documentFailures,
  ...imageFailures,
  ...profileFailures,
  ...programFailures,
  ...runFailures,
  ...toolFailures,
  ...connectionFailures,
  ...networkFailures,
  ...tunnelFailures,
  ...sshSignInFailures,
};

/** What exactly failed: the key of its text. */
export type FailureReason = keyof typeof failureTexts;

/** Returns whether there is a text for a reason, which may come from another version's data. */
export function isFailureReason(reason: string): reason is FailureReason {
  return Object.hasOwn(failureTexts, reason);
}
