import { ok, type Result } from '../../contract/failure.ts';
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
  type Hop,
  type HostKeys,
  type Identities,
  systemSshEnvironment,
} from '../tunnel/tunnel.ts';
import type { DialTarget } from '../upstream/upstream.ts';
import { createManagedTunnel, type ManagedTunnel, type ManagedTunnelOptions } from './managed-tunnel.ts';
import { scopeToInstance } from './service-endpoint.ts';
import { failure } from '../../contract/failures/fail.ts';
import type { Demo } from '../demo/demo.ts';
import { demoText } from './text.ts';
import type { OwnInstance } from '../profiles/profiles.ts';
import type { LoginShellEnvironment } from '../shared/login-shell.ts';

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

interface InstanceTunnelOptions extends TunnelDependencies, Pick<ManagedTunnelOptions, 'onChange'> {
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
        timeouts,
        clock,
        monitorNetwork: network,
        identities: (asking) =>
          createIdentities({ ask: asking, defaultFiles: defaultIdentityFiles(environment), secrets, cache: credentialCache }),
        ...(instance.transport === 'openssh'
          ? { systemSsh: { program: environment.ssh, variables: environment.variables, secrets, cache: credentialCache } }
          : {}),
      });
      return ok({ tunnel, notes: chain.value.notes, firstHop: chain.value.hops[0] });
    },
  });
}

interface DemoTunnelOptions extends Pick<ManagedTunnelOptions, 'onChange'> {
  readonly instance: Demo['instance'];
  readonly target: DialTarget;
  readonly timeouts: () => Timeouts;
  readonly clock: Clock;
  readonly network: MonitorNetwork;
}

/** Creates the tunnel through the demo's instance. Asks nothing, because its host key and login are our own. */
export function createDemoTunnel({ instance, target, timeouts, clock, network, onChange }: DemoTunnelOptions): ManagedTunnel {
  const hostKey = instance.hostKey();
  return createManagedTunnel({
    name: demoText.instance,
    transport: 'ssh2',
    hostKeys: undefined,
    onChange,
    build: async () =>
      ok({
        notes: [],
        firstHop: toHop(instance),
        tunnel: createTunnel({
          hopChain: { hops: [toHop(instance)], notes: [] },
          target,
          timeouts,
          clock,
          monitorNetwork: network,
          hostKeys: acceptOnlyKey(hostKey),
          identities: () => demoIdentity(instance),
          ask: async () => ({ kind: 'given-up' }),
        }),
      }),
  });
}

function toHop({ host, port, login }: Demo['instance']): Hop {
  return {
    name: 'demo',
    host,
    port,
    login,
    hostKeyAlias: undefined,
    knownHostsFiles: [],
    identityFiles: [],
    certificateFiles: [],
    identitiesOnly: true,
    agent: undefined,
    connectTimeoutMs: 10_000,
    keepaliveMs: 10_000,
  };
}

/** `key` is in known_hosts format. */
function acceptOnlyKey(key: string): HostKeys {
  const [type = '', blob = ''] = key.split(' ');
  return {
    check: async (_hop, presented) =>
      presented.toString('base64') === blob
        ? { kind: 'known' }
        : {
            kind: 'refused',
            failure: failure('demo-host-key-changed'),
          },
    trust: async () => undefined,
    knownTypes: async () => [type],
  };
}

function demoIdentity({ login, privateKey }: Demo['instance']): Identities {
  return {
    list: async () => ({
      notes: [],
      hasSystemSshKeys: false,
      identities: [
        {
          label: demoText.key,
          method: 'publickey',
          prepare: async () => ({ type: 'publickey', username: login, key: privateKey }),
        },
      ],
    }),
  };
}

/**
 * Returns a reader of the user's ssh environment. It includes the login shell's, because a desktop start lacks its variables. A start from
 * the macOS Dock has the agent of the system, but only the system's programs in its PATH.
 */
export function readSshEnvironment(
  environment: SshEnvironment['variables'],
  readLoginShell: () => Promise<LoginShellEnvironment>,
  platform: NodeJS.Platform = process.platform,
): () => Promise<SshEnvironment> {
  const isFromTerminal = platform !== 'darwin' || environment['TERM'] !== undefined;
  return async () => {
    if (environment['SSH_AUTH_SOCK'] && isFromTerminal) return systemSshEnvironment(environment);
    return systemSshEnvironment({ ...environment, ...(await readLoginShell()) });
  };
}

/** Completes an instance from the ssh config, as ssh would. */
export async function completeInstance(instance: OwnInstance, environment: SshEnvironment): Promise<Result<Instance>> {
  const { alias = null, transport } = instance;
  const host = instance.host ?? alias ?? '';
  if (alias === null && instance.port !== undefined && instance.login !== undefined) {
    return ok({ host, port: instance.port, login: instance.login, alias, transport });
  }
  const chain = await resolveHops(alias === null ? { host, port: instance.port, login: instance.login } : { alias }, environment);
  if (!chain.ok) return chain;
  const { port = 22, login = environment.localUser } = chain.value.hops.at(-1) ?? {};
  return ok({ host, port: instance.port ?? port, login: instance.login ?? login, alias, transport });
}
