import type { Connection } from '../../contract/connection.ts';

/** Something worth a notification. */
export interface News {
  readonly title: string;
  readonly body: string;
}

/** How long the tunnel must have been away for its return to be news. */
const longAway = 60_000;

/** Hears every change of the connection and says what is news: that the user is needed, and a return after a long time. */
export function createTunnelNews(now: () => number): (connection: Connection) => News | undefined {
  let asked = '';
  let awaySince: number | undefined;

  return (connection) => {
    if (connection.state !== 'ready' || connection.tunnel === null) return undefined;
    const { instance, state } = connection.tunnel;
    const question = state.kind === 'waiting-for-user' ? JSON.stringify(state.question) : '';
    const isNewQuestion = question !== '' && question !== asked;
    asked = question;
    if (isNewQuestion) return { title: `${instance} needs you`, body: 'The tunnel waits for your answer in Causeway.' };

    switch (state.kind) {
      case 'ready': {
        const wasAway = awaySince !== undefined && now() - awaySince > longAway;
        awaySince = undefined;
        return wasAway ? { title: `Back: ${instance}`, body: 'The tunnel is up again.' } : undefined;
      }
      case 'waiting-to-retry':
      case 'suspect':
      case 'failed':
        awaySince ??= now();
        return undefined;
      case 'idle':
      case 'stopped': // at the user's wish, or nobody needs it
        awaySince = undefined;
        return undefined;
      case 'connecting':
      case 'waiting-for-user':
        return undefined;
    }
  };
}
