import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ok, stoppedByUser, type Failure, type Result } from '../../../contract/failure.ts';
import { carriedFailure } from '../../shared/failure-error.ts';
import type { Ask, Hop, HostKeys, Identities, HopChain } from '../types.ts';
import type { Timers } from '../timers.ts';
import type { ConnectWatch, Session, Transport } from '../transport.ts';
import { createAuthHandler } from './auth-handler.ts';
import { createChannelOpener } from './channel-opener.ts';
import { createHostVerifier } from './host-verifier.ts';
import { createLiveSession, type Link } from './live-session.ts';
import { jumpFailure, sshFailure, tooSlow } from './ssh-failure.ts';
import { createStepTimeout, type StepTimeout } from './step-timeout.ts';
import { openSocket } from './tcp-socket.ts';

export interface Ssh2TransportOptions {
  readonly road: HopChain;
  readonly hostKeys: HostKeys;
  /** Given the `ask` they must use, so that the tunnel knows when the user is waited for. */
  readonly identities: (ask: Ask) => Identities;
  readonly ask: Ask;
  readonly timers: Timers;
}

/** SSH in this process, through any number of jump hosts, each with its own login and host-key check. */
export function createSsh2Transport({ road, hostKeys, identities, ask, timers }: Ssh2TransportOptions): Transport {
  const accepted = new Map<Hop, Buffer>();
  let current: StepTimeout | undefined;
  const patiently: Ask = (question, signal) => {
    const reply = ask(question, signal);
    return current ? current.hold(reply) : reply;
  };
  const known = identities(patiently);

  const enter = async (hop: Hop, before: Link | undefined, way: Way, watch: ConnectWatch, outer: AbortSignal): Promise<Result<Link>> => {
    const { limit, expired } = limitSteps(hop, before?.hop, timers);
    const signal = AbortSignal.any([outer, expired]);
    current = limit;
    try {
      watch.onTrying(hop.name, undefined);
      const { logIn } = await import('./log-in.ts'); // at the first login: an idle program does without ssh2
      // Before the socket: one that breaks while nobody listens would be noticed only by the limit.
      const listed = await known.list(hop, signal);
      const knownKeyTypes = await hostKeys.knownTypes(hop);
      const hasSystemSsh = (await watch.takeOver?.isPossible()) === true;
      const socket = await way(hop, signal);
      if ('code' in socket) return { ok: false, failure: socket };
      limit.restart();
      const onTrying = (identity: string): void => {
        limit.restart();
        watch.onTrying(hop.name, identity);
      };
      const entered = await logIn({
        hop,
        socket,
        verifier: createHostVerifier({
          hop,
          hostKeys,
          ask: patiently,
          signal,
          earlier: accepted.get(hop),
          onAccepted: (key) => void accepted.set(hop, key),
          onChanged: (key) => watch.onRefusedKey(hop, key),
          onNote: watch.onNote,
        }),
        auth: createAuthHandler({ hop, ...listed, takeOver: watch.takeOver, signal, onTrying }),
        knownKeyTypes,
        hasSystemSsh,
        limit,
        signal,
      });
      if (!entered.ok && entered.failure.code === 'ssh-handshake') watch.takeOver?.request(entered.failure.message.replace(/\.$/, ''));
      if (!entered.ok)
        return { ok: false, failure: outer.aborted ? stoppedByUser.failure : ((expired.reason as Failure | undefined) ?? entered.failure) };
      const isInstance = hop === road.hops.at(-1); // what runs inside a jump is counted at its end
      return ok({
        hop,
        client: entered.value,
        socket,
        channels: createChannelOpener(entered.value, socket, isInstance ? watch.onBytes : uncounted),
      });
    } catch (error) {
      if (outer.aborted) return stoppedByUser;
      // The reason of an expired limit is its failure.
      return { ok: false, failure: expired.aborted ? (expired.reason as Failure) : (carriedFailure(error) ?? sshFailure(error, hop)) };
    } finally {
      limit.end();
    }
  };

  const connect = async (watch: ConnectWatch, signal: AbortSignal): Promise<Result<Session>> => {
    const links: Link[] = [];
    const tcp: { socket: Socket | undefined } = { socket: undefined };
    for (const hop of road.hops) {
      const before = links.at(-1);
      const way: Way = before
        ? (next, within) => throughHop(before, next, within)
        : async (next, within) => (tcp.socket = await openSocket(next, within));
      const link = await enter(hop, before, way, watch, signal);
      if (!link.ok) {
        tcp.socket?.destroy();
        return link;
      }
      links.push(link.value);
    }
    if (!tcp.socket) throw new TypeError('a road has a hop');
    return ok(createLiveSession({ tcp: tcp.socket, links }, timers));
  };

  return { connect };
}

/** A limit on each step of a login, as a signal. */
function limitSteps(hop: Hop, via: Hop | undefined, timers: Timers): { readonly limit: StepTimeout; readonly expired: AbortSignal } {
  const expiry = new AbortController();
  return { limit: createStepTimeout(hop.connectTimeoutMs, timers, () => expiry.abort(tooSlow(hop, via))), expired: expiry.signal };
}

const uncounted = (): void => undefined;

type Way = (hop: Hop, signal: AbortSignal) => Promise<Duplex | Failure>;

async function throughHop(before: Link, hop: Hop, signal: AbortSignal): Promise<Duplex | Failure> {
  const opened = await before.channels.open({ host: hop.host, port: hop.port }, signal);
  return opened instanceof Error ? jumpFailure(opened, before.hop, hop) : opened;
}
