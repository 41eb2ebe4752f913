import type { CatalogEntry, Model } from '../../contract/catalog.ts';
import type { ModelListStatus } from '../../contract/connection.ts';
import type { Result, Failure } from '../../contract/failure.ts';
import { failure as failureOf } from '../../contract/failures/fail.ts';
import type { Mode, Profile, SecretStatus } from '../../contract/profile.ts';
import { catalogModels, type ListOutcome } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { LearnedSupport } from './learned-images.ts';
import type { ServiceConnection } from './service-connection.ts';

export interface CatalogRefreshOptions {
  readonly profile: () => Profile;
  readonly connection: Promise<Result<ServiceConnection>>;
  /** The models of the last refresh. */
  readonly lastModels: readonly Model[];
  readonly saveModels: (models: readonly Model[]) => Promise<unknown>;
  /** Returns what trying and refusals have told about a model's images. */
  readonly learnedImages: (model: string) => LearnedSupport;
  readonly steadyClock: Clock;
  readonly closing: AbortSignal;
  readonly onChange: () => void;
}

/** No engine needs this long for its list. */
const longWaitMs = 3000;
/** Programs that request unknown models must not make us ask for the list each time. */
const outdatedMs = 30_000;

/** Keeps the model lists and the token status of the last refresh. Starts with the models of the last run. */
export function createCatalogRefresh({
  profile,
  lastModels,
  saveModels,
  learnedImages,
  steadyClock,
  closing,
  onChange,
  ...options
}: CatalogRefreshOptions) {
  /** As the service reports them. The user's values would outlast their removal from the catalog here. */
  let lastSeen = lastModels;
  let lists: readonly ModelListStatus[] = [];
  let token: SecretStatus = { state: 'unread' };
  let current: AbortController | undefined;
  let latest: Promise<void> | undefined;
  let latestAt = -Infinity;

  /** Requests know better than the list that they were learned with, because a list may say what its engine refuses. */
  const addLearned = (model: Model): Model => {
    const { listed, ...learned } = learnedImages(model.id);
    const isNews = model.seesImages !== undefined && model.seesImages !== listed;
    return isNews ? { ...learned, ...model } : { ...model, ...learned };
  };
  const listedModels = (): readonly Model[] => catalogModels(withoutUserValues(profile().service.catalog), lastSeen);
  const models = (): readonly Model[] => catalogModels(profile().service.catalog, listedModels().map(addLearned));
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
    // The token is often known long before the lists.
    const loadToken = async (): Promise<void> => {
      const status = await connection.tokenStatus(mode, signal);
      if (signal.aborted) return;
      token = status;
      onChange();
    };
    const [refreshed] = await Promise.all([
      connection.client.refreshCatalog(withoutUserValues(service.catalog), lastSeen, {
        modes: [mode],
        signal,
        onList: ({ models: found, outcomes }) => {
          if (signal.aborted) return;
          lists = [...lists.filter((list) => !isAmong(outcomes, list)), ...outcomes.map(toListStatus)];
          lastSeen = found;
          onChange();
        },
      }),
      loadToken(),
    ]);
    if (closing.aborted) return;
    if (controller.signal.aborted) return latest; // a later refresh has replaced this one
    lists = modelListStatuses(lists, mode, refreshed.outcomes);
    lastSeen = refreshed.models;
    // The duration of a list that waited for the tunnel, and perhaps for the user, says nothing about the engine's speed.
    const waitedForTunnel = mode === 'direct' && !start.isUp && isTunnelUp() && steadyClock.now() - start.at > longWaitMs;
    await saveModels(lastSeen);
    if (controller.signal.aborted) return latest; // replaced during the save
    if (waitedForTunnel) void refresh(); // replaces `current`, so that no listener sees a pause between the two
    else current = undefined;
    onChange();
  };
  const refresh = (reprobes = false): Promise<void> => {
    latestAt = steadyClock.now();
    return (latest = load(reprobes));
  };

  return {
    models,
    /** Returns whether the service's list says that a model sees images, or undefined if it doesn't say it. */
    listedSeesImages: (id: string): boolean | undefined => listedModels().find((model) => model.id === id)?.seesImages,
    lists: (): readonly ModelListStatus[] => lists,
    token: (): SecretStatus => token,
    isRefreshing: (): boolean => current !== undefined,
    hasFailure: (mode: Mode): boolean => lists.some((list) => list.mode === mode && list.failure !== null),
    /** Refreshes. With `reprobes`, also decides anew whether the tunnel is needed. A later refresh replaces an earlier one. */
    refresh,
    /** Refreshes unless a refresh is running, which it waits for, or began moments ago. */
    refreshIfOutdated: async (): Promise<void> => {
      const isOutdated = current === undefined && steadyClock.now() - latestAt >= outdatedMs;
      await (isOutdated ? refresh() : latest);
    },
  };
}

/** Returns the catalog without what the user entered about context lengths and images. */
function withoutUserValues(catalog: readonly CatalogEntry[]): readonly CatalogEntry[] {
  return catalog.map((entry) => ({
    ...entry,
    models: entry.models.map(({ contextLength: _length, seesImages: _sees, imagesPerRequest: _images, ...model }) => model),
  }));
}

/** Replaces the list statuses of one mode by those of its latest refresh. */
export function modelListStatuses(
  before: readonly ModelListStatus[],
  mode: Mode,
  outcomes: readonly ListOutcome[],
): readonly ModelListStatus[] {
  return [...before.filter((state) => state.mode !== mode), ...outcomes.map(toListStatus)];
}

function isAmong(outcomes: readonly ListOutcome[], { mode, segment }: ModelListStatus): boolean {
  return outcomes.some((outcome) => outcome.mode === mode && (outcome.segment ?? null) === segment);
}

function toListStatus({ mode, segment, ms, result }: ListOutcome): ModelListStatus {
  const failure = result.kind === 'failed' ? result.failure : result.kind === 'absent' ? proxyListMissing : null;
  return { mode, segment: segment ?? null, ms: Math.round(ms), failure };
}

const proxyListMissing: Failure = failureOf('model-list-missing');
