import type { CheckStep, CheckStepName, ConnectionCheck } from '../contract/connection-check.ts';
import { checkSite } from '../contract/failure-remedies.ts';
import { failureSentences, renderFailure, type Place, describeFailure } from '../contract/failures/render-failure.ts';
import type { FailureCode } from '../contract/failure.ts';
import type { ReadyConnection, TunnelStatus, TunnelPhase } from '../contract/connection.ts';
import type { SecretStatus } from '../contract/profile.ts';

/** The time for countdowns. Null for text that isn't refreshed every second. */
export type CountdownClock = number | null;

/** The words for how the service is reached: the token, the route and the tunnel. */
export const connectionStateText = {
  demoToken: 'Demo API token',
  readingToken: 'Reading API token…',
  noToken: 'No API token',
  token: (tail: string) => `API token …${tail}`,
  tokenUntilQuit: (tail: string) => `API token …${tail} (until you quit)`,
  unreadableToken: 'Can’t read API token',
  withoutTunnel: 'Connected without a tunnel',
  choosingRoute: 'Choosing a route…',
  noInstance: 'No instance configured',
  roundTrip: (ms: number) => `${Math.round(ms)} ms`,
  earlierAnswers: (count: number) =>
    count === 1 ? '1 answer continues over the earlier connection' : `${count} answers continue over the earlier connection`,
  idle: (instance: string) => `Tunnel to ${instance} starts when needed`,
  connecting: (hop: string) => `Connecting to ${hop}…`,
  signingIn: (hop: string, identity: string) => `Connecting to ${hop} with ${identity}…`,
  waitingForUser: (instance: string) => `Tunnel to ${instance} is waiting for you`,
  connectedThrough: (instance: string) => `Connected through ${instance}`,
  checking: (instance: string) => `Checking tunnel to ${instance}…`,
  stopped: (instance: string) => `Tunnel to ${instance} is stopped`,
  notConnected: 'Not connected',
  reconnecting: 'Reconnecting',
  reconnectingIn: (seconds: number) => `Reconnecting in ${seconds} s`,
  /** A state and its cause. */
  because: (state: string, cause: string) => `${state}. ${cause}`,
};

/** Describes how the service is reached. The window, the tray and the terminal share this text. Imports no schema. */
export function describeConnection(connection: ReadyConnection, now: CountdownClock, options: TunnelTextOptions = {}): string {
  return connection.mode === 'proxy' ? describeProfileToken(connection) : describeDirect(connection, now, options);
}

/** The round-trip time is part of the text unless it is shown elsewhere. */
interface TunnelTextOptions {
  readonly hasRoundTrip?: boolean;
}

function describeProfileToken({ profile, token }: ReadyConnection): string {
  return profile.isDemo ? connectionStateText.demoToken : describeToken(token);
}

/** Describes the state of a token. */
export function describeToken(token: SecretStatus): string {
  switch (token.state) {
    case 'unread':
      return connectionStateText.readingToken;
    case 'not-set':
      return connectionStateText.noToken;
    case 'set':
      return token.keeping === 'keychain' ? connectionStateText.token(token.tail) : connectionStateText.tokenUntilQuit(token.tail);
    case 'unreadable':
      return connectionStateText.unreadableToken;
  }
}

function describeDirect({ direct, tunnel }: ReadyConnection, now: CountdownClock, options: TunnelTextOptions): string {
  if (direct.now === 'straight') return connectionStateText.withoutTunnel;
  if (tunnel === null) return direct.now === 'undecided' ? connectionStateText.choosingRoute : connectionStateText.noInstance;
  return describeTunnel(tunnel, now, options);
}

/** Describes the state of a tunnel. */
export function describeTunnel(tunnel: TunnelStatus, now: CountdownClock, { hasRoundTrip = true }: TunnelTextOptions = {}): string {
  const { earlierAnswers, state, roundTripMs } = tunnel;
  return [
    describeTunnelState(tunnel, now),
    ...(hasRoundTrip && state.kind === 'ready' && roundTripMs !== null ? [connectionStateText.roundTrip(roundTripMs)] : []),
    ...(earlierAnswers === 0 ? [] : [connectionStateText.earlierAnswers(earlierAnswers)]),
  ].join(' · ');
}

