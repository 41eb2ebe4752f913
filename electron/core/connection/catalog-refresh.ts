import type { Model } from '../../contract/catalog.ts';
import type { ModelListStatus } from '../../contract/connection.ts';
import type { Result, Failure } from '../../contract/failure.ts';
import type { Mode, Profile } from '../../contract/profile.ts';
import type { SecretStatus } from '../../contract/secret.ts';
import { modelsOf, type ListOutcome } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { ServiceConnection } from './service-connection.ts';

export interface CatalogRefreshOptions {
  readonly profile: () => Profile;
  readonly way: Promise<Result<ServiceConnection>>;
  /** The models as they were last seen. */
  readonly lastModels: readonly Model[];
  readonly keepModels: (models: readonly Model[]) => Promise<unknown>;
  readonly steadyClock: Clock;
  readonly closing: AbortSignal;
  readonly onChange: () => void;
}

/** What the service lists, and what token there is for it, as last seen. */
export interface CatalogRefresh {
  readonly models: () => readonly Model[];
  readonly lists: () => readonly ModelListStatus[];
  readonly token: () => SecretStatus;
  readonly isUnderWay: () => boolean;
  readonly hasTrouble: (mode: Mode) => boolean;
  /** Looks again; with `isAnew` also whether the tunnel is needed. A later look takes the place of an earlier one. */
  readonly refresh: (isAnew?: boolean) => Promise<void>;
}

/** No engine takes so long for its list. */
const longWaitMs = 3000;

/** Keeps what the last look at the service found. */
export function createCatalogRefresh({
  profile,
  lastModels,
  keepModels,
  steadyClock,
  closing,
  onChange,
  ...options
}: CatalogRefreshOptions): CatalogRefresh {
  let seen = lastModels;
  let lists: readonly ModelListStatus[] = [];
  let token: SecretStatus = { state: 'unread' };
  let looking: AbortController | undefined;
  let newest: Promise<void> | undefined;

  const models = (): readonly Model[] => modelsOf(profile().service.catalog, seen);
  const look = async (isAnew: boolean): Promise<void> => {
    const opened = await options.way;
    if (!opened.ok || closing.aborted) return;
    const way = opened.value;
    looking?.abort();
    const controller = new AbortController();
    looking = controller;
    onChange();
    const signal = AbortSignal.any([closing, controller.signal]);
    if (isAnew) way.tunnelDecision.invalidate();
    const { mode, service } = profile();
    const isTunnelUp = (): boolean => way.managedTunnel?.isUp() === true;
    const from = { isUp: isTunnelUp(), at: steadyClock.now() };
    // Known long before the lists are, where the service is slow.
    const tellToken = async (): Promise<void> => {
      const status = await way.tokenStatus(mode, signal);
      if (signal.aborted) return;
      token = status;
      onChange();
    };
    const [refreshed] = await Promise.all([way.client.refreshCatalog(service.catalog, models(), { modes: [mode], signal }), tellToken()]);
    if (closing.aborted) return;
    if (controller.signal.aborted) return newest; // a later look has taken its place
    looking = undefined;
    lists = modelListStatuses(lists, mode, refreshed.outcomes);
    seen = refreshed.models;
    await keepModels(seen);
    onChange();
    // A list that waited for the tunnel, and perhaps for the user, tells nothing of how fast the engines are.
    const hasWaited = mode === 'direct' && !from.isUp && isTunnelUp() && steadyClock.now() - from.at > longWaitMs;
    if (hasWaited) void again();
  };
  const again = (isAnew = false): Promise<void> => (newest = look(isAnew));

  return {
    models,
    lists: () => lists,
    token: () => token,
    isUnderWay: () => looking !== undefined,
    hasTrouble: (mode) => lists.some((list) => list.mode === mode && list.failure !== null),
    refresh: again,
  };
}

/** How the last look at each list went: the newest look at a mode takes the place of the one before. */
export function modelListStatuses(
  before: readonly ModelListStatus[],
  mode: Mode,
  outcomes: readonly ListOutcome[],
): readonly ModelListStatus[] {
  return [...before.filter((state) => state.mode !== mode), ...outcomes.map(toState)];
}

function toState({ mode, segment, ms, result }: ListOutcome): ModelListStatus {
  const failure = result.kind === 'failed' ? result.failure : result.kind === 'absent' ? noList : null;
  return { mode, segment: segment ?? null, ms: Math.round(ms), failure };
}

const noList: Failure = {
  code: 'unsupported',
  message: 'The proxy offers no list of its models, so those of the profile are shown.',
  remedy: 'Edit the models of the profile where they are out of date.',
};
