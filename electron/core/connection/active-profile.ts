import { demoProfileId } from '../../contract/constants.ts';
import { isSameJson } from '../../contract/json.ts';
import type { Connection, ReadyConnection } from '../../contract/connection.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { ActiveService, ImageSupport, ServiceHandle } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import { createCatalogRefresh, type CatalogRefreshOptions } from './catalog-refresh.ts';
import type { LearnedImages } from './learned-images.ts';
import type { ManagedTunnel } from './managed-tunnel.ts';
import { openServiceConnection, type ServiceConnection, type ServiceConnectionOptions } from './service-connection.ts';
import type { TunnelDecision } from './tunnel-decision.ts';

/** The active service together with its tunnel. */
export interface ConnectedService extends ActiveService, ServiceHandle {
  /** Undefined if the profile has no instance. */
  readonly managedTunnel: ManagedTunnel | undefined;
  /** Returns the route that the next direct request uses. Probes first if nothing is decided. */
  readonly chooseDirectRoute: TunnelDecision['choose'];
  /** Remembers what trying has told about a model's images. */
  readonly learnImages: (model: string, learned: ImageSupport) => void;
}

export interface ActiveProfileOptions
  extends
    Omit<ServiceConnectionOptions, 'catalog' | 'onTunnel' | 'onDecision' | 'onImagesRefused'>,
    Pick<CatalogRefreshOptions, 'lastModels' | 'saveModels'> {
  readonly learnedImages: Pick<LearnedImages, 'read' | 'learn'>;
  /** Returns a failure if connecting isn't allowed. */
  readonly permit: () => Promise<Result<undefined>>;
  readonly onChange: () => void;
}

/** A profile while it is active. */
export type ActiveProfile = ReturnType<typeof activateProfile>;

