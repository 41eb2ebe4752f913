import { failure } from '../../contract/failures/fail.ts';
import { type DialTarget, type Dial, FailureError } from '../shared/dial.ts';
import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { errorMessage } from '../shared/node-error.ts';
import type { SecureConnectOptions } from './secure-connect.ts';
import { createSystemProxyDial, type ResolveProxy } from './system-proxy.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The route to the service. */
export type Route =
  | { readonly kind: 'straight' }
  /**
   * Uses the environment's HTTPS_PROXY. Without one, asks for the proxy of the system's settings, because a desktop start lacks the
   * environment of a terminal. `isOurs` detects our own local API, which would loop.
   */
  | {
      readonly kind: 'environment';
      readonly environment: Environment;
      readonly isOurs?: (proxy: DialTarget) => boolean;
      readonly resolveProxy?: ResolveProxy | undefined;
    }
  /**
   * Uses a socket of the tunnel, which has its own timeout. `target` is the inference server as seen from the instance. `outdated` is
   * aborted when an earlier dial may be dead.
   */
  | { readonly kind: 'dial'; readonly dial: Dial; readonly target?: DialTarget; readonly outdated?: () => AbortSignal };

/** Returns how to reach the service over the route. */
export function chooseDial(
  route: Route,
  service: DialTarget,
  tlsContext: tls.SecureContext,
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
      const proxy = environmentProxy(route.environment, service) ?? null;
      const dialOver = (named: string | null): Dial =>
        named === null || isOwnLocalApiProxy(route, named) ? tcpDial : createHttpProxyDial(named, tlsContext);
      const asksSystem = route.resolveProxy && proxy === null && !isExempt(route.environment, service);
      return { dial: asksSystem ? createSystemProxyDial(route.resolveProxy, dialOver) : dialOver(proxy), target: service };
    }
  }
}

function isOwnLocalApiProxy(route: Extract<Route, { kind: 'environment' }>, proxy: string): boolean {
  const url = parseProxy(proxy);
  if (!url || !route.isOurs) return false;
  return route.isOurs({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) });
}

/** How long an address may take if there are others. Node's 250 ms are too short for a distant server. */
const attemptMs = 1000;
/**
 * How long a connection is silent before the system probes it. A relayed stream and a CONNECT tunnel have no other limit. Shorter than the
 * four minutes after which networks forget a silent connection. Not much shorter, because Node gives up after ten probes, one per second,
 * so that an outage at that moment ends the answer.
 */
const keepAliveMs = 200_000;

/** Dials TCP directly. Tries the addresses of a name one after the other. */
export const tcpDial: Dial = (target, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    // Node's own `signal` would stay active and destroy a connection in use after its timeout.
    const socket = net.connect({
      host: target.host,
      port: target.port,
      noDelay: true,
      autoSelectFamilyAttemptTimeout: attemptMs,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    });
    const onAbort = (): void => {
      socket.destroy();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (error) => {
      signal.removeEventListener('abort', onAbort);
      reject(error);
    });
    socket.once('connect', () => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });

/**
 * Returns the environment's HTTP proxy for an https target by curl's rules: lower case first, then HTTPS_PROXY, then ALL_PROXY, unless
 * NO_PROXY exempts the host.
 */
export function environmentProxy(environment: Environment, target: DialTarget): string | undefined {
  const named = environment['https_proxy'] || environment['HTTPS_PROXY'] || environment['all_proxy'] || environment['ALL_PROXY'];
  const proxy = named?.trim();
  return proxy && !isExempt(environment, target) ? proxy : undefined;
}

/** Parses a proxy address. Like curl, takes a bare `host:port` as http. */
export function parseProxy(proxy: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname ? url : undefined;
}

function isExempt(environment: Environment, target: DialTarget): boolean {
  const host = target.host.toLowerCase();
  return (environment['no_proxy'] || environment['NO_PROXY'] || '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      // an IPv6 address without brackets has no port and is the whole entry
      const match = /^(?:\[(?<v6>[^\]]+)\]|(?<name>[^:]+))(?::(?<port>\d+))?$/.exec(entry);
      const port = match?.groups?.['port'];
      if (port !== undefined && Number(port) !== target.port) return false;
      const name = (match?.groups?.['v6'] ?? match?.groups?.['name'] ?? entry).replace(/^\*?\./, '');
      return host === name || host.endsWith(`.${name}`);
    });
}

/** Creates a dial through an HTTP proxy with CONNECT. Not undici's ProxyAgent, so that all routes share TLS, timeouts and failures. */
export function createHttpProxyDial(proxy: string, tlsContext: tls.SecureContext): Dial {
  const url = parseProxy(proxy);
  return (target, signal) =>
    new Promise((resolve, reject) => {
      if (!url) {
        reject(new FailureError(failure('http-proxy-invalid')));
        return;
      }
      const request = connectRequest(url, target, tlsContext, signal);
      request.once('connect', (response, socket: Duplex, head: Buffer) => {
        if (socket instanceof net.Socket) socket.setKeepAlive(true, keepAliveMs); // as a dialled one
        if (response.statusCode !== 200) {
          const status = response.statusCode ?? 0;
          socket.destroy();
          reject(
            new FailureError(
              status === 407
                ? failure('http-proxy-password-required')
                : failure('http-proxy-refused', { proxy: url.host, host: target.host, status }),
            ),
          );
          return;
        }
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      request.once('response', (response) => {
        response.resume();
        request.destroy();
        reject(new FailureError(failure('not-an-http-proxy', { proxy: url.host })));
      });
      request.once('error', (error) => {
        const unreachable = failure('http-proxy-unreachable', { proxy: url.host, detail: errorMessage(error) });
        reject(signal.aborted ? error : new FailureError(unreachable));
      });
      request.end();
    });
}

function connectRequest(url: URL, target: DialTarget, tlsContext: tls.SecureContext, signal: AbortSignal): http.ClientRequest {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const authority = `${host}:${target.port}`;
  const proxy = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
  const tlsOptions = {
    ...proxy,
    ...(net.isIP(proxy.host) === 0 ? { servername: proxy.host } : {}),
    secureContext: tlsContext,
    rejectUnauthorized: true,
  };
  return http.request({
    ...proxy,
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal,
    headers: { host: authority, ...authorization(url) },
    ...(url.protocol === 'https:' ? { createConnection: () => tls.connect(tlsOptions) } : {}),
  });
}

function authorization(url: URL): Readonly<Record<string, string>> {
  if (url.username === '') return {};
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
