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

/** A short text as a page sends it, masked by zeros. */
function textFrame(text: string): Buffer {
  return Buffer.concat([Buffer.of(0x81, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);
}

/** Connects a page that answers no pings. */
function connectMutePage() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const session = { attach: () => undefined, receive: () => undefined, notify: () => undefined, close: () => undefined };
  const server = createSocketServer({
    connect: () => session as never,
    disconnect: () => undefined,
    notify: () => undefined,
    close: () => undefined,
  });
  onTestFinished(server.close);
  const [socket, page] = duplexPair();
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0), { kind: 'terminal' });
  page.resume();
  page.write(textFrame(JSON.stringify({ page: 'page-of-this-test-0001', got: 0 })));
  return { socket, page };
}

test('closes a connection that answers no pings, but not before a slow link could deliver them', async () => {
  const { socket } = connectMutePage();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket.destroyed).toBe(true);
});

test('keeps a connection that sends messages (catches a long message that is sent again and again)', async () => {
  const { socket, page } = connectMutePage();
  for (let minute = 0; minute < 5; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    page.write(textFrame('{}'));
  }
  expect(socket.destroyed).toBe(false);
});

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
