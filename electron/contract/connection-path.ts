import type { Connection, ModelListStatus, ReadyConnection } from './connection.ts';
import type { Failure, FailureCode } from './failure.ts';
import { describeToken, describeTunnelProblem, describeTunnel, describeConnection, type CountdownClock } from './connection-text.ts';

/** How a station does. `idle`: nothing has been tried yet; `unused`: the way in use does not pass here. */
export type StageState = 'good' | 'busy' | 'bad' | 'idle' | 'unused';

/** One stop on the road to the engines. */
export interface PathStage {
  readonly id: string;
  readonly title: string;
  readonly state: StageState;
  readonly words: string;
  readonly latencyMs: number | null;
  readonly trouble: Failure | null;
}

/** The two roads: to the engines themselves, and to the proxy. */
export interface ConnectionPaths {
  readonly direct: readonly PathStage[];
  readonly proxy: readonly PathStage[];
}

/** Draws the roads from what is known; nothing is guessed. Takes no schema along. */
export function connectionPaths(connection: ReadyConnection, now: CountdownClock): ConnectionPaths {
  const you: PathStage = { id: 'you', title: 'You', state: 'good', words: 'this computer', latencyMs: null, trouble: null };
  return { direct: [you, ...directStages(connection, now)], proxy: [you, proxyStage(connection)] };
}

function directStages(connection: ReadyConnection, now: CountdownClock): readonly PathStage[] {
  const isUsed = connection.mode === 'direct';
  const lists = connection.lists.filter(({ mode }) => mode === 'direct');
  const usesTunnel = connection.direct.now !== 'straight' && connection.tunnel !== null;
  const server = serverStage(connection, lists, isUsed);
  const engines = lists.length === 0 ? [] : [enginesStage(lists, isUsed)];
  const behind = [server, ...(server.state === 'bad' ? engines.map(markUnreached) : engines)];
  if (!usesTunnel) return behind;
  const instance = instanceStage(connection, isUsed, now);
  const isAway = instance.trouble !== null || instance.state === 'busy' || connection.tunnel?.state.kind === 'stopped';
  return [instance, ...(isAway ? behind.map(markUnreached) : behind)];
}

/** What was seen there is from before the station in front of it went away, or comes of that. */
function markUnreached(station: PathStage): PathStage {
  const isSeen = station.state === 'good' || station.state === 'bad';
  return isSeen ? { ...station, state: 'idle', words: 'not reached now', trouble: null } : station;
}

function instanceStage({ tunnel, profile }: ReadyConnection, isUsed: boolean, now: CountdownClock): PathStage {
  if (tunnel === null) throw new TypeError('an instance without a tunnel'); // the caller has looked
  const { state } = tunnel;
  const states: Readonly<Record<typeof state.kind, StageState>> = {
    idle: 'idle',
    connecting: 'busy',
    'waiting-for-user': 'busy',
    ready: 'good',
    suspect: 'busy',
    'waiting-to-retry': 'bad',
    failed: 'bad',
    stopped: 'idle',
  };
  return {
    id: 'instance',
    // the demo's has no name of its own
    title: profile.isDemo ? 'Instance' : tunnel.instance,
    state: isUsed || state.kind === 'ready' ? states[state.kind] : 'unused',
    // the round trip stands beside the words; what is wrong with the road in use, below it
    words: (isUsed ? describeTunnelProblem(state, now) : undefined) ?? describeTunnel({ ...tunnel, roundTripMs: null }, now),
    latencyMs: state.kind === 'ready' ? tunnel.roundTripMs : null,
    trouble: state.kind === 'failed' || state.kind === 'waiting-to-retry' ? state.failure : null,
  };
}

function serverStage({ direct, isRefreshing }: ReadyConnection, lists: readonly ModelListStatus[], isUsed: boolean): PathStage {
  const base = { id: 'server', title: 'Inference server', latencyMs: null, trouble: null };
  if (lists.some(({ failure }) => failure === null)) {
    return { ...base, state: 'good', words: direct.now === 'straight' ? 'reached from this network' : 'reached through the tunnel' };
  }
  if (!isUsed) return { ...base, state: 'unused', words: 'not in use' };
  const trouble = lists.find(({ failure }) => failure !== null)?.failure ?? null;
  if (trouble) return { ...base, state: 'bad', words: describeRefusal(trouble), trouble };
  return { ...base, state: isRefreshing ? 'busy' : 'idle', words: isRefreshing ? 'being asked' : 'not asked yet' };
}

/** The engines stand side by side behind the server, so they are one station. */
function enginesStage(lists: readonly ModelListStatus[], isUsed: boolean): PathStage {
  const broken = lists.filter(({ failure }) => failure !== null);
  const words = lists.map(
    ({ segment, ms, failure }) => `${segment ?? 'engine'} ${failure === null ? `${Math.round(ms)} ms` : 'does not answer'}`,
  );
  return {
    id: 'engines',
    title: 'Engines',
    state: broken.length === 0 ? 'good' : isUsed ? 'bad' : 'unused',
    words: words.join(', '),
    latencyMs: null,
    trouble: broken[0]?.failure ?? null,
  };
}

function proxyStage({ mode, lists, token, profile }: ReadyConnection): PathStage {
  const list = lists.find((each) => each.mode === 'proxy');
  const trouble = list?.failure ?? (token.state === 'unreadable' ? token.failure : null);
  const isUsed = mode === 'proxy';
  const hasToken = token.state === 'set' || profile.isDemo;
  return {
    id: 'proxy',
    title: 'Proxy',
    state: !isUsed ? 'unused' : trouble ? 'bad' : hasToken ? 'good' : token.state === 'unread' ? 'busy' : 'bad',
    words: isUsed && list?.failure && hasToken ? describeRefusal(list.failure) : profile.isDemo ? 'demo token' : describeToken(token),
    latencyMs: list && list.failure === null ? list.ms : null,
    trouble: isUsed ? trouble : null,
  };
}

/** A station that is there and does not let in, in the fewest words; any other does not answer. */
const refusals: Readonly<Partial<Record<FailureCode, string>>> = {
  'token-refused': 'refuses the token',
  'token-forbidden': 'refuses the token',
  'network-not-permitted': 'refuses this network',
  'tls-name': 'its certificate is not trusted',
  'tls-authority': 'its certificate is not trusted',
  'tls-expired': 'its certificate is not trusted',
};

function describeRefusal({ code }: Failure): string {
  return refusals[code] ?? 'does not answer';
}

/** What keeps the way in use from being used, in words; a single engine that is away does not. */
export function describeConnectionProblem(connection: ReadyConnection, now: CountdownClock): string | undefined {
  // What is wrong behind a station that is not passed yet may be over once it is.
  const station = connectionPaths(connection, now)[connection.mode].find(({ state }) => state !== 'good');
  if (station?.state !== 'bad' || station.id === 'engines') return undefined;
  // The tunnel and a missing token have words of their own, shorter ones.
  const isOwnWords = station.id === 'instance' || (station.id === 'proxy' && connection.token.state !== 'set');
  return isOwnWords || station.trouble === null ? describeConnection(connection, now) : station.trouble.message;
}

/** Whether anything on the screen counts seconds. */
export function hasCountdown(connection: Connection): boolean {
  return connection.state === 'ready' && connection.tunnel?.state.kind === 'waiting-to-retry';
}

/** The profile and the mode that are chosen, whether or not they could be connected to; null while that is not known. */
export function selectedProfile(connection: Connection): Pick<ReadyConnection, 'profile' | 'mode'> | null {
  if (connection.state === 'starting') return null;
  return connection.state === 'ready' ? connection : connection.chosen;
}
