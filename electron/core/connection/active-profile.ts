import { demoProfileId } from '../../contract/constants.ts';
import { isSameJson } from '../../contract/json.ts';
import type { Connection, ReadyConnection } from '../../contract/connection.ts';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import type { Profile } from '../../contract/profile.ts';
import type { ActiveService, ServiceHandle } from '../llm-client/llm-client.ts';
import { createCatalogRefresh, type CatalogRefreshOptions } from './catalog-refresh.ts';
import type { ManagedTunnel } from './managed-tunnel.ts';
import { openServiceConnection, type ServiceConnection, type ServiceConnectionOptions } from './service-connection.ts';

/** The active service together with its tunnel. */
export interface ConnectedService extends ActiveService {
  /** Undefined if the profile has no instance. */
  readonly managedTunnel: ManagedTunnel | undefined;
}

export interface ActiveProfileOptions
  extends Omit<ServiceConnectionOptions, 'catalog' | 'onTunnel' | 'onChoice'>, Pick<CatalogRefreshOptions, 'lastModels' | 'keepModels'> {
  /** Whether it may be connected to at all. */
  readonly permit: () => Promise<Result<undefined>>;
  readonly onChange: () => void;
}

/** One profile while it is the active one. */
export interface ActiveProfile {
  readonly read: () => Connection;
  readonly reach: () => Promise<Result<ServiceHandle>>;
  readonly ground: () => Promise<Result<ConnectedService>>;
  readonly passage: () => ManagedTunnel | undefined;
  /** Takes over an edit; false where it leads elsewhere, so that nothing of this may be used for it. */
  readonly follow: (profile: Profile) => boolean;
  /** Looks at the lists and the token; with `isAnew` also whether the tunnel is needed. */
  readonly refresh: (isAnew?: boolean) => Promise<void>;
  readonly networkChanged: (cause: string) => void;
  readonly suspect: (cause: string) => void;
  readonly retire: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the profile's way in the background, and looks at what the service lists. */
export function activateProfile({ lastModels, keepModels, permit, onChange, ...options }: ActiveProfileOptions): ActiveProfile {
  let { profile } = options;
  let opened: Result<ServiceConnection> | undefined;
  const closing = new AbortController();

  let route: 'straight' | 'tunnel' | undefined;
  let wasUp = false;
  const opening = (async (): Promise<Result<ServiceConnection>> => {
    const permitted = await permit();
    if (!permitted.ok) return permitted;
    return openServiceConnection({
      ...options,
      catalog: () => profile.service.catalog,
      onChoice: () => {
        onChange();
        const { now } = opened?.ok ? opened.value.tunnelDecision.read() : { now: 'undecided' as const };
        if (now === 'undecided' || now === route) return;
        // A look that waits on the way that was left would wait in vain.
        if (route !== undefined && profile.mode === 'direct') void look.refresh();
        route = now;
      },
      onTunnel: ({ kind }) => {
        onChange();
        const isUp = kind === 'ready';
        // What could not be read without the tunnel can be read now.
        if (isUp && !wasUp && profile.mode === 'direct' && !look.isUnderWay() && look.hasTrouble('direct')) void look.refresh();
        wasUp = isUp || (wasUp && kind === 'suspect');
      },
    });
  })();
  const look = createCatalogRefresh({
    profile: () => profile,
    way: opening,
    lastModels,
    keepModels,
    steadyClock: options.steadyClock,
    closing: closing.signal,
    onChange,
  });
  const begin = async (): Promise<void> => {
    opened = await opening;
    if (opened.ok) opened.value.tunnelDecision.setPolicy(profile.directRoute); // it may have been edited while the way was opened
    onChange();
    await look.refresh();
  };
  void begin();

  const read = (): Connection => {
    if (!opened) return { state: 'starting' };
    if (!opened.ok) return { state: 'failed', chosen: { profile: faceOf(profile), mode: profile.mode }, failure: opened.failure };
    const { tunnelDecision, managedTunnel } = opened.value;
    return {
      state: 'ready',
      profile: faceOf(profile),
      mode: profile.mode,
      models: look.models(),
      direct: tunnelDecision.read(),
      tunnel: managedTunnel?.status() ?? null,
      token: look.token(),
      lists: look.lists(),
      isRefreshing: look.isUnderWay(),
    };
  };

  const networkChanged = (): void => {
    if (!opened?.ok) return;
    opened.value.networkChanged();
    if (look.hasTrouble(profile.mode) || profile.mode === 'direct') void look.refresh();
  };

  return {
    read,
    refresh: (isAnew) => {
      if (opened?.ok) opened.value.forgetToken(); // it may be another by now
      return look.refresh(isAnew);
    },
    networkChanged,
    suspect: (cause) => {
      if (opened?.ok) opened.value.managedTunnel?.suspect(cause);
      networkChanged();
    },
    passage: () => (opened?.ok ? opened.value.managedTunnel : undefined),
    reach: async () => {
      const way = await opening;
      return way.ok ? ok({ client: way.value.client, mode: profile.mode, models: look.models() }) : way;
    },
    ground: async () => {
      const way = await opening;
      if (!way.ok) return way;
      const { addresses, upstreams, dialDirect, tunnelDecision, managedTunnel } = way.value;
      const tunnel = managedTunnel?.status() ?? null;
      return ok({
        profile: faceOf(profile),
        mode: profile.mode,
        models: look.models(),
        lists: look.lists(),
        addresses,
        upstreams,
        token: way.value.token,
        dialDirect,
        timeouts: options.patience(),
        serviceAddress: { host: addresses.host, port: addresses.port },
        direct: tunnelDecision.read(),
        tunnel,
        isTunnelAwaited: () =>
          tunnelDecision.read().now === 'tunnel' && managedTunnel !== undefined && managedTunnel.status().state.kind !== 'ready',
        lastFailure: failureOf(tunnel) ?? look.lists().find((list) => list.mode === profile.mode && list.failure)?.failure ?? null,
        managedTunnel,
      });
    },
    follow: (next) => {
      if (next === profile) return true; // asked before every request, so this is nearly always so
      if (!canReuseConnections(profile, next)) return false;
      const former = profile;
      profile = next;
      if (opened?.ok) opened.value.tunnelDecision.setPolicy(next.directRoute);
      const isListedAnew =
        former.mode !== next.mode || former.directRoute !== next.directRoute || !isSameJson(former.service.catalog, next.service.catalog);
      if (isListedAnew) void look.refresh();
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
function canReuseConnections(left: Profile, right: Profile): boolean {
  const place = ({ id, instance, service: { baseUrl, caFile, inferenceServer } }: Profile): unknown => [
    id,
    instance,
    baseUrl,
    caFile,
    inferenceServer,
  ];
  return isSameJson(place(left), place(right));
}

function failureOf(tunnel: ReadyConnection['tunnel']): Failure | undefined {
  return tunnel?.state.kind === 'failed' || tunnel?.state.kind === 'waiting-to-retry' ? tunnel.state.failure : undefined;
}

function faceOf({ id, service }: Profile): ReadyConnection['profile'] {
  return { id, name: service.name, isDemo: id === demoProfileId };
}
