import type { Model } from '../../contract/catalog.ts';
import type { Connection, ListState, ReadyConnection } from '../../contract/connection.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { demoProfileId, type Mode, type Profile } from '../../contract/profile.ts';
import type { SecretStatus } from '../../contract/secret.ts';
import { modelsOf, type Addresses, type ServiceClient } from '../service/service.ts';
import type { Patience } from '../support/patience.ts';
import type { Dial, DialTarget, Upstream } from '../upstream/upstream.ts';
import { listStates } from './list-states.ts';
import type { Passage } from './passage.ts';
import { openWay, type Way, type WayOptions } from './way.ts';

/** The service, ready to be spoken to. */
export interface Reached {
  readonly client: ServiceClient;
  readonly mode: Mode;
  readonly models: readonly Model[];
}

/** The service, for those who carry bytes themselves. */
export interface Ground {
  readonly profile: ReadyConnection['profile'];
  readonly mode: Mode;
  readonly models: readonly Model[];
  readonly lists: readonly ListState[];
  readonly addresses: Addresses;
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  readonly token: () => Promise<Result<string | null>>;
  readonly dialDirect: Dial;
  readonly patience: Patience;
  readonly serviceAddress: DialTarget;
  readonly direct: ReadyConnection['direct'];
  readonly tunnel: ReadyConnection['tunnel'];
  readonly lastFailure: Failure | null;
  /** The tunnel itself; none where the profile has no instance. */
  readonly passage: Passage | undefined;
}

export interface InUseOptions extends Omit<WayOptions, 'catalog' | 'onTunnel' | 'onChoice'> {
  /** The models as they were last seen. */
  readonly lastModels: readonly Model[];
  readonly keepModels: (models: readonly Model[]) => Promise<unknown>;
  /** Whether it may be connected to at all. */
  readonly permit: () => Promise<Result<undefined>>;
  readonly onChange: () => void;
}

