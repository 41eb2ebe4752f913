import type { Duplex } from 'node:stream';
import type { CatalogEntry } from '../../contract/catalog.ts';
import type { TunnelPhase } from '../../contract/connection.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import type { Mode, Profile, SecretStatus } from '../../contract/profile.ts';
import type { Demo } from '../demo/demo.ts';
import { createLlmClient, type Addresses, type ImageSupport, type LlmClient } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import { maxAnswerMs } from '../shared/timeouts.ts';
import {
  createTlsContext,
  createUpstream,
  FailureError,
  tcpDial,
  type Dial,
  type DialTarget,
  type Environment,
  type PooledUpstream,
  type ResolveProxy,
  type Upstream,
  type UpstreamOptions,
} from '../upstream/upstream.ts';
import { createDemoTunnel, createInstanceTunnel, type TunnelDependencies } from './instance-tunnel.ts';
import { createTokenReader, type TokenReader } from './tokens.ts';
import {
  adviseDirectMode,
  createDirectUpstream,
  createTunnelDecision,
  type TunnelDecision,
  probeWithoutTunnel,
} from './tunnel-decision.ts';
import type { ManagedTunnel } from './managed-tunnel.ts';
import { resolveEndpoint, type EndpointDependencies } from './service-endpoint.ts';

