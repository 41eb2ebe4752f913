import { systemClock, type Clock } from '../shared/clock.ts';
import type { DialTarget, Dial } from '../shared/dial.ts';
import { type Tunnel, superviseTunnel } from './lifecycle/supervise-tunnel.ts';
import { createNetworkMonitor, type MonitorNetwork } from './network-monitor.ts';
import { type CredentialCache, createCredentialCache, createSavedSecrets, type SecretStore } from './authentication/secrets.ts';
import type { Ask, HostKeys, Identities, HopChain, Transport } from './types.ts';
import { createOpensshTransport } from './openssh/openssh-transport.ts';
import { createSsh2Transport } from './ssh2/ssh2-transport.ts';
import { systemTimers, type Timers } from './timers.ts';
import { createServer, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { isSameUser } from '../shared/socket-owner.ts';

export { createHostKeys, type HostKeyStore } from './host-keys/host-keys.ts';
export { createCredentialCache, type CredentialCache } from './authentication/secrets.ts';
export type { SecretStore } from './authentication/secrets.ts';
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
  /** How long a request waits while the tunnel reconnects. At most `openTimeoutMs` if the tunnel was never up. */
  readonly readyTimeoutMs?: () => number;
  /** How long the instance may take to open a connection over a session. */
  readonly openTimeoutMs?: () => number;
  /** How long a silent session is kept for its open connections. Defaults to 15 minutes. */
  readonly silenceTimeoutMs?: () => number;
  /** Defaults to staying up when idle. */
  readonly idleTimeoutMs?: () => number | undefined;
  /** Uses the system's ssh instead of ssh2. */
  readonly systemSsh?: SystemSshOptions;
}

/** The system's ssh. It offers its own identities and asks through us. Its host keys are checked by us. */
export interface SystemSshOptions {
  readonly program?: string;
  /** Defaults to the user's and the system's. */
  readonly configFiles?: readonly string[];
  /** Where secrets are saved if the user asks for that. Defaults to nowhere. */
  readonly secrets?: IdentitiesOptions['secrets'];
  /** Share it between tunnels that should ask only once. */
  readonly cache?: CredentialCache;
}

const defaultReadyTimeoutMs = 180_000;
const defaultOpenTimeoutMs = 15_000;
const defaultSilenceTimeoutMs = 15 * 60_000;
const defaultKeepaliveMs = 15_000;

/** Creates a tunnel that is idle until it is started or dialled. */
export function createTunnel(options: TunnelOptions): Tunnel {
  const { hopChain, target, clock = systemClock, timers = systemTimers } = options;
  const instance = hopChain.hops.at(-1) ?? hopChain.hops[0];
  return superviseTunnel({
    transport: (ask) => createTransport(options, ask, timers),
    ask: options.ask,
    target,
    clock,
    timers,
    monitorNetwork: options.monitorNetwork ?? createNetworkMonitor({ clock, timers }),
    random: options.random ?? Math.random,
    keepaliveMs: instance.keepaliveMs > 0 ? instance.keepaliveMs : defaultKeepaliveMs,
    readyTimeoutMs: options.readyTimeoutMs ?? (() => defaultReadyTimeoutMs),
    openTimeoutMs: options.openTimeoutMs ?? (() => defaultOpenTimeoutMs),
    silenceTimeoutMs: options.silenceTimeoutMs ?? (() => defaultSilenceTimeoutMs),
    idleTimeoutMs: options.idleTimeoutMs ?? (() => undefined),
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
  readonly secrets?: { readonly store: SecretStore; readonly profileId: string } | undefined;
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

export interface RawForwardOptions {
  /** On 127.0.0.1. 0 picks a free one. */
  readonly port: number;
  readonly target: DialTarget;
  readonly dial: Dial;
  /** Returns whether the client may connect. Defaults to programs of the same user. */
  readonly isAllowed?: (socket: Socket) => boolean | Promise<boolean>;
}

/** A listener that forwards raw TCP to the inference server. */
export interface RawForward {
  readonly port: number;
  /** Returns the number of open connections. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Forwards raw TCP to the inference server, for `curl --connect-to` or a hosts file. The listener survives SSH sessions, and TLS runs
 * through it end to end.
 */
export async function openRawForward(options: RawForwardOptions): Promise<Result<RawForward>> {
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    void forward(socket, options, closing.signal);
  });
  const error = await listen(server, options.port);
  if (error) return listenFailure(error, options.port);
  const address = server.address();
  return ok({
    port: typeof address === 'object' && address ? address.port : options.port,
    connections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        closing.abort(new Error('the forward was closed'));
        server.close(() => resolve());
        for (const socket of sockets) socket.resetAndDestroy();
      }),
  });
}

async function forward(socket: Socket, { target, dial, isAllowed = isSameUser }: RawForwardOptions, closing: AbortSignal): Promise<void> {
  const clientClosed = new AbortController();
  const onClose = (): void => clientClosed.abort(new Error('the client has gone'));
  socket.once('close', onClose);
  try {
    if (!(await isAllowed(socket))) {
      socket.resetAndDestroy();
      return;
    }
    const remote = await dial(target, AbortSignal.any([clientClosed.signal, closing]));
    if (socket.destroyed) remote.destroy();
    else pipeBoth(socket, remote);
  } catch {
    // Resets, because a clean end would look like an empty answer. The tunnel's state has the reason.
    socket.resetAndDestroy();
  } finally {
    socket.off('close', onClose);
  }
}

/** Pipes both ways. An error on one side resets the other, so that it never looks like an end. */
function pipeBoth(socket: Socket, remote: Duplex): void {
  let isBroken = false;
  remote.on('error', () => {
    isBroken = true;
    socket.resetAndDestroy();
  });
  remote.once('close', () => {
    if (!isBroken && !remote.readableEnded) socket.resetAndDestroy();
  });
  socket.once('close', () => remote.destroy());
  socket.pipe(remote).pipe(socket);
}

function listen(server: Server, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', resolve);
      server.on('error', () => undefined); // such as too many open files, which must not close the listener
      resolve(undefined);
    });
  });
}

function listenFailure(error: Error, port: number): Result<RawForward> {
  return errorCode(error) === 'EADDRINUSE'
    ? fail('raw-forward-port-taken', { port })
    : fail('raw-forward-port-denied', { port, detail: errorMessage(error) });
}
