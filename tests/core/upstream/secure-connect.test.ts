import { once } from 'node:events';
import net from 'node:net';
import { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { secureConnect, createTlsContext } from '../../../electron/core/upstream/secure-connect.ts';
import { createUpstream } from '../../../electron/core/upstream/upstream.ts';
import { startServer } from '../../support/https-server.ts';
import { must } from '../../support/must.ts';

test('breaks only the answer when a channel ends and closes at once, as in a broken SSH session', async () => {
  const server = await startServer((_seen, response) => void response.writeHead(200).write('half'));
  const channels: Duplex[] = [];
  const dial = async (): Promise<Duplex> => {
    const socket = net.connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    const channel = new Duplex({
      autoDestroy: false,
      emitClose: false,
      read: () => undefined,
      write: (bytes: Buffer, _encoding, done) => void socket.write(bytes, () => done()),
    });
    socket.on('data', (bytes) => channel.push(bytes));
    onTestFinished(() => void socket.destroy());
    channels.push(channel);
    return channel;
  };
  const upstream = createUpstream({ origin: server.origin, route: { kind: 'dial', dial }, authorities: [server.authority.pem] });
  onTestFinished(upstream.dispose);
  const result = must(await upstream.request({ method: 'GET', path: '/', signal: new AbortController().signal }));
  const [channel] = channels;
  const closed = Promise.withResolvers<void>();
  channel?.once('end', () => {
    channel.emit('close');
    setImmediate(() => setImmediate(closed.resolve));
  });
  result.body.once('data', () => channel?.push(null));
  await expect(text(result.body)).rejects.toThrow('closed');
  await closed.promise; // a late error of the socket would have been thrown by now
});

// catches a program that is ended by the error of a connection that nobody used yet
test('throws nothing when the raw connection breaks right after the TLS handshake', async () => {
  const server = await startServer((_seen, response) => void response.end('hello'));
  const socket = net.connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  const raw = new Duplex({ read: () => undefined, write: (bytes: Buffer, _encoding, done) => void socket.write(bytes, () => done()) });
  socket.on('data', (bytes) => raw.push(bytes));
  const secured = await secureConnect({
    dial: async () => raw,
    target: { host: '127.0.0.1', port: server.port },
    serverName: new URL(server.origin).hostname,
    tlsContext: await createTlsContext([server.authority.pem]),
    connectMs: 10_000,
    signal: new AbortController().signal,
  });
  const closed = Promise.withResolvers<void>();
  secured.once('close', closed.resolve);
  raw.destroy(new Error('the SSH connection broke'));
  await closed.promise;
  expect(secured.destroyed).toBe(true);
});

test('dials again when the session falls silent before the TLS handshake', async () => {
  const server = await startServer((_seen, response) => void response.end('hello'));
  let outdated = new AbortController();
  let dials = 0;
  const dead: Duplex[] = [];
  const dial = async (): Promise<Duplex> => {
    dials += 1;
    if (dials > 1) {
      const socket = net.connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }
    const silent = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() });
    dead.push(silent);
    return silent;
  };
  const upstream = createUpstream({
    origin: server.origin,
    route: { kind: 'dial', dial, outdated: () => outdated.signal },
    authorities: [server.authority.pem],
  });
  onTestFinished(upstream.dispose);
  const answer = upstream.request({ method: 'GET', path: '/', signal: new AbortController().signal });
  await expect.poll(() => dials).toBe(1);
  const former = outdated;
  outdated = new AbortController();
  former.abort(new Error('the session is in doubt'));
  expect(await text(must(await answer).body)).toBe('hello');
  expect([dials, dead[0]?.destroyed]).toEqual([2, true]);
});
