import http, { type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
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