/** Opens the profile's connection in the background and loads its model lists. */
export function activateProfile({ lastModels, saveModels, learnedImages, permit, onChange, ...options }: ActiveProfileOptions) {
  let { profile } = options;
  let opened: Result<ServiceConnection> | undefined;
  const closing = new AbortController();
  const learnImages: ConnectedService['learnImages'] = (model, learned) => {
    const listed = catalog.listedSeesImages(model);
    void learnedImages.learn(profile.service.baseUrl, model, { ...learned, ...(listed === undefined ? {} : { listed }) });
    onChange();
  };

  let route: 'straight' | 'tunnel' | undefined;
  let wasUp = false;
  const opening = (async (): Promise<Result<ServiceConnection>> => {
    const permitted = await permit();
    if (!permitted.ok) return permitted;
    return openServiceConnection({
      ...options,
      catalog: () => profile.service.catalog,
      onImagesRefused: learnImages,
      onDecision: () => {
        onChange();
        const { now } = opened?.ok ? opened.value.tunnelDecision.read() : { now: 'undecided' as const };
        if (now === 'undecided' || now === route) return;
        // A refresh on the previous route would wait in vain.
        if (route !== undefined && profile.mode === 'direct') void catalog.refresh();
        route = now;
      },
      onTunnel: ({ kind }) => {
        onChange();
        const isUp = kind === 'ready';
        // Lists that failed without the tunnel can be read now.
        if (isUp && !wasUp && profile.mode === 'direct' && !catalog.isRefreshing() && catalog.hasFailure('direct')) void catalog.refresh();
        wasUp = isUp || (wasUp && kind === 'suspect');
      },
    });
  })();
  const catalog = createCatalogRefresh({
    profile: () => profile,
    connection: opening,
    lastModels,
    saveModels,
    learnedImages: (model) => learnedImages.read(profile.service.baseUrl, model),
    steadyClock: options.steadyClock,
    closing: closing.signal,
    onChange,
  });
  const start = async (): Promise<void> => {
    opened = await opening;
    if (opened.ok) opened.value.tunnelDecision.setPolicy(profile.directRoute); // the profile may have been edited meanwhile
    onChange();
    await catalog.refresh();
  };
  void start();

  const read = (): Connection => {
    if (!opened) return { state: 'starting' };
    if (!opened.ok) return { state: 'failed', chosen: { profile: toProfileInfo(profile), mode: profile.mode }, failure: opened.failure };
    const { tunnelDecision, managedTunnel } = opened.value;
    return {
      state: 'ready',
      profile: toProfileInfo(profile),
      mode: profile.mode,
      models: catalog.models(),
      direct: tunnelDecision.read(),
      tunnel: managedTunnel?.status() ?? null,
      token: catalog.token(),
      lists: catalog.lists(),
      isRefreshing: catalog.isRefreshing(),
    };
  };

  const networkChanged = (): void => {
    if (!opened?.ok) return;
    opened.value.networkChanged();
    if (catalog.hasFailure(profile.mode) || profile.mode === 'direct') void catalog.refresh();
  };

  return {
    read,
    /** Reloads model lists and token. With `reprobes`, also decides anew whether the tunnel is needed. */
    refresh: (reprobes?: boolean): Promise<void> => {
      if (opened?.ok) opened.value.forgetToken(); // it may have changed
      return catalog.refresh(reprobes);
    },
    networkChanged,
    suspect: (cause: string): void => {
      if (opened?.ok) opened.value.managedTunnel?.suspect(cause);
      networkChanged();
    },
    managedTunnel: (): ManagedTunnel | undefined => (opened?.ok ? opened.value.managedTunnel : undefined),
    getActiveService: async (): Promise<Result<ConnectedService>> => {
      const connection = await opening;
      if (!connection.ok) return connection;
      const { client, addresses, upstreams, dialDirect, tunnelDecision, managedTunnel } = connection.value;
      const tunnel = managedTunnel?.status() ?? null;
      return ok({
        profileId: profile.id,
        profile: toProfileInfo(profile),
        client,
        mode: profile.mode,
        models: catalog.models(),
        lists: catalog.lists(),
        refreshModels: async (signal) => {
          await abortable(catalog.refreshIfOutdated(), signal);
          return { models: catalog.models(), lists: catalog.lists() };
        },
        addresses,
        upstreams,
        token: connection.value.token,
        dialDirect,
        timeouts: options.timeouts(),
        serviceAddress: { host: addresses.host, port: addresses.port },
        direct: tunnelDecision.read(),
        tunnel,
        isTunnelAwaited: () =>
          tunnelDecision.read().now === 'tunnel' && managedTunnel !== undefined && managedTunnel.status().state.kind !== 'ready',
        lastFailure: tunnelFailure(tunnel) ?? catalog.lists().find((list) => list.mode === profile.mode && list.failure)?.failure ?? null,
        managedTunnel,
        chooseDirectRoute: tunnelDecision.choose,
        learnImages,
      });
    },
    /** Applies an edit. Returns false if it points to another service or instance, so that nothing may be reused. */
    applyEdit: (next: Profile): boolean => {
      if (next === profile) return true; // called before every request, so this is the usual case
      if (!canReuseConnections(profile, next)) return false;
      const previous = profile;
      profile = next;
      if (opened?.ok) opened.value.tunnelDecision.setPolicy(next.directRoute);
      const needsRefresh =
        previous.mode !== next.mode ||
        previous.directRoute !== next.directRoute ||
        !isSameJson(previous.service.catalog, next.service.catalog);
      // The route was decided by asking the engine paths, or without asking because there were none.
      if (needsRefresh) void catalog.refresh(!hasSamePaths(previous, next));
      onChange();
      return true;
    },
    closeWhenIdle: async (): Promise<void> => {
      closing.abort();
      const connection = await opening;
      if (connection.ok) await connection.value.closeWhenIdle();
    },
    close: async (): Promise<void> => {
      closing.abort();
      const connection = await opening;
      if (connection.ok) await connection.value.close();
    },
  };
}

/** Returns true if connections and secrets of one profile can be used for the other. */
function canReuseConnections(left: Profile, right: Profile): boolean {
  const reuseKey = ({ id, instance, service: { baseUrl, caFile, inferenceServer } }: Profile): unknown => [
    id,
    instance,
    baseUrl,
    caFile,
    inferenceServer,
  ];
  return isSameJson(reuseKey(left), reuseKey(right));
}

function hasSamePaths(left: Profile, right: Profile): boolean {
  const paths = ({ service }: Profile): unknown => service.catalog.map(({ segment }) => segment);
  return isSameJson(paths(left), paths(right));
}

function tunnelFailure(tunnel: ReadyConnection['tunnel']): Failure | undefined {
  return tunnel?.state.kind === 'failed' || tunnel?.state.kind === 'waiting-to-retry' ? tunnel.state.failure : undefined;
}

function toProfileInfo({ id, service }: Profile): ReadyConnection['profile'] {
  return { id, name: service.name, isDemo: id === demoProfileId };
}
