import type { Connection } from '../contract/connection.ts';

/** Something worth a notification. */
export interface TunnelNotification {
  readonly title: string;
  readonly body: string;
}

/** How long the tunnel must have been away for its return to be news. */
const longAway = 60_000;

/** What is remembered of one tunnel. */
interface Memory {
  readonly of: string;
  asked: string;
  wasUp: boolean;
  awaySince: number | undefined;
}

/** Hears every change of the connection and says what is news: that the user is needed, and a return after a long time. */
export function createTunnelNotificationPolicy(now: () => number): (connection: Connection) => TunnelNotification | undefined {
  let memory: Memory = forgetful('');

  return (connection) => {
    if (connection.state !== 'ready' || connection.tunnel === null) return undefined;
    const { instance, state } = connection.tunnel;
    const of = `${connection.profile.id} ${instance}`;
    if (memory.of !== of) memory = forgetful(of); // what happened to another tunnel says nothing of this one

    const question = state.kind === 'waiting-for-user' ? JSON.stringify(state.question) : '';
    const isNewQuestion = question !== '' && question !== memory.asked;
    memory.asked = question;

    switch (state.kind) {
      case 'waiting-for-user':
        memory.awaySince = undefined; // who answers will see it come up
        return isNewQuestion ? { title: `${instance} needs you`, body: 'The tunnel waits for your answer in Causeway.' } : undefined;
      case 'ready': {
        const { wasUp, awaySince } = memory;
        memory.wasUp = true;
        memory.awaySince = undefined;
        const isBack = wasUp && awaySince !== undefined && now() - awaySince > longAway;
        return isBack ? { title: `Back: ${instance}`, body: 'The tunnel is up again.' } : undefined;
      }
      case 'waiting-to-retry':
      case 'suspect':
      case 'failed':
        memory.awaySince ??= now();
        return undefined;
      case 'idle':
      case 'stopped': // at the user's wish, or nobody needs it
        memory.awaySince = undefined;
        return undefined;
      case 'connecting':
        return undefined;
    }
  };
}

function forgetful(of: string): Memory {
  return { of, asked: '', wasUp: false, awaySince: undefined };
}
