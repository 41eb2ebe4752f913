import { ok } from '../../contract/failure.ts';
import type { Instance } from '../../contract/profile.ts';
import type { Secrets } from '../credentials/credentials.ts';
import type { Clock } from '../shared/clock.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import {
  createIdentities,
  createCredentialCache,
  createTunnel,
  resolveHops,
  defaultIdentityFiles,
  type Ask,
  type HostKeyStore,
  type SshEnvironment,
  type MonitorNetwork,
  type TunnelOptions,
} from '../tunnel/tunnel.ts';
import type { DialTarget } from '../upstream/upstream.ts';
import { createManagedTunnel, type ManagedTunnel, type ManagedTunnelOptions } from './managed-tunnel.ts';
import { scopeToInstance } from './service-endpoint.ts';

/** What every tunnel through the user's instance needs. */
export interface TunnelDependencies {
  readonly hostKeys: HostKeyStore;
  readonly secrets: Secrets;
  readonly ask: Ask;
  /** The ssh config and its environment. Read when a tunnel is first needed, because that may run a login shell. */
  readonly sshEnvironment: () => Promise<SshEnvironment>;
  readonly timeouts: () => Timeouts;
  readonly clock: Clock;
  readonly network: MonitorNetwork;
}

export interface InstanceTunnelOptions extends TunnelDependencies, Pick<ManagedTunnelOptions, 'onChange'> {
  readonly profileId: string;
  readonly instance: Instance;
  readonly target: DialTarget;
}

/** Creates the tunnel through the user's instance, according to the ssh config and the profile. */
export function createInstanceTunnel(options: InstanceTunnelOptions): ManagedTunnel {
  const { instance, target, hostKeys, ask, timeouts, clock, network, profileId } = options;
  const credentialCache = createCredentialCache(); // so that a rebuilt tunnel doesn't ask again
  return createManagedTunnel({
    name: instance.alias ?? instance.host,
    transport: instance.transport,
    hostKeys,
    onChange: options.onChange,
    build: async () => {
      const environment = await options.sshEnvironment();
      const { alias, host, port, login } = instance;
      const chain = await resolveHops(alias === null ? { host, port, login } : { alias }, environment);
      if (!chain.ok) return chain;
      const secrets = { store: scopeToInstance(options.secrets, instance), profileId };
      const tunnel = createTunnel({
        hopChain: chain.value,
        target,
        hostKeys,
        ask,
        ...tunnelTimeouts(timeouts),
        clock,
        monitorNetwork: network,
        identities: (asking) =>
          createIdentities({ ask: asking, defaultFiles: defaultIdentityFiles(environment), secrets, cache: credentialCache }),
        ...(instance.transport === 'openssh' ? { systemSsh: { secrets, cache: credentialCache } } : {}),
      });
      return ok({ tunnel, notes: chain.value.notes, firstHop: chain.value.hops[0] });
    },
  });
}

/** Returns the tunnel's timeouts: for waiting requests, for the instance, and for stopping when idle. */
export function tunnelTimeouts(
  timeouts: () => Timeouts,
): Required<Pick<TunnelOptions, 'readyTimeoutMs' | 'openTimeoutMs' | 'silenceTimeoutMs' | 'idleTimeoutMs'>> {
  return {
    readyTimeoutMs: () => timeouts().tunnelWaitMs,
    openTimeoutMs: () => timeouts().connectMs,
    silenceTimeoutMs: () => timeouts().silenceMs,
    idleTimeoutMs: () => timeouts().tunnelIdleMs,
  };
}
