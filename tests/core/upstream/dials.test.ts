import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Dial, DialTarget } from '../../../electron/core/shared/dial.ts';
import { createHttpProxyDial, tcpDial } from '../../../electron/core/upstream/dials.ts';

async function listen(server: net.Server): Promise<DialTarget> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

function echoServer(): Promise<DialTarget> {
  return listen(net.createServer((socket) => void socket.pipe(socket)));
}

async function proxyDial(): Promise<Dial> {
  const proxy = http.createServer();
  proxy.on('connect', (request, client: net.Socket) => {
    const [host, port] = (request.url ?? '').split(':');
    const remote = net.connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(remote).pipe(client);
    });
    for (const socket of [client, remote]) socket.on('error', () => void client.destroy());
  });
  const { port } = await listen(proxy);
  return createHttpProxyDial(`http://127.0.0.1:${port}`, tls.createSecureContext());
}

const dials = [
  ['straight', async () => tcpDial],
  ['through a proxy', proxyDial],
] as const;

test.each(dials)('keeps a connection %s open beyond the timeout it was opened under', async (_name, dialOf) => {
  const limit = new AbortController();
  const dial = await dialOf();
  const connection = await dial(await echoServer(), limit.signal);
  onTestFinished(() => void connection.destroy());
  let trouble: unknown;
  connection.on('error', (error) => (trouble = error));
  limit.abort(new Error('too late'));
  connection.write('hello');
  await Promise.race([once(connection, 'data'), once(connection, 'close')]);
  expect(trouble).toBeUndefined();
  expect(connection.destroyed).toBe(false);
});

test('leaves no socket after a timeout before or while connecting', async () => {
  const server = net.createServer((socket) => void socket.pipe(socket));
  const target = await listen(server);
  const reason = new Error('too late');
  await expect(tcpDial(target, AbortSignal.abort(reason))).rejects.toBe(reason);
  const limit = new AbortController();
  const dialled = tcpDial(target, limit.signal);
  limit.abort(reason);
  await expect(dialled).rejects.toBe(reason);

  const last = await tcpDial(target, new AbortController().signal); // accepted after the others, if there are any
  onTestFinished(() => void last.destroy());
  last.write('hello');
  await once(last, 'data');
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(1);
});

/** Returns in how many seconds Linux probes a silent connection, or undefined if it doesn't now. */
async function probeDelay(socket: net.Socket): Promise<number | undefined> {
  // by both ends, because connections to different addresses may share a local port
  const [local, remote] = [socket.localPort, socket.remotePort].map((port = 0) => `:${port.toString(16).toUpperCase().padStart(4, '0')}`);
  const rows = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((row) => row.trim().split(/\s+/));
  const timer = rows.find((row) => row[1]?.endsWith(local ?? '') && row[2]?.endsWith(remote ?? ''))?.[5]?.split(':');
  return timer?.[0] === '02' ? Number.parseInt(timer[1] ?? '', 16) / 100 : undefined;
}

// catches an answer that a short outage ends, and a silent connection that networks have forgotten after four minutes
test.runIf(process.platform === 'linux').each(dials)(
  'probes a connection %s after three to four minutes of silence',
  async (_name, dialOf) => {
    const dial = await dialOf();
    const connection = await dial(await echoServer(), new AbortController().signal);
    onTestFinished(() => void connection.destroy());
    if (!(connection instanceof net.Socket)) throw new Error('not a socket');
    await expect.poll(() => probeDelay(connection)).toBeGreaterThan(180);
    expect(await probeDelay(connection)).toBeLessThan(240);
  },
);
