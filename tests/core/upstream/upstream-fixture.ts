import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createUpstream, type PooledUpstream, type Upstream, type UpstreamOptions } from '../../../electron/core/upstream/upstream.ts';
import { listen, type TestServer } from '../../support/https-server.ts';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** Creates an upstream for this test that trusts the server. */
export function upstreamTo(server: TestServer, options: Partial<UpstreamOptions> = {}): PooledUpstream {
  const upstream = createUpstream({ origin: server.origin, route: { kind: 'straight' }, authorities: [server.authority.pem], ...options });
  onTestFinished(upstream.dispose);
  return upstream;
}

/** Sends a plain request. */
export const get = (upstream: Upstream, signal = never, firstByteMs = 5000) =>
  upstream.request({ method: 'GET', path: '/x?y=1', signal, firstByteMs });

/** Starts a CONNECT proxy that records its targets. */
export async function startProxy(answer: (target: string, authorization: string | undefined) => number) {
  const targets: string[] = [];
  const proxy = http.createServer((_request, response) => response.end('I am a web page'));
  proxy.on('connect', (request, socket: Duplex) => {
    targets.push(request.url ?? '');
    const status = answer(request.url ?? '', request.headers['proxy-authorization']);
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [, port] = (request.url ?? '').split(':');
    const onward = net.connect(Number(port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    onward.pipe(socket).pipe(onward);
    return undefined;
  });
  const port = await listen(proxy);
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://us%40er:p%3Aw@127.0.0.1:${port}`, targets };
}
