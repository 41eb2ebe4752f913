import { systemClock, type Clock } from '../shared/clock.ts';
import type { DialTarget } from '../shared/dial.ts';
import { type Tunnel, type TunnelTimeouts, superviseTunnel } from './lifecycle/supervise-tunnel.ts';
import { createNetworkMonitor, type MonitorNetwork } from './network-monitor.ts';
import { type CredentialCache, createCredentialCache, createSavedSecrets, type ProfileSecrets } from './authentication/secrets.ts';
import type { Ask, HostKeys, Identities, HopChain, Transport } from './types.ts';
import { createOpensshTransport, type SystemSshOptions } from './openssh/openssh-transport.ts';
import { createSsh2Transport } from './ssh2/ssh2-transport.ts';
import { systemTimers, type Timers } from './timers.ts';

export { createHostKeys, type HostKeyStore } from './host-keys/host-keys.ts';
export { createCredentialCache, type CredentialCache } from './authentication/secrets.ts';
export type { SecretStore } from './authentication/secrets.ts';
export type { SystemSshOptions } from './openssh/openssh-transport.ts';
export type { Tunnel } from './lifecycle/supervise-tunnel.ts';
export { createNetworkMonitor, type NetworkChange, type MonitorNetwork } from './network-monitor.ts';
export type { Ask, Hop, HostKeys, Identities, HopChain } from './types.ts';
export { sshFailure, type NamedHop } from './ssh2/ssh-failure.ts';
export { listAliases, resolveAlias, resolveHops } from './ssh-config/resolve-hops.ts';
export { systemSshEnvironment, defaultIdentityFiles, type SshEnvironment } from './ssh-config/ssh-environment.ts';
export type { TunnelChange, TunnelState } from './state/tunnel-state.ts';
export { systemTimers, type Timers } from './timers.ts';

/** The parts of a tunnel. */
export interface TunnelOptions {
  readonly hopChain: HopChain;
  /** The inference server as seen from the instance. */
  readonly target: DialTarget;
  readonly hostKeys: HostKeys;
  /** Created with the `ask` they must use, so that the tunnel can show that it waits for the user. */
  readonly identities: (ask: Ask) => Identities;
  readonly ask: Ask;
  readonly clock?: Clock;
  readonly timers?: Timers;
  /** Defaults to polling the interfaces and the clock twice a second. */
  readonly monitorNetwork?: MonitorNetwork;
  /** Returns a number between 0 and 1, for the jitter. */
  readonly random?: () => number;
  readonly timeouts: () => TunnelTimeouts;
  /** Uses the system's ssh instead of ssh2. */
  readonly systemSsh?: SystemSshOptions;
}

const defaultKeepaliveMs = 15_000;

/** Creates a tunnel that is idle until it is started or dialled. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const { hopChain, clock = systemClock, timers = systemTimers, random = Math.random } = options;
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  return superviseTunnel({
    ...options,
    transport: (ask) => createTransport(options, ask, timers),
    clock,
    timers,
    random,
    monitorNetwork: options.monitorNetwork ?? createNetworkMonitor({ clock, timers }),
    keepaliveMs: instance.keepaliveMs > 0 ? instance.keepaliveMs : defaultKeepaliveMs,
  });
}

function createTransport({ hopChain, target, hostKeys, identities, systemSsh }: TunnelOptions, ask: Ask, timers: Timers): Transport {
  return systemSsh
    ? createOpensshTransport({ ...systemSsh, hopChain, target, hostKeys, ask, timers })
    : createSsh2Transport({ hopChain, hostKeys, identities, ask, timers });
}

export interface IdentitiesOptions {
  readonly ask: Ask;
  /** Where passphrases and passwords are saved if the user asks for that. */
  readonly secrets?: ProfileSecrets;
  /** The key files tried without being named (`defaultIdentityFiles`). Missing ones are not reported. */
  readonly defaultFiles: readonly string[];
  /** Share it between tunnels that should ask only once. */
  readonly cache?: CredentialCache;
}

/** Creates the identities of each hop when it is logged in to. */
export function createIdentities({ ask, secrets, defaultFiles, cache = createCredentialCache() }: IdentitiesOptions): Identities {
  return {
    list: async (hop, signal, pauseFor) => {
      const { listIdentities } = await import('./authentication/list-identities.ts'); // loaded at the first login, so that an idle program doesn't load ssh2
      return listIdentities(hop, { ask, secrets: createSavedSecrets(secrets, pauseFor), defaultFiles, cache }, signal);
    },
  };
}
