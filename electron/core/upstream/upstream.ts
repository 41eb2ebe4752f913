import type { buildConnector } from 'undici';
import { ok, type Result } from '../../contract/failure.ts';
import { fail, stoppedByUser } from '../../contract/failures/fail.ts';
import { createTlsContext } from './certificate-authorities.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import { tcpDial } from './tcp-dial.ts';
import { environmentProxy, parseProxy, type Environment, createHttpProxyDial } from './http-proxy.ts';
import { networkFailure } from './network-failure.ts';
import { dialWithin, secureConnect, type SecureConnectOptions, type TlsSessions } from './secure-connect.ts';
import type { RequestPool, UpstreamRequest, UpstreamResponse } from './send.ts';
import { createWarmConnections } from './warm-connections.ts';

export { createTlsContext, readAuthorities } from './certificate-authorities.ts';
export { tcpDial } from './tcp-dial.ts';
export type { Environment } from './http-proxy.ts';
export type { Dial, DialTarget } from '../shared/dial.ts';
export { FailureError } from '../shared/failure-error.ts';
export { networkFailure } from './network-failure.ts';
export type { TlsSessions } from './secure-connect.ts';
export type { UpstreamRequest, UpstreamResponse } from './send.ts';

/** Returns whether a request can be sent again, which a streamed body can't. */
export function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}

/** The route to the service. */
export type Route =
  | { readonly kind: 'straight' }
  /** Uses the environment's HTTPS_PROXY. `isOurs` detects our own local API, which would loop. */
  | { readonly kind: 'environment'; readonly environment: Environment; readonly isOurs?: (proxy: DialTarget) => boolean }
  /**
   * Uses a socket of the tunnel, which has its own timeout. `target` is the inference server as seen from the instance. `outdated` is
   * aborted when an earlier dial may be dead.
   */
  | { readonly kind: 'dial'; readonly dial: Dial; readonly target?: DialTarget; readonly outdated?: () => AbortSignal };

export interface UpstreamOptions {
  /** Scheme, host and port of the service. Nothing else is ever contacted. */
  readonly origin: string;
  readonly route: Route;
  /** PEM certificates to trust besides the system's. */
  readonly authorities?: readonly string[];
  /** Trusts `authorities` only. */
  readonly isOnlyAuthorities?: boolean;
  /** Timeout for dialling and TLS, read for each connection. */
  readonly connectMs?: () => number;
  /** A TLS context shared by several upstreams, because it holds some 300 certificates. Defaults to one of the options above. */
  readonly tlsContext?: () => ReturnType<typeof createTlsContext>;
  /** Shared by successive upstreams of the same route. Defaults to its own. */
  readonly sessions?: TlsSessions;
  /** How many warm connections to hold. Defaults to none. */
  readonly warmCount?: () => number;
}

/** A pool of verified connections to one service. Redirects are never followed. */
export interface Upstream {
  /** The host named in failures. */
  readonly host: string;
  readonly request: (request: UpstreamRequest) => Promise<Result<UpstreamResponse>>;
  /** Opens a connection like a request and closes it: TCP only, or with TLS and verification. */
  readonly probe: (depth: 'dialled' | 'secured', signal: AbortSignal) => Promise<Result<undefined>>;
  /** Aborts running requests. */
  readonly dispose: () => Promise<void>;
}

/** An upstream that owns its connections. */
export interface PooledUpstream extends Upstream {
  /** Opens warm connections, because the route is available now. */
  readonly warm: () => void;
  /** Closes idle and warm connections and lets running requests end. */
  readonly finish: () => void;
}

const defaultConnectMs = 15_000;

/** Creates an upstream. No connection is made before the first request. */
export function createUpstream(options: UpstreamOptions): PooledUpstream {
  const { protocol, host, hostname, port, origin } = new URL(options.origin);
  if (protocol !== 'https:') throw new TypeError('an upstream is https'); // addresses.ts has rejected others
  const serverName = hostname.replace(/^\[|\]$/g, '');
  const service: DialTarget = { host: serverName, port: port === '' ? 443 : Number(port) };
  const closing = new AbortController();
  let tlsContext: ReturnType<typeof createTlsContext> | undefined;

  const connectOptions = (): SecureConnectOptions => {
    tlsContext ??= options.tlsContext?.() ?? createTlsContext(options.authorities ?? [], options.isOnlyAuthorities);
    const connectMs = options.connectMs?.() ?? defaultConnectMs;
    return { ...chooseDial(options.route, service, tlsContext), serverName, tlsContext, connectMs, signal: closing.signal };
  };

  const sessions = options.sessions ?? { last: undefined };
  const connect = () => secureConnect({ ...connectOptions(), sessions });
  const warm = createWarmConnections({ open: connect, wanted: options.warmCount ?? (() => 0) });
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
  const sendRequest = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    const { send } = await openPool();
    request.signal.throwIfAborted(); // aborted while loading
    return send(request);
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

  return {
    host,
    request: async (request) => {
      if (request.signal.aborted) return stoppedByUser;
      warm.topUp();
      return toResult(sendRequest(request), request.signal);
    },
    probe: async (depth, signal) => {
      const bounded = { ...connectOptions(), signal: AbortSignal.any([signal, closing.signal]) };
      const probed = await toResult(depth === 'secured' ? secureConnect(bounded) : dialWithin(bounded), signal);
      if (!probed.ok) return probed;
      probed.value.on('error', () => undefined).destroy();
      return ok(undefined);
    },
    warm: warm.topUp,
    finish: () => {
      warm.dispose();
      void pool?.then(({ finish }) => setImmediate(finish)); // a request may be entering the pool
    },
    dispose: async () => {
      closing.abort(new Error('disposed'));
      warm.dispose();
      await (await pool)?.destroy();
    },
  };
}

function chooseDial(
  route: Route,
  service: DialTarget,
  tlsContext: ReturnType<typeof createTlsContext>,
): Pick<SecureConnectOptions, 'dial' | 'target' | 'isDialBounded' | 'outdated'> {
  switch (route.kind) {
    case 'straight':
      return { dial: tcpDial, target: service };
    case 'dial':
      return {
        dial: route.dial,
        target: route.target ?? service,
        isDialBounded: true,
        ...(route.outdated ? { outdated: route.outdated } : {}),
      };
    case 'environment': {
      const proxy = environmentProxy(route.environment, service);
      if (proxy === undefined || isOwnLocalApiProxy(route, proxy)) return { dial: tcpDial, target: service };
      return { dial: createHttpProxyDial(proxy, tlsContext), target: service };
    }
  }
}

function isOwnLocalApiProxy(route: Extract<Route, { kind: 'environment' }>, proxy: string): boolean {
  const url = parseProxy(proxy);
  if (!url || !route.isOurs) return false;
  return route.isOurs({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) });
}
