import type { Connection } from '../contract/connection.ts';
import { hostText } from './text.ts';

/** A desktop notification about the tunnel. */
export interface TunnelNotification {
  readonly title: string;
  readonly body: string;
}

/** Minimum outage after which the tunnel's return is worth a notification. */
const longOutageMs = 60_000;

/** State kept for one tunnel. */
interface TunnelHistory {
  readonly key: string;
  lastQuestion: string;
  wasUp: boolean;
  downSince: number | undefined;
}

/** Creates a function that turns connection changes into notifications: when the user is needed, and after a long outage. */
export function createTunnelNotificationPolicy(now: () => number): (connection: Connection) => TunnelNotification | undefined {
  let history: TunnelHistory = emptyHistory('');

  return (connection) => {
    if (connection.state !== 'ready' || connection.tunnel === null) return undefined;
    const { instance, state } = connection.tunnel;
    const key = `${connection.profile.id} ${instance}`;
    if (history.key !== key) history = emptyHistory(key); // another tunnel's history doesn't apply

    const question = state.kind === 'waiting-for-user' ? JSON.stringify(state.question) : '';
    const isNewQuestion = question !== '' && question !== history.lastQuestion;
    history.lastQuestion = question;

    switch (state.kind) {
      case 'waiting-for-user':
        history.downSince = undefined; // the user who answers sees the tunnel come up
        return isNewQuestion ? hostText.notifications.signIn(instance) : undefined;
      case 'ready': {
        const { wasUp, downSince } = history;
        history.wasUp = true;
        history.downSince = undefined;
        const isRestored = wasUp && downSince !== undefined && now() - downSince > longOutageMs;
        return isRestored ? hostText.notifications.reconnected(instance) : undefined;
      }
      case 'waiting-to-retry':
      case 'suspect':
      case 'failed':
        history.downSince ??= now();
        return undefined;
      case 'idle':
      case 'stopped': // stopped by the user, or not needed
        history.downSince = undefined;
        return undefined;
      case 'connecting':
        return undefined;
    }
  };
}

function emptyHistory(key: string): TunnelHistory {
  return { key, lastQuestion: '', wasUp: false, downSince: undefined };
}
