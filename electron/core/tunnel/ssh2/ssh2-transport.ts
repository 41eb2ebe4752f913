import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ok, type Failure, type FailureCode, type Result } from '../../../contract/failure.ts';
import { failure as failureOf, stoppedByUser } from '../../../contract/failures/fail.ts';
import { carriedFailure, FailureError, type DialTarget } from '../../shared/dial.ts';
import type { Ask, Hop, HostKeys, Identities, HopChain, ConnectObserver, Session, Transport, PingResult } from '../types.ts';
import { type Timers, createStepTimeout, stepLimitMs, type StepTimeout } from '../timers.ts';
import { createAuthHandler, type AuthHandler } from './auth-handler.ts';
import { createChannelOpener, type ChannelOpener } from './channel-opener.ts';
import { createHostVerifier } from './host-verifier.ts';
import { jumpFailure, sshFailure, timeoutFailure, openFailure, lostFailure } from './ssh-failure.ts';
import { openSocket } from './tcp-socket.ts';
import { reachText, lossDetails } from '../text.ts';
import type { Client } from 'ssh2';
import { errorMessage } from '../../shared/node-error.ts';
import { ping } from './ssh2-internals.ts';

interface Ssh2TransportOptions {
  readonly hopChain: HopChain;
  readonly hostKeys: HostKeys;
  /** Created with the `ask` they must use, so that the tunnel knows when it waits for the user. */
  readonly identities: (ask: Ask) => Identities;
  readonly ask: Ask;
  readonly timers: Timers;
}

/** Creates a transport with ssh2 in this process, through any number of jump hosts, each with its own login and host key check. */
export function createSsh2Transport({ hopChain, hostKeys, identities, ask, timers }: Ssh2TransportOptions): Transport {
  const accepted = new Map<Hop, Buffer>();
  let current: StepTimeout | undefined;
  const askPaused: Ask = (question, signal) => {
    const reply = ask(question, signal);
    return current ? current.pauseFor(reply) : reply;
  };
  const hopIdentities = identities(askPaused);

  const logInToHop = async (
    hop: Hop,
    previous: HopConnection | undefined,
    openHopSocket: OpenHopSocket,
    observer: ConnectObserver,
    outer: AbortSignal,
  ): Promise<Result<HopConnection>> => {
    let auth: AuthHandler | undefined;
    const { limit, expired } = limitSteps(hop, previous?.hop, timers, () => auth);
    const signal = AbortSignal.any([outer, expired]);
    current = limit;
    try {
      observer.onProgress(hop.name, undefined);
      const { logIn } = await import('./log-in.ts'); // loaded at the first login, so that an idle program doesn't load ssh2
      // Before the socket opens, because an error without a listener would be noticed only by the timeout.
      // An agent may ask its user to unlock it, and has its own timeout.
      const listed = await limit.pauseFor(hopIdentities.list(hop, signal, limit.pauseFor));
      const knownKeyTypes = await hostKeys.knownTypes(hop);
      const socket = await openHopSocket(hop, signal);
      if ('code' in socket) return { ok: false, failure: offerSystemSsh(socket, hop) };
      limit.restart();
      const onTrying = (identity: string): void => {
        limit.restart();
        observer.onProgress(hop.name, identity);
      };
      auth = createAuthHandler({ hop, ...listed, signal, onTrying });
      const login = await logIn({
        hop,
        socket,
        verifier: createHostVerifier({
          hop,
          hostKeys,
          ask: askPaused,
          signal,
          earlier: accepted.get(hop),
          onAccepted: (key) => void accepted.set(hop, key),
          onChanged: (key) => observer.onRefusedKey(hop, key),
          onNote: observer.onNote,
        }),
        auth,
        knownKeyTypes,
        limit,
        signal,
      });
      if (!login.ok)
        return outer.aborted
          ? stoppedByUser
          : { ok: false, failure: offerSystemSsh((expired.reason as Failure | undefined) ?? login.failure, hop, auth) };
      const isInstance = hop === hopChain.hops.at(-1); // bytes inside a jump host are counted at the instance
      return ok({
        hop,
        client: login.value,
        socket,
        channels: createChannelOpener(login.value, socket, isInstance ? observer.onBytes : ignoreBytes),
      });
    } catch (error) {
      if (outer.aborted) return stoppedByUser;
      // An expired timeout has its failure as the reason.
      const failure = expired.aborted ? (expired.reason as Failure) : (carriedFailure(error) ?? sshFailure(error, hop));
      return { ok: false, failure: offerSystemSsh(failure, hop, auth) };
    } finally {
      limit.end();
    }
  };

  const connect = async (observer: ConnectObserver, signal: AbortSignal): Promise<Result<Session>> => {
    const connections: HopConnection[] = [];
    const tcp: { socket: Socket | undefined } = { socket: undefined };
    for (const hop of hopChain.hops) {
      const previous = connections.at(-1);
      const openHopSocket: OpenHopSocket = previous
        ? (next, within) => openThroughHop(previous, next, within)
        : async (next, within) => (tcp.socket = await openSocket(next, within));
      const connection = await logInToHop(hop, previous, openHopSocket, observer, signal);
      if (!connection.ok) {
        tcp.socket?.destroy();
        return connection;
      }
      connections.push(connection.value);
    }
    if (!tcp.socket) throw new TypeError('a hop chain has a hop');
    return ok(createLiveSession({ tcp: tcp.socket, connections }, timers));
  };

  return { connect };
}

