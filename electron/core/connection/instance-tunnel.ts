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
  readonly systemSsh: SystemSshMemory;
}

/** Remembers that the system's ssh has taken over. */
export interface SystemSshMemory {
  /** Why, as part of a sentence. Undefined if it has not. */
  readonly reason: string | undefined;
  readonly save: (why: string | undefined) => unknown;
}

/** Creates the tunnel through the user's instance, according to the ssh config and the profile. */
export function createInstanceTunnel(options: InstanceTunnelOptions): ManagedTunnel {
  const { instance, target, hostKeys, ask, timeouts, clock, network, profileId } = options;
  const credentialCache = createCredentialCache(); // so that a rebuilt tunnel doesn't ask again
  let { reason } = options.systemSsh;
  const onTakeOver = (next: string | undefined): void => {
    reason = next;
    options.systemSsh.save(next);
  };
  return createManagedTunnel({
    name: instance.alias ?? instance.host,
    transport: () =>
      instance.transport === 'ssh2' && reason !== undefined ? { kind: 'openssh', why: reason } : { kind: instance.transport, why: null },
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
        transport:
          instance.transport === 'openssh'
            ? { kind: 'openssh', secrets, cache: credentialCache }
            : { kind: 'fallback', secrets, cache: credentialCache, previousReason: reason, onTakeOver },
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
