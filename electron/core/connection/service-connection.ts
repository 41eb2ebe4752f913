import { demoProfileId } from '../../contract/constants.ts';
import type { CatalogEntry } from '../../contract/catalog.ts';
import type { TunnelPhase } from '../../contract/connection.ts';
import { ok, type Result } from '../../contract/failure.ts';
import type { Mode, Profile } from '../../contract/profile.ts';
import type { SecretStatus } from '../../contract/secret.ts';
import type { Demo } from '../demo/demo.ts';
import { createLlmClient, type Addresses, type LlmClient } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import {
  createTlsContext,
  createUpstream,
  FailureError,
  tcpDial,
  type Dial,
  type DialTarget,
  type Environment,
  type Route,
  type TlsSessions,
  type Upstream,
} from '../upstream/upstream.ts';
import { createRenewableUpstream, type RenewableUpstream } from './renewable-upstream.ts';
import { createDemoTunnel } from './demo-tunnel.ts';
import { demoTokenStatus } from './demo-token.ts';
import { createTunnelDecision, type TunnelDecision } from './tunnel-decision.ts';
import { createDirectUpstream } from './direct-upstream.ts';
import { adviseDirectMode } from './direct-mode-advice.ts';
import { createInstanceTunnel, type SystemSshMemory, type TunnelDependencies } from './instance-tunnel.ts';
import type { ManagedTunnel } from './managed-tunnel.ts';
import { createIdleConnectionCloser } from './idle-connection-closer.ts';
import { probeWithoutTunnel } from './probe-without-tunnel.ts';
import { createTokenReader, type TokenReader } from './token-reader.ts';
import { resolveEndpoint } from './service-endpoint.ts';