function describeTunnelState({ instance, state }: TunnelStatus, now: CountdownClock): string {
  switch (state.kind) {
    case 'idle':
      return connectionStateText.idle(instance);
    case 'connecting':
      return state.identity === null
        ? connectionStateText.connecting(state.hop ?? instance)
        : connectionStateText.signingIn(state.hop ?? instance, state.identity);
    case 'waiting-for-user':
      return connectionStateText.waitingForUser(instance);
    case 'ready':
      return connectionStateText.connectedThrough(instance);
    case 'suspect':
      return connectionStateText.checking(instance);
    case 'waiting-to-retry':
      return connectionStateText.because(describeRetry(state.until, now), describeFailure(state.failure).message);
    case 'failed':
      return connectionStateText.because(connectionStateText.notConnected, describeFailure(state.failure).message);
    case 'stopped':
      return connectionStateText.stopped(instance);
  }
}

/** Describes a tunnel's problem without its cause. Returns undefined if there is none. */
export function describeTunnelProblem(state: TunnelPhase, now: CountdownClock): string | undefined {
  if (state.kind === 'waiting-to-retry') return describeRetry(state.until, now);
  return state.kind === 'failed' ? connectionStateText.notConnected : undefined;
}

function describeRetry(until: number, now: CountdownClock): string {
  return now === null ? connectionStateText.reconnecting : connectionStateText.reconnectingIn(Math.max(0, Math.ceil((until - now) / 1000)));
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

/** The titles of the check's steps. */
export const checkStepTitles: Readonly<Record<CheckStepName, string>> = {
  name: 'DNS lookup',
  reach: 'Network',
  instance: 'Instance',
  ssh: 'SSH',
  'host-key': 'Host key',
  identity: 'Sign-in',
  forwarding: 'Port forwarding',
  tls: 'TLS',
  'tls-name': 'Certificate name',
  models: 'Model list',
  token: 'API token',
  completion: 'Test message',
};

/** The words for the results of a check and of its steps. Failures have their own text. */
export const checkResultText = {
  checking: 'Checking…',
  passed: 'Passed.',
  skipped: 'Skipped.',
  everythingWorks: 'Everything works.',
  reportTitle: (profile: string, mode: string) => `Causeway connection check: ${profile}, ${mode}`,
};

/** Where a check is shown. */
type CheckSurface = 'check' | 'terminal';

/** Returns where a failure of a step is shown. */
export function checkPlace({ route }: Pick<ConnectionCheck, 'route'>, step: CheckStepName, surface: CheckSurface): Place {
  return { surface, site: checkSite(route, step) };
}

/** Describes what a step found. */
export function describeFinding(check: ConnectionCheck, { name, state, finding, failure }: CheckStep, surface: CheckSurface): string {
  if (failure !== null) return renderFailure(failure, checkPlace(check, name, surface)).message;
  switch (state) {
    case 'running':
      return checkResultText.checking;
    case 'good':
      return finding === '' ? checkResultText.passed : finding;
    case 'waiting':
    case 'bad':
      return check.isRunning ? '' : checkResultText.skipped;
  }
}

/** Describes the result in a sentence or two. */
export function describeVerdict(check: ConnectionCheck, surface: CheckSurface): string {
  if (check.isRunning) return checkResultText.checking;
  const bad = check.steps.find(({ failure }) => failure !== null);
  return bad?.failure ? failureSentences(bad.failure, checkPlace(check, bad.name, surface)) : checkResultText.everythingWorks;
}

const marks: Readonly<Record<CheckStep['state'], string>> = {
  waiting: '    ',
  running: '…   ',
  good: 'ok  ',
  bad: 'FAIL',
};

/** Formats the check as text for a colleague or the operator. It contains no secret. */
export function formatCheckReport(check: ConnectionCheck, surface: CheckSurface): string {
  const width = Math.max(...check.steps.map(({ name }) => checkStepTitles[name].length));
  const lines = check.steps.map((step) => {
    const time = step.ms === null ? '' : ` (${Math.round(step.ms)} ms)`;
    return `${marks[step.state]} ${checkStepTitles[step.name].padEnd(width)}  ${describeFinding(check, step, surface)}${time}`.trimEnd();
  });
  return [checkResultText.reportTitle(check.profileName, check.mode), ...lines, describeVerdict(check, surface), ''].join('\n');
}
