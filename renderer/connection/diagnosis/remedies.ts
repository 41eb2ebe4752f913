import type { RemedyAction } from '../../../electron/contract/diagnosis.ts';

/** Carries a remedy out. */
export type RemedyRunner = (action: RemedyAction) => void;

/** What the button for each remedy says. */
export const remedyTitles: Readonly<Record<RemedyAction, string>> = {
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
  'use-system-ssh': 'Use the system’s ssh',
  'show-models': 'Show the models',
  'run-again': 'Check again',
};

const changesProfile: ReadonlySet<RemedyAction> = new Set([
  'enter-token',
  'edit-service',
  'edit-instance',
  'choose-authorities',
  'use-tunnel',
  'use-system-ssh',
]);

/** Whether a remedy can be offered: the demo is as it is, and nothing of it can be edited. */
export function isOffered(action: RemedyAction, isDemo: boolean): boolean {
  return !isDemo || !changesProfile.has(action);
}
