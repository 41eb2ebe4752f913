import { systemClock, type Clock } from '../shared/clock.ts';
import type { DialTarget } from '../shared/dial.ts';
import { type Tunnel, superviseTunnel } from './lifecycle/supervise-tunnel.ts';
import { createNetworkMonitor, type MonitorNetwork } from './network-monitor.ts';
import type { IdentitiesOptions } from './authentication/identities.ts';
import type { CredentialCache } from './authentication/secrets.ts';
import { createFallbackTransport } from './fallback-transport.ts';
import type { Ask, HostKeys, Identities, HopChain } from './types.ts';
import { createOpensshTransport } from './openssh/openssh-transport.ts';
import { isSystemSshUsable } from './openssh/ssh-process.ts';
import { createSsh2Transport } from './ssh2/ssh2-transport.ts';
import { systemTimers, type Timers } from './timers.ts';
import type { Transport } from './transport.ts';

export { openRawForward, type RawForward, type RawForwardOptions } from './raw-forward.ts';
export { createHostKeys, type HostKeyStore } from './host-keys/host-keys.ts';
export { createIdentities, type IdentitiesOptions } from './authentication/identities.ts';
export { createCredentialCache, type CredentialCache } from './authentication/secrets.ts';
export { readLoginShellEnvironment } from './authentication/login-shell.ts';
export type { SecretStore } from './authentication/secrets.ts';
export type { Tunnel } from './lifecycle/supervise-tunnel.ts';
export { createNetworkMonitor, type NetworkChange, type MonitorNetwork } from './network-monitor.ts';
export type { Ask, Hop, HostKeys, Identities, HopChain } from './types.ts';
export { listAliases } from './ssh-config/resolve-hops.ts';
export { sshFailure, type NamedHop } from './ssh2/ssh-failure.ts';
export { resolveHops } from './ssh-config/resolve-hops.ts';
export { systemSshEnvironment, defaultIdentityFiles, type SshEnvironment } from './ssh-config/ssh-environment.ts';
export type { TunnelChange, TunnelState } from './state/tunnel-state.ts';
export { systemTimers, type Timers } from './timers.ts';

/** What a tunnel is made of. */
export interface TunnelOptions {
  readonly hopChain: HopChain;
  /** The inference server as the instance knows it. */
  readonly target: DialTarget;
  readonly hostKeys: HostKeys;
  /** Given the `ask` they must use, so that the tunnel can show that the user is waited for. */
  readonly identities: (ask: Ask) => Identities;
  readonly ask: Ask;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Left out: the interfaces and the clock are looked at twice a second. */
  readonly monitorNetwork?: MonitorNetwork;
  /** Between 0 and 1, for the jitter. */
  readonly random?: () => number;
  /** How long a request waits while the tunnel reconnects; for one that has never been up, no longer than `openMs`. */
  readonly readyTimeoutMs?: () => number;
  /** How long the instance may take to open a connection, once there is a session. */
  readonly openTimeoutMs?: () => number;
  /** How long a session that does not answer is kept for what is under way over it; left out: 15 minutes. */
  readonly silenceTimeoutMs?: () => number;
  /** Left out: it stays up when it is not used. */
  readonly idleTimeoutMs?: () => number | undefined;
  /** Left out: ssh2, in this process, whatever it meets. */
  readonly transport?: OpensshChoice | FallbackChoice;
}

/** ssh2, and the system's ssh where that one can't log in. */
export interface FallbackChoice extends Omit<OpensshChoice, 'kind'> {
  readonly kind: 'fallback';
  /** Why the system's ssh carried this tunnel before, as part of a sentence. */
  readonly previousReason: string | undefined;
  /** The system's ssh carries the tunnel from now on, or no longer (undefined). */
  readonly onTakeOver: (why: string | undefined) => void;
}

/** The system's own ssh; it offers identities by itself, asks through us, and its host keys are judged as ours are. */
export interface OpensshChoice {
  readonly kind: 'openssh';
  readonly program?: string;
  /** Left out: the user's own and the system's. */
  readonly configFiles?: readonly string[];
  /** Where secrets are kept if the user says so; left out: nowhere. */
  readonly secrets?: IdentitiesOptions['secrets'];
  /** Shared where several tunnels should ask once. */
  readonly cache?: CredentialCache;
}

const defaultReadyTimeoutMs = 180_000;
const defaultOpenTimeoutMs = 15_000;
const defaultSilenceTimeoutMs = 15 * 60_000;
const defaultKeepaliveMs = 15_000;

/** A tunnel that is idle until it is started or dialled. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const { hopChain, target, clock = systemClock, timers = systemTimers } = options;
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  return superviseTunnel({
    transport: (ask) => createTransport(options, ask, timers),
    ask: options.ask,
    target,
    clock,
    timers,
    monitorNetwork: options.monitorNetwork ?? createNetworkMonitor({ clock, timers }),
    random: options.random ?? Math.random,
    keepaliveMs: instance.keepaliveMs > 0 ? instance.keepaliveMs : defaultKeepaliveMs,
    readyTimeoutMs: options.readyTimeoutMs ?? (() => defaultReadyTimeoutMs),
    openTimeoutMs: options.openTimeoutMs ?? (() => defaultOpenTimeoutMs),
    silenceTimeoutMs: options.silenceTimeoutMs ?? (() => defaultSilenceTimeoutMs),
    idleTimeoutMs: options.idleTimeoutMs ?? (() => undefined),
  });
}

function createTransport(
  { hopChain, target, hostKeys, identities, transport: choice }: TunnelOptions,
  ask: Ask,
  timers: Timers,
): Transport {
  const ssh2 = (): Transport => createSsh2Transport({ hopChain, hostKeys, identities, ask, timers });
  if (!choice) return ssh2();
  const openssh = createOpensshTransport({ ...choice, hopChain, target, hostKeys, ask, timers });
  if (choice.kind === 'openssh') return openssh;
  let canOpenssh: Promise<boolean> | undefined; // asked once
  return createFallbackTransport({
    ...choice,
    ssh2: ssh2(),
    openssh,
    isOpensshUsable: () => (canOpenssh ??= isSystemSshUsable(choice.program)),
  });
}
