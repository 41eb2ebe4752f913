import { chatFailures } from './chat.ts';
import { connectionFailures } from './connection.ts';
import { credentialFailures } from './credentials.ts';
import { databaseFailures } from './database.ts';
import { generalFailures } from './general.ts';
import { localApiFailures } from './local-api.ts';
import { serviceAddressFailures } from './service-address.ts';
import { serviceFailures } from './service.ts';
import { fileFailures } from './files.ts';
import { historyFailures } from './history.ts';
import { profileFailures } from './profiles.ts';
import { programFailures } from './program.ts';
import { runFailures } from './runs.ts';
import { toolFailures } from './tools.ts';
import { webFailures } from './web.ts';
import { networkFailures } from './network.ts';
import { sshSignInFailures } from './ssh-sign-in.ts';
import { tunnelFailures } from './tunnel.ts';

/** The text of every failure. Each area has a file of its own. */
export const failureTexts = {
  ...generalFailures,
  ...serviceAddressFailures,
  ...serviceFailures,
  ...chatFailures,
  ...localApiFailures,
  ...fileFailures,
  ...databaseFailures,
  ...historyFailures,
  ...profileFailures,
  ...programFailures,
  ...runFailures,
  ...toolFailures,
  ...webFailures,
  ...connectionFailures,
  ...credentialFailures,
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
