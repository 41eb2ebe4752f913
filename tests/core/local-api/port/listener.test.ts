import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { defaultLimits } from '../../../../electron/core/local-api/limits.ts';
import { openListener } from '../../../../electron/core/local-api/port/listener.ts';

test('limits the time for the head of a request only (catches a reset of a long upload)', async () => {
  const received = Promise.withResolvers<IncomingMessage>();
  const listener = await openListener({
    port: 0,
    limits: { ...defaultLimits, headersMs: 300 },
    onRequest: (request, response) => {
      received.resolve(request);
      void text(request).then((body) => response.end(body));
    },
    onConnect: (_request, socket) => void socket.destroy(),
    isProven: () => true,
  });
  onTestFinished(() => listener.close(0));
  const to = { host: '127.0.0.1', port: listener.port };
  const upload = http.request({ ...to, method: 'POST', agent: false });
  const response = new Promise<IncomingMessage>((resolve, reject) => void upload.on('response', resolve).on('error', reject));
  upload.write('half, ');
  const { socket } = await received.promise;
  expect((socket as typeof socket & { readonly server: http.Server }).server).toMatchObject({ headersTimeout: 300, requestTimeout: 0 });
  const unfinishedHead = connect(to);
  unfinishedHead.write('GET / HTTP/1.1\r\n');
  expect(await text(unfinishedHead)).toMatch(/^HTTP\/1\.1 408 /); // so Node has also checked the upload, which is older
  upload.end('and half');
  expect(await text(await response)).toBe('half, and half');
});

test('leaves half of the places to connections that have proven themselves (catches idle ones of another user that take them all)', async () => {
  const proven = new Set<number>();
  const listener = await openListener({
    port: 0,
    limits: { ...defaultLimits, connections: 4 },
    onRequest: (request, response) => {
      proven.add(request.socket.remotePort ?? 0);
      response.end('seen');
    },
    onConnect: (_request, socket) => void socket.destroy(),
    isProven: (socket) => proven.has(socket.remotePort ?? 0),
  });
  onTestFinished(() => listener.close(0));
  const open = async (): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: listener.port });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const known = await open();
  known.write('GET / HTTP/1.1\r\n\r\n');
  await once(known, 'data');
  const [first, second] = [await open(), await open()];
  first.resume();
  const third = await open(); // the newest, so that a caller who is about to show a key isn't the one who has to go
  await once(first, 'close');
  expect(listener.connections()).toBe(3);
  for (const socket of [second, third, known]) {
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket, 'data');
  }
});
