import type { Connection } from '../contract/connection.ts';

/** Something worth a notification. */
export interface TunnelNotification {
  readonly title: string;
  readonly body: string;
}

/** How long the tunnel must have been away for its return to be news. */
const longOutageMs = 60_000;

/** What is remembered of one tunnel. */
interface TunnelHistory {
  readonly key: string;
  lastQuestion: string;
  wasUp: boolean;
  downSince: number | undefined;
}

/** Hears every change of the connection and says what is news: that the user is needed, and a return after a long time. */
export function createTunnelNotificationPolicy(now: () => number): (connection: Connection) => TunnelNotification | undefined {
  let history: TunnelHistory = emptyHistory('');

  return (connection) => {
    if (connection.state !== 'ready' || connection.tunnel === null) return undefined;
    const { instance, state } = connection.tunnel;
    const key = `${connection.profile.id} ${instance}`;
    if (history.key !== key) history = emptyHistory(key); // what happened to another tunnel says nothing of this one

    const question = state.kind === 'waiting-for-user' ? JSON.stringify(state.question) : '';
    const isNewQuestion = question !== '' && question !== history.lastQuestion;
    history.lastQuestion = question;

    switch (state.kind) {
      case 'waiting-for-user':
        history.downSince = undefined; // who answers will see it come up
        return isNewQuestion ? { title: `${instance} needs you`, body: 'The tunnel waits for your answer in Causeway.' } : undefined;
      case 'ready': {
        const { wasUp, downSince } = history;
        history.wasUp = true;
        history.downSince = undefined;
        const isRestored = wasUp && downSince !== undefined && now() - downSince > longOutageMs;
        return isRestored ? { title: `Back: ${instance}`, body: 'The tunnel is up again.' } : undefined;
      }
      case 'waiting-to-retry':
      case 'suspect':
      case 'failed':
        history.downSince ??= now();
        return undefined;
      case 'idle':
      case 'stopped': // at the user's wish, or nobody needs it
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
