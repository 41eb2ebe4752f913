import { ok } from '../../contract/failure.ts';
import { failure } from '../../contract/failures/fail.ts';
import type { Demo } from '../demo/demo.ts';
import type { Clock } from '../shared/clock.ts';
import type { Timeouts } from '../shared/timeouts.ts';
import { createTunnel, type Hop, type HostKeys, type Identities, type MonitorNetwork } from '../tunnel/tunnel.ts';
import type { DialTarget } from '../upstream/upstream.ts';
import { createManagedTunnel, type ManagedTunnel, type ManagedTunnelOptions } from './managed-tunnel.ts';
import { tunnelTimeouts } from './instance-tunnel.ts';
import { demoText } from './text.ts';

export interface DemoTunnelOptions extends Pick<ManagedTunnelOptions, 'onChange'> {
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
          ...tunnelTimeouts(timeouts),
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