/** One profile while it is the active one. */
export interface InUse {
  readonly read: () => Connection;
  readonly reach: () => Promise<Result<Reached>>;
  readonly ground: () => Promise<Result<Ground>>;
  readonly passage: () => Passage | undefined;
  /** Takes over an edit; false where it leads elsewhere, so that nothing of this may be used for it. */
  readonly follow: (profile: Profile) => boolean;
  /** Looks at the lists and the token; with `isAnew` also whether the tunnel is needed. */
  readonly refresh: (isAnew?: boolean) => Promise<void>;
  readonly networkChanged: (cause: string) => void;
  readonly suspect: (cause: string) => void;
  readonly retire: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** No engine takes so long for its list. */
const longWaitMs = 3000;

/** Opens the profile's way in the background, and looks at what the service lists. */
export function useProfile({ keepModels, permit, onChange, ...options }: InUseOptions): InUse {
  let { profile } = options;
  let seen = options.lastModels;
  let lists: readonly ListState[] = [];
  let token: SecretStatus = { state: 'not-set' };
  let opened: Result<Way> | undefined;
  let looking: AbortController | undefined;
  let newest: Promise<void> | undefined;
  const closing = new AbortController();

  const models = (): readonly Model[] => modelsOf(profile.service.catalog, seen);
  const hasTrouble = (mode: Mode): boolean => lists.some((list) => list.mode === mode && list.failure !== null);

  let route: 'straight' | 'tunnel' | undefined;
  let wasUp = false;
  const opening = (async (): Promise<Result<Way>> => {
    const permitted = await permit();
    if (!permitted.ok) return permitted;
    return openWay({
      ...options,
      catalog: () => profile.service.catalog,
      onChoice: () => {
        onChange();
        const { now } = opened?.ok ? opened.value.choice.read() : { now: 'undecided' as const };
        if (now === 'undecided' || now === route) return;
        // A look that waits on the way that was left would wait in vain.
        if (route !== undefined && profile.mode === 'direct') void refresh();
        route = now;
      },
      onTunnel: ({ kind }) => {
        onChange();
        const isUp = kind === 'ready';
        // What could not be read without the tunnel can be read now.
        if (isUp && !wasUp && profile.mode === 'direct' && !looking && hasTrouble('direct')) void refresh();
        wasUp = isUp || (wasUp && kind === 'suspect');
      },
    });
  })();
  const begin = async (): Promise<void> => {
    opened = await opening;
    if (opened.ok) opened.value.choice.want(profile.directRoute); // it may have been edited while the way was opened
    onChange();
    await refresh();
  };
  void begin();

  const look = async (isAnew: boolean): Promise<void> => {
    const way = await opening;
    if (!way.ok || closing.signal.aborted) return;
    looking?.abort();
    const controller = new AbortController();
    looking = controller;
    onChange();
    const signal = AbortSignal.any([closing.signal, controller.signal]);
    if (isAnew) way.value.choice.doubt();
    const { mode, service } = profile;
    const isTunnelUp = (): boolean => way.value.passage?.isUp() === true;
    const from = { isUp: isTunnelUp(), at: options.steadyClock.now() };
    // Known long before the lists are, where the service is slow: until then it would be said that there is none.
    const tellToken = async (): Promise<void> => {
      const status = await way.value.tokenStatus(mode, signal);
      if (signal.aborted) return;
      token = status;
      onChange();
    };
    const [refreshed] = await Promise.all([
      way.value.client.refreshCatalog(service.catalog, models(), { modes: [mode], signal }),
      tellToken(),
    ]);
    if (closing.signal.aborted) return;
    if (controller.signal.aborted) return newest; // a later look has taken its place
    looking = undefined;
    lists = listStates(lists, mode, refreshed.outcomes);
    seen = refreshed.models;
    await keepModels(seen);
    onChange();
    // A list that waited for the tunnel, and perhaps for the user, tells nothing of how fast the engines are.
    const hasWaited = mode === 'direct' && !from.isUp && isTunnelUp() && options.steadyClock.now() - from.at > longWaitMs;
    if (hasWaited) void refresh();
  };
  const refresh = (isAnew = false): Promise<void> => (newest = look(isAnew));

  const read = (): Connection => {
    if (!opened) return { state: 'starting' };
    if (!opened.ok) return { state: 'failed', failure: opened.failure };
    const { choice, passage } = opened.value;
    return {
      state: 'ready',
      profile: faceOf(profile),
      mode: profile.mode,
      models: models(),
      direct: choice.read(),
      tunnel: passage?.face() ?? null,
      token,
      lists,
      isRefreshing: looking !== undefined,
    };
  };

  const networkChanged = (): void => {
    if (!opened?.ok) return;
    opened.value.networkChanged();
    if (hasTrouble(profile.mode) || profile.mode === 'direct') void refresh();
  };

  return {
    read,
    refresh,
    networkChanged,
    suspect: (cause) => {
      if (opened?.ok) opened.value.passage?.suspect(cause);
      networkChanged();
    },
    passage: () => (opened?.ok ? opened.value.passage : undefined),
    reach: async () => {
      const way = await opening;
      return way.ok ? ok({ client: way.value.client, mode: profile.mode, models: models() }) : way;
    },
    ground: async () => {
      const way = await opening;
      if (!way.ok) return way;
      const { addresses, upstreams, dialDirect, choice, passage } = way.value;
      const tunnel = passage?.face() ?? null;
      return ok({
        profile: faceOf(profile),
        mode: profile.mode,
        models: models(),
        lists,
        addresses,
        upstreams,
        token: way.value.token,
        dialDirect,
        patience: options.patience(),
        serviceAddress: { host: addresses.host, port: addresses.port },
        direct: choice.read(),
        tunnel,
        lastFailure: failureOf(tunnel) ?? lists.find((list) => list.mode === profile.mode && list.failure)?.failure ?? null,
        passage,
      });
    },
    follow: (next) => {
      if (next === profile) return true; // asked before every request, so this is nearly always so
      if (!isSameWay(profile, next)) return false;
      const former = profile;
      profile = next;
      if (opened?.ok) opened.value.choice.want(next.directRoute);
      const isListedAnew =
        former.mode !== next.mode || former.directRoute !== next.directRoute || !isSame(former.service.catalog, next.service.catalog);
      if (isListedAnew) void refresh();
      onChange();
      return true;
    },
    retire: async () => {
      closing.abort();
      const way = await opening;
      if (way.ok) await way.value.retire();
    },
    close: async () => {
      closing.abort();
      const way = await opening;
      if (way.ok) await way.value.close();
    },
  };
}

/** Whether connections and secrets of the one may serve the other. */
function isSameWay(left: Profile, right: Profile): boolean {
  const place = ({ id, instance, service: { baseUrl, caFile, inferenceServer } }: Profile): unknown => [
    id,
    instance,
    baseUrl,
    caFile,
    inferenceServer,
  ];
  return isSame(place(left), place(right));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function failureOf(tunnel: ReadyConnection['tunnel']): Failure | undefined {
  return tunnel?.state.kind === 'failed' || tunnel?.state.kind === 'waiting-to-retry' ? tunnel.state.failure : undefined;
}

function faceOf({ id, service }: Profile): ReadyConnection['profile'] {
  return { id, name: service.name, isDemo: id === demoProfileId };
}
