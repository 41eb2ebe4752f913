import { describeFailure } from './failures/render-failure.ts';
import type { ReadyConnection, TunnelStatus, TunnelPhase } from './connection.ts';
import type { SecretStatus } from './secret.ts';

/** The time for countdowns. Null for text that isn't refreshed every second. */
export type CountdownClock = number | null;

/** Describes how the service is reached. The window, the tray and the terminal share this text. Imports no schema. */
export function describeConnection(connection: ReadyConnection, now: CountdownClock): string {
  return connection.mode === 'proxy' ? describeProfileToken(connection) : describeDirect(connection, now);
}

function describeProfileToken({ profile, token }: ReadyConnection): string {
  return profile.isDemo ? 'demo token' : describeToken(token);
}

/** Describes the state of a token. */
export function describeToken(token: SecretStatus): string {
  switch (token.state) {
    case 'unread':
      return 'reading the token';
    case 'not-set':
      return 'no token';
    case 'set':
      return token.keeping === 'keychain' ? `token ends …${token.tail}` : `token ends …${token.tail}, until you quit`;
    case 'unreadable':
      return 'token can’t be read';
  }
}

function describeDirect({ direct, tunnel }: ReadyConnection, now: CountdownClock): string {
  if (direct.now === 'straight') return 'on the network';
  if (tunnel === null) return direct.now === 'undecided' ? 'finding the way' : 'no instance to go through';
  return describeTunnel(tunnel, now);
}

/** Describes the state of a tunnel. */
export function describeTunnel(tunnel: TunnelStatus, now: CountdownClock): string {
  const { earlierAnswers } = tunnel;
  return earlierAnswers === 0
    ? describeTunnelState(tunnel, now)
    : `${describeTunnelState(tunnel, now)} · ${describeEarlierAnswers(earlierAnswers)}`;
}

/** Describes answers that continue over an earlier connection. */
export function describeEarlierAnswers(answers: number): string {
  return answers === 1 ? '1 answer continues over the earlier connection' : `${answers} answers continue over the earlier connection`;
}

function describeTunnelState({ instance, state, roundTripMs }: TunnelStatus, now: CountdownClock): string {
  switch (state.kind) {
    case 'idle':
      return `tunnel to ${instance} starts when needed`;
    case 'connecting':
      return state.identity === null
        ? `connecting to ${state.hop ?? instance}`
        : `connecting to ${state.hop ?? instance} with ${state.identity}`;
    case 'waiting-for-user':
      return `tunnel to ${instance} waits for your answer`;
    case 'ready':
      return roundTripMs === null ? `through tunnel to ${instance}` : `through tunnel to ${instance} · ${Math.round(roundTripMs)} ms`;
    case 'suspect':
      return `checking the tunnel to ${instance}`;
    case 'waiting-to-retry':
      return `${describeRetry(state.until, now)} (${toClause(describeFailure(state.failure).message)})`;
    case 'failed':
      return `tunnel failed: ${toClause(describeFailure(state.failure).message)}`;
    case 'stopped':
      return `tunnel to ${instance} is stopped`;
  }
}

/** Explains why the system's ssh was chosen automatically. Returns undefined if it wasn't. */
export function describeTakeOver({ transportReason }: Pick<TunnelStatus, 'transportReason'>): string | undefined {
  return transportReason === null ? undefined : `The system’s ssh carries this tunnel, because ${transportReason}.`;
}

/** Describes a tunnel's problem without its cause. Returns undefined if there is none. */
export function describeTunnelProblem(state: TunnelPhase, now: CountdownClock): string | undefined {
  if (state.kind === 'waiting-to-retry') return describeRetry(state.until, now);
  return state.kind === 'failed' ? 'not connected' : undefined;
}

function describeRetry(until: number, now: CountdownClock): string {
  return now === null ? 'reconnecting' : `reconnecting in ${Math.max(0, Math.ceil((until - now) / 1000))} s`;
}

/** Turns the first of several sentences into a clause. */
function toClause(sentences: string): string {
  const bare = (sentences.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? sentences).replace(/\.$/, '');
  // a name or an abbreviation keeps its capital
  return /^(?:The |[A-Z][a-z]+ [a-z])/.test(bare) ? bare.charAt(0).toLowerCase() + bare.slice(1) : bare;
}