/** Creates a timeout for each step of a login, and its signal. After a secret was sent, a silence counts as a rejection. */
function limitSteps(
  hop: Hop,
  via: Hop | undefined,
  timers: Timers,
  auth: () => AuthHandler | undefined,
): { readonly limit: StepTimeout; readonly expired: AbortSignal } {
  const expiry = new AbortController();
  const hasSentSecret = (): boolean => auth()?.hasSentSecret() === true;
  const limit = createStepTimeout(
    () => stepLimitMs(hop.connectTimeoutMs, hasSentSecret()),
    timers,
    // Another attempt would send the secret again.
    () => expiry.abort(hasSentSecret() ? failureOf('sign-in-unanswered', { hop: hop.name, login: hop.login }) : timeoutFailure(hop, via)),
  );
  return { limit, expired: expiry.signal };
}

const ignoreBytes = (): void => undefined;

type OpenHopSocket = (hop: Hop, signal: AbortSignal) => Promise<Duplex | Failure>;

async function openThroughHop(previous: HopConnection, hop: Hop, signal: AbortSignal): Promise<Duplex | Failure> {
  const opened = await previous.channels.open({ host: hop.host, port: hop.port }, signal);
  return opened instanceof Error ? jumpFailure(opened, previous.hop, hop) : opened;
}

const unreachedCodes: ReadonlySet<FailureCode> = new Set(['name-not-found', 'connection-refused', 'unreachable', 'connect-timeout']);

/** Marks a failure that the system's ssh may not have, so that the user can choose it, or on Windows learns what to do without it. */
export function offerSystemSsh(
  failure: Failure,
  hop: Pick<Hop, 'name' | 'hasProxyCommand'>,
  auth?: Pick<AuthHandler, 'systemSshNotes'>,
  platform = process.platform,
): Failure {
  const notes =
    failure.reason === 'no-common-algorithm'
      ? []
      : hop.hasProxyCommand === true && unreachedCodes.has(failure.code)
        ? [reachText.needsCommand(hop.name)]
        : failure.code === 'ssh-auth' || failure.code === 'login-given-up'
          ? auth?.systemSshNotes()
          : undefined;
  const isWindows = platform === 'win32';
  if (notes === undefined || (isWindows && failure.reason === 'no-common-algorithm')) return failure;
  return { ...failureOf(isWindows ? 'needs-system-ssh-on-windows' : 'needs-system-ssh', { cause: failure, notes }), code: failure.code };
}

/** A logged-in SSH client for one hop. */
interface HopConnection {
  readonly hop: Hop;
  readonly client: Client;
  /** The client's transport. */
  readonly socket: Duplex;
  readonly channels: ChannelOpener;
}

/** The connections of all hops. */
interface ConnectionChain {
  /** The TCP connection to the first hop. All others run inside it. */
  readonly tcp: Socket;
  /** In the order of the hops. */
  readonly connections: readonly HopConnection[];
}

const closeTimeoutMs = 1000;

/** Creates a session from a chain whose last connection is the instance's. */
function createLiveSession(chain: ConnectionChain, timers: Timers): Session {
  const last = chain.connections.at(-1);
  if (!last) throw new TypeError('a chain has a link');
  const { hop, client, socket, channels } = last;
  let lost: Failure | undefined;
  let isClosed = false;
  let receivedBytes = 0;
  let lostListener: ((failure: Failure) => void) | undefined;
  socket.on('data', (chunk: Buffer) => void (receivedBytes += chunk.length));

  const lose = (failure: Failure): void => {
    if (lost || isClosed) return;
    lost = failure;
    // Must come before ssh2 ends its channels, because it ends them cleanly.
    channels.destroyAll(() => new FailureError(failure));
    chain.tcp.destroy();
    lostListener?.(failure);
  };
  for (const link of chain.connections) {
    link.client.on('error', (error) => lose(lostFailure(link.hop, errorMessage(error))));
    link.client.on('end', () => lose(lostFailure(link.hop, lossDetails.hungUp)));
    link.client.on('close', () => lose(lostFailure(link.hop, lossDetails.cut)));
  }
  if (chain.tcp.destroyed) lose(lostFailure(hop, lossDetails.cut));

  return {
    open: async (target: DialTarget, signal: AbortSignal): Promise<Result<Duplex>> => {
      const opened = await channels.open(target, signal);
      if (lost || isClosed) {
        if (!(opened instanceof Error)) opened.destroy();
        return { ok: false, failure: lost ?? lostFailure(hop, lossDetails.closed) };
      }
      return opened instanceof Error ? { ok: false, failure: openFailure(opened, hop, target) } : ok(opened);
    },
    ping: (limitMs) =>
      new Promise<PingResult>((resolve) => {
        if (lost || isClosed) return resolve({ kind: 'silent' });
        const before = receivedBytes;
        const sentAt = performance.now();
        const cancel = timers.after(limitMs, () => resolve({ kind: receivedBytes > before ? 'busy' : 'silent' }));
        ping(client, (isAlive) => {
          cancel();
          resolve(isAlive ? { kind: 'answered', ms: performance.now() - sentAt } : { kind: 'silent' });
        });
      }),
    onLost: (listener) => {
      lostListener = listener;
      if (lost) listener(lost);
    },
    close: () => {
      if (lost || isClosed) return;
      isClosed = true;
      channels.destroyAll(() => new FailureError(lostFailure(hop, lossDetails.closed)));
      for (const link of chain.connections.toReversed()) link.client.end();
      // A dead peer gets a moment to respond.
      const cancel = timers.after(closeTimeoutMs, () => chain.tcp.destroy());
      chain.tcp.once('close', cancel);
      chain.tcp.destroySoon();
    },
  };
}
