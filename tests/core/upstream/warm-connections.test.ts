import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createAuthority } from '../../../electron/core/demo/certificates/authority.ts';
import {
  createWarmConnections,
  type WarmConnections,
  type WarmConnectionsLimits,
} from '../../../electron/core/upstream/warm-connections.ts';
import { systemClock } from '../../../electron/core/shared/clock.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { must } from '../../support/must.ts';
import { readBytes } from '../../support/read-until.ts';

/** Starts a TLS server and warm connections to it. */
async function startWarm(limits: Partial<WarmConnectionsLimits> = {}) {
  const authority = createAuthority(systemClock);
  const accepted: TLSSocket[] = [];
  const server = createServer(authority.issue(), (socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const set = { wanted: 2, opened: 0, isBroken: false };
  const spares: WarmConnections = createWarmConnections({
    wanted: () => set.wanted,
    limits: { refillMs: 0, ...limits },
    open: async () => {
      set.opened += 1;
      if (set.isBroken) throw new Error('no way');
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: authority.pem });
      await once(socket, 'secureConnect');
      return socket;
    },
  });
  onTestFinished(() => {
    spares.dispose();
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  return { spares, accepted, set };
}

/** Waits for a ready connection. */
function takeReady(spares: WarmConnections): Promise<TLSSocket> {
  return vi.waitFor(() => {
    const socket = spares.take();
    if (!socket) throw new Error('none is ready');
    return socket;
  }, waitOptions);
}

test('carries bytes both ways on a warm connection like on a new one (catches a reader left behind)', async () => {
  const { spares, accepted } = await startWarm();
  spares.topUp();
  await vi.waitFor(() => expect(accepted).toHaveLength(2), waitOptions);
  const socket = await takeReady(spares);
  onTestFinished(() => void socket.destroy());
  accepted.find((each) => each.remotePort === socket.localPort)?.write('hello');
  expect(await readBytes(socket, 5)).toBe('hello');
  expect(socket.listenerCount('readable') + socket.listenerCount('close')).toBeLessThanOrEqual(2); // only TLS's own
});

test('never hands out a connection that the server has closed', async () => {
  const { spares, accepted, set } = await startWarm();
  set.wanted = 1;
  spares.topUp();
  await vi.waitFor(() => expect(accepted).toHaveLength(1), waitOptions);
  const closed = once(accepted[0] as TLSSocket, 'close'); // after the other side has closed, too
  accepted[0]?.end();
  await closed;
  expect(spares.take()).toBeUndefined();
});

test('opens no more than wanted, none while the route is closed, and none after dispose', async () => {
  const { spares, accepted, set } = await startWarm();
  set.wanted = 0;
  spares.topUp();
  set.wanted = 2;
  for (let count = 0; count < 10; count += 1) spares.topUp();
  await vi.waitFor(() => expect(accepted).toHaveLength(2), waitOptions);
  spares.topUp();
  await takeReady(spares).then((socket) => socket.destroy());
  spares.topUp();
  await vi.waitFor(() => expect(accepted).toHaveLength(3), waitOptions);
  expect(set.opened).toBe(3);
  spares.dispose();
  expect(spares.take()).toBeUndefined();
  await vi.waitFor(() => expect(accepted.every((socket) => socket.destroyed)).toBe(true), waitOptions);
});

test('replaces an old connection before the server closes it', async () => {
  const { spares, accepted, set } = await startWarm({ maxAgeMs: 20 });
  set.wanted = 1;
  spares.topUp();
  await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(2), waitOptions);
  await vi.waitFor(() => expect(accepted.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(1), waitOptions);
});

test('sends a request over a warm connection and replaces it', async () => {
  const authority = createAuthority(systemClock);
  let connections = 0;
  const server = createHttpsServer(authority.issue(), (_request, response) => void response.end(String(connections)));
  server.on('secureConnection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const route = { kind: 'straight' } as const;
  const upstream = createUpstream({ origin: `https://localhost:${port}`, route, authorities: [authority.pem], warmCount: () => 2 });
  onTestFinished(async () => {
    await upstream.dispose();
    server.closeAllConnections();
    server.close();
  });
  upstream.warm();
  await vi.waitFor(() => expect(connections).toBe(2), waitOptions);
  const answer = must(await upstream.request({ method: 'GET', path: '/', signal: new AbortController().signal }));
  expect(await text(answer.body)).toBe('2');
  upstream.warm();
  await vi.waitFor(() => expect(connections).toBe(3), waitOptions);
});
