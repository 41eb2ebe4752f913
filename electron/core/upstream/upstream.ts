import type { Pool } from 'undici';
import { failed, ok, stoppedByUser, type Result } from '../../contract/failure.ts';
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

/** How bytes leave this computer. */
export type Route =
  | { readonly kind: 'straight' }
  /** As the environment's HTTPS_PROXY says; `isOurs` tells an address of our own agent, which would be a circle. */
  | { readonly kind: 'environment'; readonly environment: Environment; readonly isOurs?: (proxy: DialTarget) => boolean }
  /**
   * Over a socket someone else opens, within limits of its own: the tunnel. `target` is the inference server as the instance knows it;
   * `outdated` is aborted when what was dialled before may lead nowhere any more.
   */
  | { readonly kind: 'dial'; readonly dial: Dial; readonly target?: DialTarget; readonly outdated?: () => AbortSignal };

export interface UpstreamOptions {
  /** Scheme, host and port of the service; nothing else is ever reached. */
  readonly origin: string;
  readonly route: Route;
  /** PEM certificates to trust besides the system's. */
  readonly authorities?: readonly string[];
  /** Trusts `authorities` alone. */
  readonly isOnlyAuthorities?: boolean;
  /** Until a connection is dialled and secured; read for each. */
  readonly connectMs?: () => number;
  /** Whom to trust, where several upstreams trust the same: it holds some 300 certificates. Left out: made of the two above. */
  readonly tlsContext?: () => ReturnType<typeof createTlsContext>;
  /** Shared by upstreams that follow each other on the same way; left out: its own. */
  readonly sessions?: TlsSessions;
  /** How many idle connections to hold ready now, so that the next request need not wait for one. Left out: none. */
  readonly warmCount?: () => number;
}

/** One way to one service: a pool of verified connections. Redirects are never followed. */
export interface Upstream {
  /** The name failures speak of. */
  readonly host: string;
  readonly request: (request: UpstreamRequest) => Promise<Result<UpstreamResponse>>;
  /** Opens a connection as a request would and closes it: the bare one, or with TLS and all that is verified there. */
  readonly probe: (depth: 'dialled' | 'secured', signal: AbortSignal) => Promise<Result<undefined>>;
  /** Breaks whatever is under way. */
  readonly dispose: () => Promise<void>;
}

/** An upstream that owns its connections. */
export interface PooledUpstream extends Upstream {
  /** The way is open now: what is to be held ready can be opened. */
  readonly warm: () => void;
  /** Closes what is idle, holds nothing ready any more, and lets what is under way end. */
  readonly finish: () => void;
}

const defaultConnectMs = 15_000;

/** Opens a way; no connection is made before the first request. */
export function createUpstream(options: UpstreamOptions): PooledUpstream {
  const { protocol, host, hostname, port, origin } = new URL(options.origin);
  if (protocol !== 'https:') throw new TypeError('an upstream is https'); // addresses.ts has refused it before
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
  const poolOptions: Pool.Options = {
    pipelining: 1,
    connect: (_options, settle) => {
      const socket = warm.take();
      if (socket) {
        queueMicrotask(() => settle(null, socket)); // undici expects it later, never at once
        return;
      }
      connect().then(
        (socket) => settle(null, socket),
        (error: unknown) => settle(error instanceof Error ? error : new Error(String(error)), null),
      );
    },
  };
  let pool: Promise<RequestPool> | undefined;
  // loaded at the first request: undici takes a tenth of the memory of an idle program
  const openPool = (): Promise<RequestPool> => (pool ??= import('./send.ts').then(({ createPool }) => createPool(origin, poolOptions)));
  const sendRequest = async (request: UpstreamRequest): Promise<UpstreamResponse> => {
    const { send } = await openPool();
    request.signal.throwIfAborted(); // while it was loaded
    return send(request);
  };

  const toResult = async <T>(work: Promise<T>, signal: AbortSignal): Promise<Result<T>> => {
    try {
      return ok(await work);
    } catch (error) {
      if (signal.aborted) return stoppedByUser;
      if (closing.signal.aborted) return failed('cancelled', 'This connection was closed.', 'Ask again.');
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
      void pool?.then(({ finish }) => setImmediate(finish)); // a request may be on its way into the pool
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
      if (proxy === undefined || isOwnAgentProxy(route, proxy)) return { dial: tcpDial, target: service };
      return { dial: createHttpProxyDial(proxy, tlsContext), target: service };
    }
  }
}

function isOwnAgentProxy(route: Extract<Route, { kind: 'environment' }>, proxy: string): boolean {
  const url = parseProxy(proxy);
  if (!url || !route.isOurs) return false;
  return route.isOurs({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) });
}
