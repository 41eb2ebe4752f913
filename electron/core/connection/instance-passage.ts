import { ok } from '../../contract/failure.ts';
import type { Instance } from '../../contract/profile.ts';
import type { Secrets } from '../credentials/vault.ts';
import type { Clock } from '../support/clock.ts';
import type { Patience } from '../support/patience.ts';
import {
  createIdentities,
  createIdentityMemory,
  createTunnel,
  readRoad,
  usualIdentityFiles,
  type Ask,
  type HostKeyBook,
  type Surroundings,
  type WatchNetwork,
} from '../tunnel/tunnel.ts';
import type { DialTarget } from '../upstream/upstream.ts';
import { createPassage, type Passage, type PassageOptions } from './passage.ts';
import { tunnelWaits } from './tunnel-waits.ts';
import { instanceSecrets } from './secret-places.ts';

/** What every tunnel of the user's needs. */
export interface TunnelGround {
  readonly hostKeys: HostKeyBook;
  readonly secrets: Secrets;
  readonly ask: Ask;
  /** The ssh config and what it may refer to; read when a tunnel is first needed, because a login shell may have to be asked. */
  readonly surroundings: () => Promise<Surroundings>;
  readonly patience: () => Patience;
  readonly clock: Clock;
  readonly network: WatchNetwork;
}

export interface InstancePassageOptions extends TunnelGround, Pick<PassageOptions, 'onChange'> {
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
export function createInstancePassage(options: InstancePassageOptions): Passage {
  const { instance, target, hostKeys, ask, patience, clock, network, profileId } = options;
  const memory = createIdentityMemory(); // so that a tunnel built anew asks nothing twice
  let { why } = options.systemSsh;
  const onTakeOver = (reason: string | undefined): void => {
    why = reason;
    options.systemSsh.keep(reason);
  };
  return createPassage({
    name: instance.alias ?? instance.host,
    transport: () =>
      instance.transport === 'ssh2' && why !== undefined ? { kind: 'openssh', why } : { kind: instance.transport, why: null },
    hostKeys,
    onChange: options.onChange,
    build: async () => {
      const surroundings = await options.surroundings();
      const { alias, host, port, login } = instance;
      const road = await readRoad(alias === null ? { host, port, login } : { alias }, surroundings);
      if (!road.ok) return road;
      const secrets = { store: instanceSecrets(options.secrets, instance), profileId };
      const tunnel = createTunnel({
        road: road.value,
        target,
        hostKeys,
        ask,
        ...tunnelWaits(patience),
        clock,
        network,
        identities: (asking) => createIdentities({ ask: asking, usualFiles: usualIdentityFiles(surroundings), secrets, memory }),
        transport:
          instance.transport === 'openssh' ? { kind: 'openssh', secrets, memory } : { kind: 'fallback', secrets, memory, why, onTakeOver },
      });
      return ok({ tunnel, notes: road.value.notes, firstHop: road.value.hops[0] });
    },
  });
}