/** The ways to one profile's service, with the connections they own. */
export interface ServiceConnection {
  readonly client: LlmClient;
  readonly addresses: Addresses;
  readonly upstreams: Readonly<Record<Mode, Upstream>>;
  /** Read from the keychain once, until it is forgotten. */
  readonly token: TokenReader['read'];
  /** The next request reads the token anew. */
  readonly forgetToken: () => void;
  readonly tokenStatus: (mode: Mode, signal: AbortSignal) => Promise<SecretStatus>;
  /** A raw connection to the inference server, the way the direct upstream goes. */
  readonly dialDirect: Dial;
  readonly tunnelDecision: TunnelDecision;
  /** None where the profile has no instance. */
  readonly managedTunnel: ManagedTunnel | undefined;
  /** New requests get new connections, and the direct way is decided anew. */
  readonly networkChanged: () => void;
  /** Closes once the answers under way have ended, or have taken too long. */
  readonly retire: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ServiceConnectionOptions extends TunnelDependencies {
  readonly profile: Profile;
  readonly systemSsh: SystemSshMemory;
  /** Asked when the engines are looked at, because it is edited while the way stays. */
  readonly catalog: () => readonly CatalogEntry[];
  /** The running demo, where the profile is its own. */
  readonly demo: Demo | undefined;
  readonly steadyClock: Clock;
  readonly environment: Environment;
  /** Whether an HTTP proxy of the environment is our own agent, which would be a circle. */
  readonly isOurAgent: (proxy: DialTarget) => boolean;
  readonly onTunnel: (state: TunnelPhase) => void;
  readonly onChoice: () => void;
}

/** A request that was about to be made when its way was given up still finds it. */
const graceMs = 2000;
/** A request that finds no idle connection would pay three round trips through the tunnel before its first byte. */
const sparesThroughTunnel = 2;
/** The longest answer we have heard of took a quarter of an hour. */
const longestAnswerMs = 30 * 60_000;

/** Opens the ways to a profile's service; no connection is made before the first request. */
export async function openServiceConnection(options: ServiceConnectionOptions): Promise<Result<ServiceConnection>> {
  const { profile, demo, environment, isOurAgent, secrets, patience } = options;
  const read = await resolveEndpoint(profile, demo);
  if (!read.ok) return read;
  const { addresses, authorities, tokenRef } = read.value;
  const isDemo = profile.id === demoProfileId;
  const service: DialTarget = { host: addresses.host, port: addresses.port };
  const target: DialTarget = { host: profile.service.inferenceServer ?? addresses.host, port: addresses.port };
  /** When the session was made whose connections are used. */
  let since: number | undefined;
  let outdated = new AbortController();
  const onTunnel: ServiceConnectionOptions['onTunnel'] = (state) => {
    const now = state.kind === 'ready' ? state.since : undefined;
    if (since !== undefined && since !== now) {
      // What is under way stays on its session; new requests must not wait on one that may be dead.
      outdated.abort(new Error('the session is in doubt'));
      outdated = new AbortController();
      throughTunnel.renew();
    }
    since = now;
    options.onTunnel(state);
    if (state.kind === 'ready') throughTunnel.warm();
  };
  const passage = createTunnelFor({ ...options, onTunnel }, target);

  let trust: ReturnType<typeof createTlsContext> | undefined;
  const trusted = () => (trust ??= createTlsContext(authorities, isDemo));
  let onRest = (): void => undefined;
  const open = (route: Route, spares: () => number = () => 0, onOwnRest = (): void => undefined) => {
    // After an outage many requests connect at once, and whole handshakes would take them long.
    const sessions: TlsSessions = { last: undefined };
    return createRenewableUpstream(
      () =>
        createUpstream({
          origin: addresses.origin,
          trust: trusted,
          route,
          spares,
          sessions,
          connectMs: () => patience().connectMs,
        }),
      () => {
        onOwnRest();
        onRest();
      },
    );
  };
  // the demo is on this machine, where an HTTP proxy of the environment can't reach
  const proxy = open(isDemo ? { kind: 'straight' } : { kind: 'environment', environment, isOurs: isOurAgent });
  const withoutTunnel = open({ kind: 'straight' });
  // A pool goes on connecting for a request that was withdrawn; that must not wake a tunnel nobody needs.
  const tunnelDial: Dial = (to, signal) =>
    choice.read().now === 'straight' ? tunnelNotNeeded() : (passage?.dial ?? noInstance)(to, signal);
  const isTunnelReady = (): boolean => passage?.status().state.kind === 'ready' && choice.read().now === 'tunnel';
  // Whoever wants an unused tunnel taken down would not get it: a spare is an open connection.
  const wantsSpares = (): boolean => isTunnelReady() && patience().tunnelIdleMs === undefined;
  const letGo = createIdleConnectionCloser(() => throughTunnel, patience);
  const throughTunnel: RenewableUpstream = open(
    { kind: 'dial', dial: tunnelDial, target, outdated: () => outdated.signal },
    () => (wantsSpares() ? sparesThroughTunnel : 0),
    letGo.rested,
  );
  const all = [proxy, withoutTunnel, throughTunnel];

  const choice = createTunnelDecision({
    wanted: profile.directRoute,
    hasInstance: passage !== undefined,
    isTunnelUp: () => passage?.isUp() === true,
    look: (signal) => probeWithoutTunnel(options.catalog(), addresses, withoutTunnel, signal),
    onChange: () => {
      if (choice.read().now === 'straight') passage?.rest();
      options.onChoice();
    },
  });
  const upstreams = { proxy, direct: createDirectUpstream({ choice, straight: withoutTunnel, tunnel: throughTunnel }) };
  const token = createTokenReader(async () => (isDemo ? ok(demo?.token ?? null) : secrets.get(tokenRef)));

  const client = createLlmClient({
    addresses,
    upstreams,
    token: token.read,
    clock: options.steadyClock,
    limits: patience,
    explain: (failure) => adviseDirectMode(failure, choice.read(), passage !== undefined),
  });

  const close = async (): Promise<void> => {
    choice.close();
    letGo.close();
    passage?.dispose();
    await Promise.all(all.map((upstream) => upstream.dispose()));
  };
  return ok({
    client,
    addresses,
    upstreams,
    token: token.read,
    forgetToken: token.forget,
    tokenStatus: async (mode, signal) => {
      if (isDemo) return demoTokenStatus(demo);
      // Who only goes the direct way is not asked to unlock a keychain that holds nothing of ours.
      if (mode === 'direct' && !secrets.isNoted(tokenRef)) return { state: 'not-set' };
      return secrets.status(tokenRef, signal);
    },
    dialDirect: async (_target, signal) => {
      if ((await choice.choose()) === 'straight') return tcpDial(service, signal);
      return (passage?.dial ?? noInstance)(target, signal);
    },
    tunnelDecision: choice,
    managedTunnel: passage,
    networkChanged: () => {
      proxy.renew();
      withoutTunnel.renew();
      choice.invalidate();
    },
    retire: async () => {
      // A tunnel that is not in use serves no answer, and its questions are about a profile that is no longer in use.
      if (passage?.isInUse() === false) passage.dispose();
      const until = Date.now() + longestAnswerMs;
      await waitMs(graceMs);
      while (all.some((upstream) => upstream.inFlight() > 0) && Date.now() < until) {
        const rest = new Promise<void>((resolve) => void (onRest = resolve));
        await Promise.race([rest, waitMs(until - Date.now())]);
      }
      await close();
    },
    close,
  });
}

function createTunnelFor(options: ServiceConnectionOptions, target: DialTarget): ManagedTunnel | undefined {
  const { profile, demo, onTunnel, patience, clock, network } = options;
  if (profile.id === demoProfileId) {
    return demo && createDemoTunnel({ instance: demo.instance, target, patience, clock, network, onChange: onTunnel });
  }
  const { instance } = profile;
  if (!instance) return undefined;
  return createInstanceTunnel({ ...options, profileId: profile.id, instance, target, onChange: onTunnel });
}

function tunnelNotNeeded(): Promise<never> {
  return Promise.reject(
    new FailureError({
      code: 'cancelled',
      message: 'The tunnel is not needed any more: the engines answer from here.',
      remedy: 'Ask again.',
    }),
  );
}

const noInstance: Dial = () =>
  Promise.reject(
    new FailureError({
      code: 'tunnel-unavailable',
      message: 'The tunnel is wanted, but this profile has no instance to go through.',
      remedy: 'Add your instance to the profile, or use the proxy.',
    }),
  );

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)).unref());
}
