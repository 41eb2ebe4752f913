import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import type { Ask, Hop, HostKeys, Identities, Identity } from '../../../electron/core/tunnel/ports.ts';
import { createTunnel, type Tunnel, type TunnelOptions, type TunnelState } from '../../../electron/core/tunnel/tunnel.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { startRelay, type Relay } from '../../support/relay.ts';

/** A real sshd of this test's own. */
export async function testSshd(options: SshdOptions = {}): Promise<Sshd> {
  const sshd = await startSshd(options);
  onTestFinished(sshd.close);
  return sshd;
}

/** A relay of this test's own. */
export async function testRelay(toPort: number, delayMs = 0): Promise<Relay> {
  const relay = await startRelay(toPort, delayMs);
  onTestFinished(relay.close);
  return relay;
}

/** A hop to an sshd or the demo's instance. */
export function hopTo(server: { readonly port: number; readonly login: string }, more: Partial<Hop> = {}): Hop {
  return {
    name: `instance-${server.port}`,
    host: '127.0.0.1',
    port: server.port,
    login: server.login,
    hostKeyAlias: undefined,
    knownHostsFiles: [],
    identityFiles: [],
    identitiesOnly: false,
    agent: undefined,
    connectTimeoutMs: 10_000,
    keepaliveMs: 15_000,
    keepaliveCountMax: 3,
    ...more,
  };
}

/** Host keys in a Map: the first key of a host is unknown, and another later is refused. */
export function keysInMemory(known: ReadonlyMap<string, string> = new Map()): HostKeys & { readonly known: Map<string, string> } {
  const keys = new Map(known);
  return {
    known: keys,
    judge: async (hop, key) => {
      const expected = keys.get(hop.name);
      if (expected === undefined) return { kind: 'unknown' };
      if (expected.split(' ')[1] === key.toString('base64')) return { kind: 'known' };
      return { kind: 'refused', failure: { code: 'host-key-changed', message: `${hop.name} shows another key.`, remedy: 'Compare it.' } };
    },
    trust: async (hop, key) => {
      keys.set(hop.name, `ssh-ed25519 ${key.toString('base64')}`);
      return undefined;
    },
    knownTypes: async (hop) => keys.get(hop.name)?.split(' ').slice(0, 1) ?? [],
  };
}

/** Offers what is given, for every hop. */
export function offering(...identities: readonly Identity[]): () => Identities {
  return () => ({ list: async () => ({ identities, notes: [] }) });
}

/** A key as an identity. */
export function keyIdentity(privateKey: string): Identity {
  return { label: 'a key', method: 'publickey', prepare: async () => ({ type: 'publickey', key: privateKey }) };
}

/** A password as an identity. */
export function passwordIdentity(password: string): Identity {
  return { label: 'a password', method: 'password', prepare: async () => ({ type: 'password', password }) };
}

/** Trusts every host key, and answers nothing else. */
export const trusting: Ask = async (question) =>
  question.kind === 'host-key' ? { kind: 'host-key', isTrusted: true } : { kind: 'given-up' };

/** A tunnel of this test's own to a server on this machine. */
export function testTunnel(sshd: Sshd, targetPort: number, more: Partial<TunnelOptions> & { readonly hop?: Partial<Hop> } = {}): Tunnel {
  const tunnel = createTunnel({
    road: { hops: [hopTo(sshd, more.hop)], notes: [] },
    target: { host: '127.0.0.1', port: targetPort },
    hostKeys: keysInMemory(),
    identities: offering(keyIdentity(sshd.privateKey)),
    ask: trusting,
    network: () => () => undefined, // the machine's own changes must not disturb a test
    ...more,
  });
  onTestFinished(() => tunnel.dispose());
  return tunnel;
}

/** Settles when the tunnel is, or comes to be, in a state of that kind. */
export function stateOf<K extends TunnelState['kind']>(tunnel: Tunnel, ...kinds: readonly K[]): Promise<Extract<TunnelState, { kind: K }>> {
  const fits = (state: TunnelState): state is Extract<TunnelState, { kind: K }> => kinds.some((kind) => kind === state.kind);
  const now = tunnel.state();
  if (fits(now)) return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = tunnel.onChange(({ state }) => {
      if (!fits(state)) return;
      stop();
      resolve(state);
    });
  });
}

/** A TCP server of this test's own; returns its port and the sockets it has. */
export async function testServer(
  onSocket: (socket: Socket) => unknown,
): Promise<{ readonly port: number; readonly sockets: ReadonlySet<Socket> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A server that sends back what it gets. */
export function echoServer(): ReturnType<typeof testServer> {
  return testServer((socket) => socket.pipe(socket));
}

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

/** A connection through the tunnel whose errors are looked at elsewhere. */
export async function opened(tunnel: Tunnel, port: number): Promise<Duplex> {
  const stream = await tunnel.dial({ host: '127.0.0.1', port }, never);
  stream.on('error', () => undefined);
  return stream;
}
