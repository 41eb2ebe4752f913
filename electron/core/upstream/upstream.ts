import type { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { ok, type Result } from '../../contract/failure.ts';
import { abortable } from '../shared/abortable.ts';
import { fail, stoppedByUser } from '../../contract/failures/fail.ts';
import { createTlsContext, dialWithin, secureConnect, type SecureConnectOptions, type TlsSessions } from './secure-connect.ts';
import type { DialTarget } from '../shared/dial.ts';
import { chooseDial, type Route } from './dials.ts';
import { networkFailure } from './network-failure.ts';
import type { RequestPool, UpstreamRequest, UpstreamResponse } from './send.ts';
import { createWarmConnections } from './warm-connections.ts';

export { createTlsContext, readAuthorities } from './secure-connect.ts';
export { tcpDial, type Environment, type Route } from './dials.ts';
export type { ResolveProxy } from './system-proxy.ts';
export type { Dial, DialTarget } from '../shared/dial.ts';
export { FailureError } from '../shared/dial.ts';
export { networkFailure } from './network-failure.ts';
export type { UpstreamRequest, UpstreamResponse } from './send.ts';

export interface UpstreamOptions {
  /** Scheme, host and port of the service. Nothing else is ever contacted. */
  readonly origin: string;
  readonly route: Route;
  /** PEM certificates to trust besides the system's. */
  readonly authorities?: readonly string[];
  /** Timeout for dialling and TLS, read for each connection. */
  readonly connectMs?: () => number;
  /** A TLS context shared by several upstreams, because it holds some 300 certificates. Defaults to one of the options above. */
  readonly tlsContext?: () => ReturnType<typeof createTlsContext>;
  /** How many warm connections to hold. Defaults to none. */
  readonly warmCount?: () => number;
  /**
   * Closes the connections when none was used for this long. Otherwise their open channels would keep the tunnel from ever counting as
   * idle. Defaults to never.
   */
  readonly closeIdleMs?: () => number | undefined;
  /** Called when the last request has ended. */
  readonly onIdle?: () => void;
  /** Called when the service rejects the token. */
  readonly onUnauthorized?: () => void;
}

/** Verified connections to one service. Redirects are never followed. */
export interface Upstream {
  /** The host named in failures. */
  readonly host: string;
  readonly request: (request: UpstreamRequest) => Promise<Result<UpstreamResponse>>;
  /** Opens a connection like a request and closes it: TCP only, or with TLS and verification. */
  readonly probe: (depth: 'dialled' | 'secured', signal: AbortSignal) => Promise<Result<undefined>>;
}

/** An upstream that owns its connections. */
export type PooledUpstream = ReturnType<typeof createUpstream>;

const defaultConnectMs = 15_000;
const unauthorized = 401;
/** The server has not received the whole request, for example because the network was down, and did nothing with it. */
const requestTimeout = 408;

/** Creates an upstream. No connection is made before the first request. */
export function createUpstream(options: UpstreamOptions) {
  const { protocol, host, hostname, port, origin } = new URL(options.origin);
  if (protocol !== 'https:') throw new TypeError('an upstream is https'); // addresses.ts has rejected others
  const serverName = hostname.replace(/^\[|\]$/g, '');
  const service: DialTarget = { host: serverName, port: port === '' ? 443 : Number(port) };
  const closing = new AbortController();
  /** After an outage many requests connect at once, and full handshakes would take long. */
  const sessions: TlsSessions = { last: undefined };
  let tlsContext: ReturnType<typeof createTlsContext> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const connectOptions = async (signal: AbortSignal): Promise<SecureConnectOptions> => {
    tlsContext ??= options.tlsContext?.() ?? createTlsContext(options.authorities ?? []);
    const context = await abortable(tlsContext, signal);
    if (!context) throw signal.reason;
    const connectMs = options.connectMs?.() ?? defaultConnectMs;
    return { ...chooseDial(options.route, service, context), serverName, tlsContext: context, connectMs, signal };
  };

  const generations = new Set<Generation>();
  const openGeneration = (): Generation => {
    const open = async (signal: AbortSignal) => secureConnect({ ...(await connectOptions(signal)), sessions });
    const connections = openConnections(origin, open, options.warmCount);
    const generation = { connections, inFlight: 0 };
    generations.add(generation);
    return generation;
  };
  let current = openGeneration();

  const inFlight = (): number => [...generations].reduce((sum, generation) => sum + generation.inFlight, 0);
  const close = (generation: Generation): Promise<void> => {
    generations.delete(generation);
    return generation.connections.close();
  };
  /** Uses new connections for new requests, because the old ones may use a network that is gone. Running answers keep theirs. */
  const renew = (): void => {
    const previous = current;
    current = openGeneration();
    if (previous.inFlight === 0) void close(previous);
    else previous.connections.finish();
  };
  const release = (generation: Generation): void => {
    generation.inFlight -= 1;
    if (generation.inFlight > 0) return;
    if (generation !== current) void close(generation);
    clearTimeout(idleTimer);
    const closeIdleMs = options.closeIdleMs?.();
    if (closeIdleMs !== undefined) idleTimer = setTimeout(() => inFlight() === 0 && renew(), closeIdleMs).unref();
    options.onIdle?.();
  };

  const toResult = async <T>(work: Promise<T>, signal: AbortSignal): Promise<Result<T>> => {
    try {
      return ok(await work);
    } catch (error) {
      if (signal.aborted) return stoppedByUser;
      if (closing.signal.aborted) return fail('connection-closed');
      return { ok: false, failure: networkFailure(error, host) };
    }
  };
  const send = async (request: UpstreamRequest): Promise<Result<UpstreamResponse>> => {
    if (request.signal.aborted) return stoppedByUser;
    const generation = current;
    generation.inFlight += 1;
    const response = await toResult(generation.connections.send(request), request.signal);
    if (response.ok && !response.value.body.closed) response.value.body.once('close', () => release(generation));
    else release(generation);
    return response;
  };

  return {
    host,
    request: async (request: UpstreamRequest): Promise<Result<UpstreamResponse>> => {
      const response = await send(request);
      if (response.ok && response.value.status === unauthorized) options.onUnauthorized?.();
      if (!response.ok || response.value.status !== requestTimeout || !isRepeatable(request)) return response;
      response.value.body.destroy();
      return send(request);
    },
    probe: async (depth: 'dialled' | 'secured', signal: AbortSignal): Promise<Result<undefined>> => {
      const connect = async () => {
        const bounded = await connectOptions(AbortSignal.any([signal, closing.signal]));
        return depth === 'secured' ? secureConnect(bounded) : dialWithin(bounded);
      };
      const probed = await toResult(connect(), signal);
      if (!probed.ok) return probed;
      probed.value.on('error', () => undefined).destroy();
      return ok(undefined);
    },
    /** Opens warm connections, because the route is available now. */
    warm: () => current.connections.warm(),
    renew,
    /** Returns the number of requests that have not ended, including their bodies. */
    inFlight,
    /** Aborts running requests. */
    dispose: async () => {
      closing.abort(new Error('disposed'));
      clearTimeout(idleTimer);
      await Promise.all([...generations].map(close));
    },
  };
}

/** Connections that are replaced together, and the requests that use them. */
interface Generation {
  readonly connections: ReturnType<typeof openConnections>;
  inFlight: number;
}

function openConnections(origin: string, open: (signal: AbortSignal) => Promise<TLSSocket>, warmCount = () => 0) {
  const closing = new AbortController();
  const connect = () => open(closing.signal);
  const warm = createWarmConnections({ open: connect, wanted: warmCount });
  const connector: buildConnector.connector = (_options, settle) => {
    const socket = warm.take();
    if (socket) {
      queueMicrotask(() => settle(null, socket)); // undici expects the callback asynchronously
      return;
    }
    connect().then(
      (socket) => settle(null, socket),
      (error: unknown) => settle(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
  let pool: Promise<RequestPool> | undefined;
  // loaded at the first request, because undici takes a tenth of an idle program's memory
  const openPool = (): Promise<RequestPool> => (pool ??= import('./send.ts').then(({ createPool }) => createPool(origin, connector)));
  return {
    send: async (request: UpstreamRequest): Promise<UpstreamResponse> => {
      warm.topUp();
      const { send } = await openPool();
      request.signal.throwIfAborted(); // aborted while loading
      return send(request);
    },
    warm: warm.topUp,
    /** Closes idle and warm connections and lets running requests end. */
    finish: () => {
      warm.dispose();
      void pool?.then(({ finish }) => setImmediate(finish)); // a request may be entering the pool
    },
    close: async () => {
      closing.abort(new Error('disposed'));
      warm.dispose();
      await (await pool)?.destroy();
    },
  };
}

/** Returns whether a request can be sent again, which a streamed body can't. */
export function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}