/** The connections to one profile's service in both modes. */
export interface ServiceConnection {
  readonly client: LlmClient;
  readonly addresses: Addresses;
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** Reads the keychain once, until `forgetToken` or until the proxy rejects the token. */
  readonly token: TokenReader['read'];
  /** Makes the next request read the token again. */
  readonly forgetToken: () => void;
  readonly tokenStatus: (mode: Mode, signal: AbortSignal) => Promise<SecretStatus>;
  /** Opens a raw connection to the inference server over the same route as the direct upstream. */
  readonly dialDirect: Dial;
  readonly tunnelDecision: TunnelDecision;
  /** Undefined if the profile has no instance. */
  readonly managedTunnel: ManagedTunnel | undefined;
  /** Replaces connections and decides anew whether the tunnel is needed. */
  readonly networkChanged: () => void;
  /** Closes when running answers have ended or taken too long. Raw connections get a minute. */
  readonly closeWhenIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ServiceConnectionOptions extends TunnelDependencies, EndpointDependencies {
  readonly profile: Profile;
  /** Read at each probe, because the catalog can be edited while connected. */
  readonly catalog: () => readonly CatalogEntry[];
  readonly steadyClock: Clock;
  readonly environment: Environment;
  /** Returns true if the environment's HTTP proxy is our own local API, which would loop. */
  readonly isOurLocalApi: (proxy: DialTarget) => boolean;
  /** Finds the HTTP proxy of the system's settings, where a shell can. */
  readonly resolveProxy?: ResolveProxy | undefined;
  readonly onTunnel: (state: TunnelPhase) => void;
  readonly onDecision: () => void;
  readonly onImagesRefused: (model: string, learned: ImageSupport) => void;
}

/** Lets requests that were about to start still use the connection. */
const graceMs = 2000;
/** Raw connections may stay open for days, and with them the tunnel of a profile that is no longer active. */
const rawGraceMs = 60_000;
/** Without a warm connection, a request pays three round trips through the tunnel before its first byte. */
const warmThroughTunnel = 2;
/** Most follow-ups come within this time and can reuse the connection. */
const closeAfterMs = 30_000;

/** Opens a profile's connection. Nothing is dialled before the first request. */
export async function openServiceConnection(options: ServiceConnectionOptions): Promise<Result<ServiceConnection>> {
  const { profile, environment, isOurLocalApi, resolveProxy, secrets, timeouts } = options;
  const endpoint = await resolveEndpoint(profile, options);
  if (!endpoint.ok) return endpoint;
  const { addresses, authorities, tokenRef, demo } = endpoint.value;
  const service: DialTarget = { host: addresses.host, port: addresses.port };
  const target: DialTarget = { host: profile.service.inferenceServer ?? addresses.host, port: addresses.port };
  /** When the current tunnel session was established. */
  let sessionSince: number | undefined;
  let sessionOutdated = new AbortController();
  const onTunnel: ServiceConnectionOptions['onTunnel'] = (state) => {
    const readySince = state.kind === 'ready' ? state.since : undefined;
    if (sessionSince !== undefined && sessionSince !== readySince) {
      // Running answers stay on their session. New requests must not wait for one that may be dead.
      sessionOutdated.abort(new Error('the session is in doubt'));
      sessionOutdated = new AbortController();
      throughTunnel.renew();
    }
    sessionSince = readySince;
    options.onTunnel(state);
    if (state.kind === 'ready') throughTunnel.warm();
  };
  const managedTunnel = createTunnelFor({ ...options, onTunnel }, demo, target);

  let tlsContext: ReturnType<typeof createTlsContext> | undefined;
  const sharedTlsContext = () => (tlsContext ??= createTlsContext(authorities, demo !== undefined));
  let onAllIdle = (): void => undefined;
  const dialledStreams = new Set<Duplex>();
  const trackStream = (stream: Duplex): Duplex => {
    if (stream.closed) return stream;
    dialledStreams.add(stream);
    stream.once('close', () => {
      dialledStreams.delete(stream);
      onAllIdle();
    });
    return stream;
  };
  const openUpstream = (options: Pick<UpstreamOptions, 'route' | 'warmCount' | 'closeIdleMs' | 'onUnauthorized'>) =>
    createUpstream({
      ...options,
      origin: addresses.origin,
      tlsContext: sharedTlsContext,
      connectMs: () => timeouts().connectMs,
      onIdle: () => onAllIdle(),
    });
  const token = createTokenReader(() => secrets.get(tokenRef), options.steadyClock);
  // the demo runs on this computer, which the environment's HTTP proxy can't reach
  const proxy = openUpstream({
    route: demo ? { kind: 'straight' } : { kind: 'environment', environment, isOurs: isOurLocalApi, resolveProxy },
    onUnauthorized: token.reject,
  });
  const withoutTunnel = openUpstream({ route: { kind: 'straight' } });
  // A pool keeps connecting for an aborted request, which must not start an unneeded tunnel.
  const tunnelDial: Dial = (to, signal) =>
    decision.read().now === 'straight' ? tunnelNotNeeded() : (managedTunnel?.dial ?? noInstance)(to, signal);
  const isTunnelReady = (): boolean => managedTunnel?.status().state.kind === 'ready' && decision.read().now === 'tunnel';
  // Warm connections would keep a tunnel up that the user wants to stop when idle.
  const wantsWarm = (): boolean => isTunnelReady() && timeouts().tunnelIdleMs === undefined;
  const throughTunnel: PooledUpstream = openUpstream({
    route: { kind: 'dial', dial: tunnelDial, target, outdated: () => sessionOutdated.signal },
    warmCount: () => (wantsWarm() ? warmThroughTunnel : 0),
    closeIdleMs: () => {
      const { tunnelIdleMs } = timeouts();
      return tunnelIdleMs === undefined ? undefined : Math.min(closeAfterMs, tunnelIdleMs);
    },
  });
  const all = [proxy, withoutTunnel, throughTunnel];

  const decision = createTunnelDecision({
    wanted: profile.directRoute,
    hasInstance: managedTunnel !== undefined,
    isTunnelUp: () => managedTunnel?.isUp() === true,
    probe: (signal) => probeWithoutTunnel(options.catalog(), addresses, withoutTunnel, signal),
    onChange: () => {
      if (decision.read().now === 'straight') managedTunnel?.releaseIfUnused();
      options.onDecision();
    },
  });
  const upstreams = { proxy, direct: createDirectUpstream({ decision, withoutTunnel, throughTunnel }) };

  const client = createLlmClient({
    addresses,
    upstreams,
    token: token.read,
    clock: options.steadyClock,
    limits: timeouts,
    onImagesRefused: options.onImagesRefused,
    explain: (failure) => adviseDirectMode(failure, decision.read(), managedTunnel !== undefined),
  });

  const close = async (): Promise<void> => {
    decision.close();
    managedTunnel?.dispose();
    await Promise.all(all.map((upstream) => upstream.dispose()));
  };
  return ok({
    client,
    addresses,
    upstreams,
    token: token.read,
    forgetToken: token.forget,
    tokenStatus: async (mode, signal) => {
      // In direct mode, don't ask the user to unlock a keychain that has none of our secrets.
      if (mode === 'direct' && !secrets.isRecorded(tokenRef)) return { state: 'not-set' };
      return secrets.status(tokenRef, signal);
    },
    dialDirect: async (_target, signal) => {
      const isStraight = (await decision.choose()) === 'straight';
      return trackStream(await (isStraight ? tcpDial(service, signal) : (managedTunnel?.dial ?? noInstance)(target, signal)));
    },
    tunnelDecision: decision,
    managedTunnel,
    networkChanged: () => {
      proxy.renew();
      withoutTunnel.renew();
      decision.invalidate();
    },
    closeWhenIdle: async () => {
      // An unused tunnel carries no answer, and its questions are about a profile that is no longer active.
      if (managedTunnel?.isInUse() === false) managedTunnel.dispose();
      const closeStreams = (): void => {
        for (const stream of dialledStreams) stream.destroy(new FailureError(failure('profile-left')));
      };
      setTimeout(closeStreams, rawGraceMs).unref();
      const until = Date.now() + maxAnswerMs;
      await delay(graceMs);
      const isInUse = (): boolean => dialledStreams.size > 0 || all.some((upstream) => upstream.inFlight() > 0);
      while (isInUse() && Date.now() < until) {
        const idle = new Promise<void>((resolve) => void (onAllIdle = resolve));
        await Promise.race([idle, delay(until - Date.now())]);
      }
      await close();
    },
    close,
  });
}

function createTunnelFor(options: ServiceConnectionOptions, demo: Demo | undefined, target: DialTarget): ManagedTunnel | undefined {
  const { profile, onTunnel, timeouts, clock, network } = options;
  if (demo) return createDemoTunnel({ instance: demo.instance, target, timeouts, clock, network, onChange: onTunnel });
  const { instance } = profile;
  if (!instance) return undefined;
  return createInstanceTunnel({ ...options, profileId: profile.id, instance, target, onChange: onTunnel });
}

function tunnelNotNeeded(): Promise<never> {
  return Promise.reject(new FailureError(failure('tunnel-not-needed')));
}

const noInstance: Dial = () => Promise.reject(new FailureError(failure('no-instance')));

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)).unref());
}
