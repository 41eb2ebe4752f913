import { describeFailure } from '../contract/failures/render-failure.ts';
import type { Connection, ModelListStatus, ReadyConnection } from '../contract/connection.ts';
import type { Failure } from '../contract/failure.ts';
import {
  connectionStateText,
  describeToken,
  describeTunnelProblem,
  describeTunnel,
  describeConnection,
  pathStageText as text,
  type CountdownClock,
} from './connection-text.ts';

/** State of a stage. `idle` has not been tried yet; `unused` isn't part of the active path. */
export type StageState = 'good' | 'busy' | 'bad' | 'idle' | 'unused';

/** One stage of the path to the engines. */
export interface PathStage {
  readonly id: string;
  readonly title: string;
  readonly state: StageState;
  readonly description: string;
  readonly latencyMs: number | null;
  readonly failure: Failure | null;
}

/** The paths to the engines and to the proxy. */
export interface ConnectionPaths {
  readonly direct: readonly PathStage[];
  readonly proxy: readonly PathStage[];
}

/** Returns both paths as far as they are known. Imports no schema. */
export function connectionPaths(connection: ReadyConnection, now: CountdownClock): ConnectionPaths {
  const you: PathStage = { id: 'you', title: text.you, state: 'good', description: text.thisComputer, latencyMs: null, failure: null };
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
  const isUnreachable = instance.failure !== null || instance.state === 'busy' || connection.tunnel?.state.kind === 'stopped';
  return [instance, ...(isUnreachable ? behind.map(markUnreached) : behind)];
}

/** Resets a stage behind an unreachable one, because its state is outdated and a check of it can't get there. */
function markUnreached(stage: PathStage): PathStage {
  const isUntouched = stage.state === 'idle' || stage.state === 'unused';
  return isUntouched ? stage : { ...stage, state: 'idle', description: text.notChecked, failure: null };
}

function instanceStage({ tunnel, profile }: ReadyConnection, isUsed: boolean, now: CountdownClock): PathStage {
  if (tunnel === null) throw new TypeError('an instance without a tunnel'); // the caller has checked it
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
    // the demo's instance has no name of its own
    title: profile.isDemo ? text.instance : tunnel.instance,
    state: isUsed || state.kind === 'ready' ? states[state.kind] : 'unused',
    // the round trip and the problem of the active path are shown separately
    description: (isUsed ? describeTunnelProblem(state, now) : undefined) ?? describeTunnel(tunnel, now, { hasRoundTrip: false }),
    latencyMs: state.kind === 'ready' ? tunnel.roundTripMs : null,
    failure: state.kind === 'failed' || state.kind === 'waiting-to-retry' ? state.failure : null,
  };
}

function serverStage({ direct, isRefreshing }: ReadyConnection, lists: readonly ModelListStatus[], isUsed: boolean): PathStage {
  const base = { id: 'server', title: text.server, latencyMs: null, failure: null };
  if (lists.some(({ failure }) => failure === null)) {
    return {
      ...base,
      state: 'good',
      description: direct.now === 'straight' ? text.reachable : text.reachableThroughTunnel,
    };
  }
  if (!isUsed) return { ...base, state: 'unused', description: text.notInUse };
  const failure = lists.find((list) => list.failure !== null)?.failure ?? null;
  if (failure) return { ...base, state: 'bad', description: describeRefusal(failure), failure };
  return { ...base, state: isRefreshing ? 'busy' : 'idle', description: isRefreshing ? text.checking : text.notCheckedYet };
}

/** Returns one stage for all engines, because they are side by side behind the server. */
function enginesStage(lists: readonly ModelListStatus[], isUsed: boolean): PathStage {
  const broken = lists.filter(({ failure }) => failure !== null);
  const words = lists.map(
    ({ segment, ms, failure }) => `${segment ?? text.engine} ${failure === null ? `${Math.round(ms)} ms` : text.engineNotResponding}`,
  );
  return {
    id: 'engines',
    title: text.engines,
    state: broken.length === 0 ? 'good' : isUsed ? 'bad' : 'unused',
    description: words.join(', '),
    latencyMs: null,
    failure: broken[0]?.failure ?? null,
  };
}

function proxyStage({ mode, lists, token, profile }: ReadyConnection): PathStage {
  const list = lists.find((each) => each.mode === 'proxy');
  const failure = list?.failure ?? (token.state === 'unreadable' ? token.failure : null);
  const isUsed = mode === 'proxy';
  const hasToken = token.state === 'set' || profile.isDemo;
  return {
    id: 'proxy',
    title: text.proxy,
    state: !isUsed ? 'unused' : failure ? 'bad' : hasToken ? 'good' : token.state === 'unread' ? 'busy' : 'bad',
    description:
      isUsed && list?.failure && hasToken
        ? describeRefusal(list.failure)
        : profile.isDemo
          ? connectionStateText.demoToken
          : describeToken(token),
    latencyMs: list && list.failure === null ? list.ms : null,
    failure: isUsed ? failure : null,
  };
}

function describeRefusal({ code }: Failure): string {
  return text.refusals[code] ?? text.notResponding;
}

/** Describes what blocks the active path, if anything. A single unreachable engine doesn't. */
export function describeConnectionProblem(connection: ReadyConnection, now: CountdownClock): string | undefined {
  // Problems behind a stage that isn't reached yet may be outdated.
  const stage = connectionPaths(connection, now)[connection.mode].find(({ state }) => state !== 'good');
  if (stage?.state !== 'bad' || stage.id === 'engines') return undefined;
  // The tunnel and a missing token have shorter texts of their own.
  const hasOwnText = stage.id === 'instance' || (stage.id === 'proxy' && connection.token.state !== 'set');
  return hasOwnText || stage.failure === null ? describeConnection(connection, now) : describeFailure(stage.failure).message;
}

/** Returns whether the screen shows a countdown. */
export function hasCountdown(connection: Connection): boolean {
  return connection.state === 'ready' && connection.tunnel?.state.kind === 'waiting-to-retry';
}

/** Returns the selected profile and mode, even if they can't be connected. Returns null while they are unknown. */
export function selectedProfile(connection: Connection): Pick<ReadyConnection, 'profile' | 'mode'> | null {
  if (connection.state === 'starting') return null;
  return connection.state === 'ready' ? connection : connection.chosen;
}
