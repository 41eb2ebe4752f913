import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { errorMessage } from '../shared/node-error.ts';
import type { Dial, DialTarget } from '../shared/dial.ts';
import { parseProxy } from './environment-proxy.ts';
import { FailureError } from '../shared/failure-error.ts';

const remedy = 'Check HTTPS_PROXY in the environment Causeway was started from, or add the service to NO_PROXY.';

/**
 * Reaches a target through an HTTP proxy with CONNECT. Our own few lines rather than undici's ProxyAgent,
 * so that every way in shares one path for TLS, time limits and failures.
 */
export function createHttpProxyDial(proxy: string, trust: tls.SecureContext): Dial {
  const url = parseProxy(proxy);
  return (target, signal) =>
    new Promise((resolve, reject) => {
      if (!url) {
        reject(refuse('The proxy named by the environment is not an http or https address.'));
        return;
      }
      const request = connectRequest(url, target, trust, signal);
      request.once('connect', (response, socket: Duplex, head: Buffer) => {
        if (response.statusCode !== 200) {
          socket.destroy();
          reject(refuse(`The proxy ${url.host} would not connect to ${target.host}: it answered ${response.statusCode}.`));
          return;
        }
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      request.once('response', (response) => {
        response.resume();
        request.destroy();
        reject(refuse(`What answers at ${url.host} is not a proxy.`));
      });
      request.once('error', (error) => {
        reject(signal.aborted ? error : refuse(`The proxy ${url.host} could not be reached: ${errorMessage(error)}.`));
      });
      request.end();
    });
}

function connectRequest(url: URL, target: DialTarget, trust: tls.SecureContext, signal: AbortSignal): http.ClientRequest {
  const host = target.host.includes(':') ? `[${target.host}]` : target.host;
  const authority = `${host}:${target.port}`;
  const proxy = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)) };
  const secured = {
    ...proxy,
    ...(net.isIP(proxy.host) === 0 ? { servername: proxy.host } : {}),
    secureContext: trust,
    rejectUnauthorized: true,
  };
  return http.request({
    ...proxy,
    method: 'CONNECT',
    path: authority,
    agent: false,
    signal,
    headers: { host: authority, ...authorization(url) },
    ...(url.protocol === 'https:' ? { createConnection: () => tls.connect(secured) } : {}),
  });
}

function authorization(url: URL): Readonly<Record<string, string>> {
  if (url.username === '') return {};
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function refuse(message: string): FailureError {
  return new FailureError({ code: 'http-proxy', message, remedy });
}
