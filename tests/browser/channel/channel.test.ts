import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSocketServer, openChannel } from '../../../electron/browser/channel/channel.ts';
import { createPendingApprovals } from '../../../electron/browser/approvals/pending-approvals.ts';
import { createFileTransfers } from '../../../electron/browser/file-transfers.ts';
import type { HostMessage } from '../../../electron/contract/browser-channel.ts';
import type { LinkFrame } from '../../../electron/contract/ordered-link.ts';
import { hostText } from '../../../electron/host/text.ts';
import { eventually } from '../../support/eventually.ts';
import { runningRun } from '../../support/running-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { fakeSessions, idleSession } from './fake-sessions.ts';
import { serveSockets } from './serve-sockets.ts';

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
  const server = createSocketServer(fakeSessions(() => idleSession));
  onTestFinished(server.close);
  const [socket, page] = duplexPair();
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0));
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
  const server = createSocketServer(fakeSessions(() => undefined));
  const [socket] = duplexPair(); // the other end never answers
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0));
  server.close();
  expect(socket.destroyed).toBe(false); // the page may confirm
  vi.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
});

test('notifies the pages when a run ends (catches a browser that reports only the tunnel)', async () => {
  const core = await startTestCore(await temporaryFolder());
  const context = {
    core,
    logFolder: '/logs',
    files: createFileTransfers(),
    approvals: createPendingApprovals(),
    approveFlags: '--browser --approve',
  };
  const socket = new WebSocket(await serveSockets(openChannel({ ...context, now: Date.now })));
  const frames: LinkFrame<HostMessage>[] = [];
  socket.addEventListener('open', () => socket.send(JSON.stringify({ page: 'page-of-this-test-0001', got: 0 })));
  socket.addEventListener('message', ({ data }) => frames.push(JSON.parse(String(data)) as LinkFrame<HostMessage>));
  await eventually(() => expect(frames).not.toEqual([]));
  core.emit('runs.changed', [runningRun]);
  core.emit('runs.changed', [{ ...runningRun, state: 'finished', endedAt: 60_000 }]);
  await eventually(() =>
    expect(frames.map(({ message }) => message)).toContainEqual({ kind: 'notification', ...hostText.runs.finished('Reviews', 4, 1) }),
  );
});
