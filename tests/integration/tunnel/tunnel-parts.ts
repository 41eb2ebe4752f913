import type { Ask, Hop, HostKeys, Identities, Identity } from '../../../electron/core/tunnel/types.ts';
import { failure } from '../../../electron/contract/failures/fail.ts';
import { systemTimers, type Timers } from '../../../electron/core/tunnel/timers.ts';

/** Creates a hop to an sshd or the demo's instance. */
export function hopTo(server: { readonly port: number; readonly login: string }, more: Partial<Hop> = {}): Hop {
  return {
    name: `instance-${server.port}`,
    host: '127.0.0.1',
    port: server.port,
    login: server.login,
    hostKeyAlias: undefined,
    knownHostsFiles: [],
    identityFiles: [],
    certificateFiles: [],
    identitiesOnly: false,
    agent: undefined,
    connectTimeoutMs: 10_000,
    keepaliveMs: 15_000,
    ...more,
  };
}

/** Creates host keys in memory. The first key of a host is unknown, and a different one later is refused. */
export function keysInMemory(known: ReadonlyMap<string, string> = new Map()): HostKeys & { readonly known: Map<string, string> } {
  const keys = new Map(known);
  return {
    known: keys,
    check: async (hop, key) => {
      const expected = keys.get(hop.name);
      if (expected === undefined) return { kind: 'unknown' };
      if (expected.split(' ')[1] === key.toString('base64')) return { kind: 'known' };
      return { kind: 'refused', failure: failure('host-key-differs', { hop: hop.name }) };
    },
    trust: async (hop, key) => {
      keys.set(hop.name, `ssh-ed25519 ${key.toString('base64')}`);
      return undefined;
    },
    knownTypes: async (hop) => keys.get(hop.name)?.split(' ').slice(0, 1) ?? [],
  };
}

/** Offers the given identities for every hop. */
export function offering(...identities: readonly Identity[]): () => Identities {
  return () => ({ list: async () => ({ identities, notes: [], hasSystemSshKeys: false }) });
}

/** Creates an identity from a key. */
export function keyIdentity(privateKey: string): Identity {
  return { label: 'a key', method: 'publickey', prepare: async () => ({ type: 'publickey', key: privateKey }) };
}

/** Creates an identity from a password. */
export function passwordIdentity(password: string): Identity {
  return { label: 'a password', method: 'password', prepare: async () => ({ type: 'password', password }) };
}

/** Trusts every host key and dismisses everything else. */
export const trusting: Ask = async (question) =>
  question.kind === 'host-key' ? { kind: 'host-key', isTrusted: true } : { kind: 'given-up' };

const stepMs = 20;
/** The shortest limit for an answer. Shorter timers are only polls. */
const minLimitMs = 500;

/**
 * The system's timers, in short steps: a pause of the machine is one step, so that an answer that came meanwhile is read before a limit
 * ends. `patience` multiplies the limits, for tests in which none may end, or from when on.
 */
export function steppedTimers(patience: number | (() => number) = 1): Timers {
  return {
    after: (ms, run) => {
      let cancel = (): void => undefined;
      const wait = (left: number): void => {
        cancel = systemTimers.after(Math.min(left, stepMs), () => {
          if (left > stepMs) wait(left - stepMs);
          else run();
        });
      };
      wait(ms < minLimitMs ? ms : ms * (typeof patience === 'number' ? patience : patience()));
      return () => cancel();
    },
  };
}

/** Limits that no test reaches. */
export const timeouts = () => ({ tunnelWaitMs: 180_000, connectMs: 15_000, silenceMs: 900_000, tunnelIdleMs: undefined });

/** The system's ssh without the user's own settings. */
export const plainOpenssh = { configFiles: [] } as const;
