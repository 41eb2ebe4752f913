import type { RemedyAction } from '../../../electron/contract/connection-check.ts';

/** A remedy with a button of its own; the check has one already, which runs it again. */
export type OfferedRemedy = Exclude<RemedyAction, 'run-again'>;

/** Carries a remedy out. */
export type RemedyRunner = (action: OfferedRemedy) => void;

/** What the button for each remedy says. */
export const remedyTitles: Readonly<Record<OfferedRemedy, string>> = {
  'enter-token': 'Enter a token…',
  'edit-service': 'Edit the service…',
  'edit-instance': 'Edit the instance…',
  'choose-authorities': 'Choose a certificate file…',
  'open-web-chat': 'Open the web chat',
  reconnect: 'Connect again',
  'start-tunnel': 'Start the tunnel',
  'confirm-new-instance': 'This is a new instance…',
  'use-proxy': 'Switch to Proxy',
  'use-direct': 'Switch to Direct',
  'use-tunnel': 'Go through the tunnel',
  'show-models': 'Show the models',
};

const changesProfile: ReadonlySet<RemedyAction> = new Set([
  'enter-token',
  'edit-service',
  'edit-instance',
  'choose-authorities',
  'use-tunnel',
]);

/** Whether a remedy is offered: the demo is as it is, and nothing of it can be edited. */
export function isOffered(action: RemedyAction, isDemo: boolean): action is OfferedRemedy {
  return action !== 'run-again' && (!isDemo || !changesProfile.has(action));
}
