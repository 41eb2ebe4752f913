import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSocketServer } from '../../../electron/browser/channel/channel.ts';

/** The request of a page that opens the channel. */
function upgradeRequest(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = 'GET';
  request.headers = { upgrade: 'websocket', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' };
  return request;
}

test('closes the connection of a frozen page a second after the server is closed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sessions = { connect: () => undefined, disconnect: () => undefined, notify: () => undefined, close: () => undefined };
  const server = createSocketServer(sessions);
  const [socket] = duplexPair(); // the other end never answers
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0), { kind: 'terminal' });
  server.close();
  expect(socket.destroyed).toBe(false); // the page may confirm
  vi.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
});
