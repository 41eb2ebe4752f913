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

/** What every tunnel of the user's needs. */
export interface TunnelDependencies {
  readonly hostKeys: HostKeyStore;
  readonly secrets: Secrets;
  readonly ask: Ask;
  /** The ssh config and what it may refer to; read when a tunnel is first needed, because a login shell may have to be asked. */
  readonly surroundings: () => Promise<SshEnvironment>;
  readonly patience: () => Timeouts;
  readonly clock: Clock;
  readonly network: MonitorNetwork;
}

export interface InstanceTunnelOptions extends TunnelDependencies, Pick<ManagedTunnelOptions, 'onChange'> {
  readonly profileId: string;
  readonly instance: Instance;
  readonly target: DialTarget;
  readonly systemSsh: SystemSshMemory;
}

/** What is remembered of the system's ssh having taken over. */
export interface SystemSshMemory {
  /** Why, as part of a sentence; undefined where it has not. */
  readonly why: string | undefined;
  readonly keep: (why: string | undefined) => unknown;
}

/** The way through the user's own instance, as their ssh config and the profile have it. */
export function createInstanceTunnel(options: InstanceTunnelOptions): ManagedTunnel {
  const { instance, target, hostKeys, ask, patience, clock, network, profileId } = options;
  const memory = createCredentialCache(); // so that a tunnel built anew asks nothing twice
  let { why } = options.systemSsh;
  const onTakeOver = (reason: string | undefined): void => {
    why = reason;
    options.systemSsh.keep(reason);
  };
  return createManagedTunnel({
    name: instance.alias ?? instance.host,
    transport: () =>
      instance.transport === 'ssh2' && why !== undefined ? { kind: 'openssh', why } : { kind: instance.transport, why: null },
    hostKeys,
    onChange: options.onChange,
    build: async () => {
      const surroundings = await options.surroundings();
      const { alias, host, port, login } = instance;
      const road = await resolveHops(alias === null ? { host, port, login } : { alias }, surroundings);
      if (!road.ok) return road;
      const secrets = { store: scopeToInstance(options.secrets, instance), profileId };
      const tunnel = createTunnel({
        road: road.value,
        target,
        hostKeys,
        ask,
        ...tunnelTimeouts(patience),
        clock,
        network,
        identities: (asking) => createIdentities({ ask: asking, usualFiles: defaultIdentityFiles(surroundings), secrets, memory }),
        transport:
          instance.transport === 'openssh' ? { kind: 'openssh', secrets, memory } : { kind: 'fallback', secrets, memory, why, onTakeOver },
      });
      return ok({ tunnel, notes: road.value.notes, firstHop: road.value.hops[0] });
    },
  });
}

/** How long requests wait for a tunnel and it waits for the instance, and when it is taken down for want of use. */
export function tunnelTimeouts(patience: () => Timeouts): Required<Pick<TunnelOptions, 'waitMs' | 'openMs' | 'silenceMs' | 'idleStopMs'>> {
  return {
    waitMs: () => patience().tunnelWaitMs,
    openMs: () => patience().connectMs,
    silenceMs: () => patience().silenceMs,
    idleStopMs: () => patience().tunnelIdleMs,
  };
}
