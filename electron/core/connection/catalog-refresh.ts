import type { Model } from '../../contract/catalog.ts';
import type { ModelListStatus } from '../../contract/connection.ts';
import type { Result, Failure } from '../../contract/failure.ts';
import type { Mode, Profile } from '../../contract/profile.ts';
import type { SecretStatus } from '../../contract/secret.ts';
import { catalogModels, type ListOutcome } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { ServiceConnection } from './service-connection.ts';

export interface CatalogRefreshOptions {
  readonly profile: () => Profile;
  readonly connection: Promise<Result<ServiceConnection>>;
  /** The models as they were last seen. */
  readonly lastModels: readonly Model[];
  readonly saveModels: (models: readonly Model[]) => Promise<unknown>;
  readonly steadyClock: Clock;
  readonly closing: AbortSignal;
  readonly onChange: () => void;
}

/** What the service lists, and what token there is for it, as last seen. */
export interface CatalogRefresh {
  readonly models: () => readonly Model[];
  readonly lists: () => readonly ModelListStatus[];
  readonly token: () => SecretStatus;
  readonly isRefreshing: () => boolean;
  readonly hasFailure: (mode: Mode) => boolean;
  /** Looks again; with `isAnew` also whether the tunnel is needed. A later look takes the place of an earlier one. */
  readonly refresh: (reprobes?: boolean) => Promise<void>;
}

/** No engine takes so long for its list. */
const longWaitMs = 3000;

/** Keeps what the last look at the service found. */
export function createCatalogRefresh({
  profile,
  lastModels,
  saveModels,
  steadyClock,
  closing,
  onChange,
  ...options
}: CatalogRefreshOptions): CatalogRefresh {
  let lastSeen = lastModels;
  let lists: readonly ModelListStatus[] = [];
  let token: SecretStatus = { state: 'unread' };
  let current: AbortController | undefined;
  let latest: Promise<void> | undefined;

  const models = (): readonly Model[] => catalogModels(profile().service.catalog, lastSeen);
  const load = async (reprobes: boolean): Promise<void> => {
    const opened = await options.connection;
    if (!opened.ok || closing.aborted) return;
    const connection = opened.value;
    current?.abort();
    const controller = new AbortController();
    current = controller;
    onChange();
    const signal = AbortSignal.any([closing, controller.signal]);
    if (reprobes) connection.tunnelDecision.invalidate();
    const { mode, service } = profile();
    const isTunnelUp = (): boolean => connection.managedTunnel?.isUp() === true;
    const start = { isUp: isTunnelUp(), at: steadyClock.now() };
    // Known long before the lists are, where the service is slow.
    const loadToken = async (): Promise<void> => {
      const status = await connection.tokenStatus(mode, signal);
      if (signal.aborted) return;
      token = status;
      onChange();
    };
    const [refreshed] = await Promise.all([
      connection.client.refreshCatalog(service.catalog, models(), { modes: [mode], signal }),
      loadToken(),
    ]);
    if (closing.aborted) return;
    if (controller.signal.aborted) return latest; // a later look has taken its place
    current = undefined;
    lists = modelListStatuses(lists, mode, refreshed.outcomes);
    lastSeen = refreshed.models;
    await saveModels(lastSeen);
    onChange();
    // A list that waited for the tunnel, and perhaps for the user, tells nothing of how fast the engines are.
    const waitedForTunnel = mode === 'direct' && !start.isUp && isTunnelUp() && steadyClock.now() - start.at > longWaitMs;
    if (waitedForTunnel) void refresh();
  };
  const refresh = (reprobes = false): Promise<void> => (latest = load(reprobes));

  return {
    models,
    lists: () => lists,
    token: () => token,
    isRefreshing: () => current !== undefined,
    hasFailure: (mode) => lists.some((list) => list.mode === mode && list.failure !== null),
    refresh,
  };
}

/** How the last look at each list went: the newest look at a mode takes the place of the one before. */
export function modelListStatuses(
  before: readonly ModelListStatus[],
  mode: Mode,
  outcomes: readonly ListOutcome[],
): readonly ModelListStatus[] {
  return [...before.filter((state) => state.mode !== mode), ...outcomes.map(toListStatus)];
}

function toListStatus({ mode, segment, ms, result }: ListOutcome): ModelListStatus {
  const failure = result.kind === 'failed' ? result.failure : result.kind === 'absent' ? proxyListMissing : null;
  return { mode, segment: segment ?? null, ms: Math.round(ms), failure };
}

const proxyListMissing: Failure = {
  code: 'unsupported',
  message: 'The proxy offers no list of its models, so those of the profile are shown.',
  remedy: 'Edit the models of the profile where they are out of date.',
};
