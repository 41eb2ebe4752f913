import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import type { Hop } from '../../../electron/core/tunnel/types.ts';
import type { Timers } from '../../../electron/core/tunnel/timers.ts';
import {
  createIdentities,
  createTunnel,
  type Ask,
  type Tunnel,
  type TunnelOptions,
  type TunnelState,
} from '../../../electron/core/tunnel/tunnel.ts';
import { readTestSelection } from '../../../build/steps/test-selection.ts';
import { startSshd, type Sshd, type SshdOptions } from '../../support/sshd.ts';
import { startRelay, type Relay } from '../../support/relay.ts';
import { hopTo, keyIdentity, keysInMemory, offering, plainOpenssh, steppedTimers, timeouts, trusting } from './tunnel-parts.ts';

export { hopTo, keyIdentity, keysInMemory, offering, passwordIdentity, plainOpenssh, timeouts, trusting } from './tunnel-parts.ts';

/** Starts a real sshd for this test. */
export async function testSshd(options: SshdOptions = {}): Promise<Sshd> {
  const sshd = await startSshd(options);
  onTestFinished(sshd.close);
  return sshd;
}

/** Starts a relay for this test. */
export async function testRelay(toPort: number, delayMs = 0): Promise<Relay> {
  const relay = await startRelay(toPort, delayMs);
  onTestFinished(relay.close);
  return relay;
}

const [ssh2, openssh] = ['ssh2', 'openssh'] as const;
export type TransportName = typeof ssh2 | typeof openssh;
/** Both transports, which must behave the same. The quick selection leaves the second one to tests that are about it alone. */
export const transports: readonly TransportName[] = readTestSelection().isQuick ? [ssh2] : [ssh2, openssh];

export interface TestTunnelOptions extends Partial<TunnelOptions> {
  readonly hop?: Partial<Hop>;
  /** Defaults to ssh2. */
  readonly over?: TransportName;
  /** Multiplies the tunnel's time limits. A function is called for each. */
  readonly patience?: number | (() => number);
}

/** The user's own identities. */
export const ownIdentities: TunnelOptions['identities'] = (ask) => createIdentities({ ask, defaultFiles: [] });

/** Creates a user who trusts every host key and dismisses everything else. `asked` has the questions. */
export function trustingUser() {
  const asked: Parameters<Ask>[0][] = [];
  const ask: Ask = (question, signal) => {
    asked.push(question);
    return trusting(question, signal);
  };
  return { ask, asked };
}

/** Creates a tunnel for this test to a server on this machine. It must leave no timers or connections behind. */
export function testTunnel(
  sshd: Pick<Sshd, 'port' | 'login'> & Partial<Pick<Sshd, 'keyFile' | 'privateKey'>>,
  targetPort: number,
  { over = 'ssh2', hop, patience, ...more }: TestTunnelOptions = {},
): Tunnel {
  const { timers, pending } = countedTimers(steppedTimers(patience));
  const tunnel = createTunnel({
    timers,
    ...(over === 'openssh' ? { systemSsh: plainOpenssh } : {}),
    hopChain: { hops: [hopTo(sshd, { identityFiles: [sshd.keyFile ?? ''], identitiesOnly: true, ...hop })], notes: [] },
    target: { host: '127.0.0.1', port: targetPort },
    hostKeys: keysInMemory(),
    identities: offering(keyIdentity(sshd.privateKey ?? '')),
    ask: trusting,
    timeouts,
    monitorNetwork: () => () => undefined, // the machine's own network changes must not disturb a test
    ...more,
  });
  onTestFinished(async () => {
    tunnel.dispose();
    await expect.poll(pending, { message: 'timers left behind' }).toBe(0);
    await expect.poll(() => tunnel.counters().openChannels, { message: 'connections left behind' }).toBe(0);
  });
  return tunnel;
}

/** Creates a tunnel for this test through the demo's instance. */
export function demoTunnel(demo: Demo, more: Partial<TunnelOptions> = {}): Tunnel {
  const { instance } = demo;
  const tunnel = createTunnel({
    hopChain: { hops: [hopTo(instance)], notes: [] },
    target: { host: 'localhost', port: Number(new URL(demo.baseUrl).port) },
    hostKeys: keysInMemory(),
    identities: offering(keyIdentity(instance.privateKey)),
    ask: trusting,
    timeouts,
    timers: steppedTimers(),
    monitorNetwork: () => () => undefined,
    ...more,
  });
  onTestFinished(() => tunnel.dispose());
  return tunnel;
}

/** The same timers, with the number of pending ones. */
function countedTimers(inner: Timers): { readonly timers: Timers; readonly pending: () => number } {
  const set = new Set<symbol>();
  return {
    timers: {
      after: (ms, run) => {
        const timer = Symbol('timer');
        set.add(timer);
        const cancel = inner.after(ms, () => {
          set.delete(timer);
          run();
        });
        return () => {
          set.delete(timer);
          cancel();
        };
      },
    },
    pending: () => set.size,
  };
}

/** Resolves when the tunnel is in a state of one of these kinds. */
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

/** Starts a TCP server for this test. Returns its port and its open sockets. */
export async function testServer(onSocket: (socket: Socket) => unknown) {
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

/** Starts a server that sends back everything it receives. */
export function echoServer(): ReturnType<typeof testServer> {
  return testServer((socket) => socket.pipe(socket));
}

/** Starts a real sshd and an echo server. */
export async function sshdWithEcho(options: SshdOptions = {}) {
  return { sshd: await testSshd(options), echo: await echoServer() };
}

/** A signal that is never aborted. */
export const never: AbortSignal = new AbortController().signal;

/** Returns why a connection could not be opened. */
export async function refusalOf(tunnel: Tunnel, port: number): Promise<unknown> {
  return tunnel.dial({ host: '127.0.0.1', port }, never).then(
    (stream) => stream.destroy() && 'a connection',
    (error: unknown) => error,
  );
}

/** Opens a connection through the tunnel and ignores its errors. */
export async function opened(tunnel: Tunnel, port: number): Promise<Duplex> {
  const stream = await tunnel.dial({ host: '127.0.0.1', port }, never);
  stream.on('error', () => undefined);
  return stream;
}
