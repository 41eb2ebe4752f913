import type { FailureCode } from './failure.ts';
import { describeFailure } from './failures/render-failure.ts';
import type { ReadyConnection, TunnelStatus, TunnelPhase } from './connection.ts';
import type { SecretStatus } from './secret.ts';

/** The time for countdowns. Null for text that isn't refreshed every second. */
export type CountdownClock = number | null;

/** Describes how the service is reached. The window, the tray and the terminal share this text. Imports no schema. */
export function describeConnection(connection: ReadyConnection, now: CountdownClock, options: TunnelTextOptions = {}): string {
  return connection.mode === 'proxy' ? describeProfileToken(connection) : describeDirect(connection, now, options);
}

/** The round-trip time is part of the text unless it is shown elsewhere. */
interface TunnelTextOptions {
  readonly hasRoundTrip?: boolean;
}

function describeProfileToken({ profile, token }: ReadyConnection): string {
  return profile.isDemo ? demoTokenText : describeToken(token);
}

/** Text for the demo's own token. */
export const demoTokenText = 'Demo API token';

/** Describes the state of a token. */
export function describeToken(token: SecretStatus): string {
  switch (token.state) {
    case 'unread':
      return 'Reading API token…';
    case 'not-set':
      return 'No API token';
    case 'set':
      return token.keeping === 'keychain' ? `API token …${token.tail}` : `API token …${token.tail} (until you quit)`;
    case 'unreadable':
      return 'Can’t read API token';
  }
}

function describeDirect({ direct, tunnel }: ReadyConnection, now: CountdownClock, options: TunnelTextOptions): string {
  if (direct.now === 'straight') return 'Connected without a tunnel';
  if (tunnel === null) return direct.now === 'undecided' ? 'Choosing a route…' : 'No instance configured';
  return describeTunnel(tunnel, now, options);
}

/** Describes the state of a tunnel. */
export function describeTunnel(tunnel: TunnelStatus, now: CountdownClock, { hasRoundTrip = true }: TunnelTextOptions = {}): string {
  const { earlierAnswers, state, roundTripMs } = tunnel;
  return [
    describeTunnelState(tunnel, now),
    ...(hasRoundTrip && state.kind === 'ready' && roundTripMs !== null ? [`${Math.round(roundTripMs)} ms`] : []),
    ...(earlierAnswers === 0 ? [] : [describeEarlierAnswers(earlierAnswers)]),
  ].join(' · ');
}

/** Describes answers that continue over an earlier connection. */
export function describeEarlierAnswers(answers: number): string {
  return answers === 1 ? '1 answer continues over the earlier connection' : `${answers} answers continue over the earlier connection`;
}

function describeTunnelState({ instance, state }: TunnelStatus, now: CountdownClock): string {
  switch (state.kind) {
    case 'idle':
      return `Tunnel to ${instance} starts when needed`;
    case 'connecting':
      return state.identity === null
        ? `Connecting to ${state.hop ?? instance}…`
        : `Connecting to ${state.hop ?? instance} with ${state.identity}…`;
    case 'waiting-for-user':
      return `Tunnel to ${instance} is waiting for you`;
    case 'ready':
      return `Connected through ${instance}`;
    case 'suspect':
      return `Checking tunnel to ${instance}…`;
    case 'waiting-to-retry':
      return `${describeRetry(state.until, now)}. ${describeFailure(state.failure).message}`;
    case 'failed':
      return `${notConnected}. ${describeFailure(state.failure).message}`;
    case 'stopped':
      return `Tunnel to ${instance} is stopped`;
  }
}

/** Explains why the system's ssh was chosen automatically. Returns undefined if it wasn't. */
export function describeTakeOver({ transportReason }: Pick<TunnelStatus, 'transportReason'>): string | undefined {
  return transportReason === null ? undefined : `This tunnel uses system SSH because ${transportReason}.`;
}

/** Describes a tunnel's problem without its cause. Returns undefined if there is none. */
export function describeTunnelProblem(state: TunnelPhase, now: CountdownClock): string | undefined {
  if (state.kind === 'waiting-to-retry') return describeRetry(state.until, now);
  return state.kind === 'failed' ? notConnected : undefined;
}

const notConnected = 'Not connected';

function describeRetry(until: number, now: CountdownClock): string {
  return now === null ? 'Reconnecting' : `Reconnecting in ${Math.max(0, Math.ceil((until - now) / 1000))} s`;
}

/** The words of the connection path's stages. */
export const pathStageText = {
  you: 'You',
  thisComputer: 'This computer',
  instance: 'Instance',
  server: 'Inference server',
  engines: 'Engines',
  engine: 'engine',
  proxy: 'Proxy',
  reachable: 'Reachable from this network',
  reachableThroughTunnel: 'Reachable through the tunnel',
  notInUse: 'Not in use',
  checking: 'Checking…',
  notChecked: 'Not checked',
  notCheckedYet: 'Not checked yet',
  notResponding: 'Not responding',
  engineNotResponding: 'not responding',
  /** Stages that respond with a refusal. Others don't respond. */
  refusals: {
    'token-refused': 'Rejects the API token',
    'token-forbidden': 'Rejects the API token',
    'network-not-permitted': 'Rejects this network',
    'tls-name': 'Certificate not trusted',
    'tls-authority': 'Certificate not trusted',
    'tls-expired': 'Certificate not trusted',
  } satisfies Partial<Record<FailureCode, string>> as Readonly<Partial<Record<FailureCode, string>>>,
};
