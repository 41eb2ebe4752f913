import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSocketServer, openChannel } from '../../../electron/browser/channel/channel.ts';
import { createPendingApprovals } from '../../../electron/browser/approvals/pending-approvals.ts';
import { createFileTransfers } from '../../../electron/browser/file-transfers.ts';
import type { PageSession } from '../../../electron/browser/channel/page-session.ts';
import type { HostMessage, PageMessage } from '../../../electron/contract/browser-channel.ts';
import { hostText } from '../../../electron/host/text.ts';
import { must } from '../../support/must.ts';
import { eventually } from '../../support/eventually.ts';
import { runningRun } from '../../support/running-run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
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

/** A page's session that does nothing. */
const idleSession: PageSession = { receive: () => true, close: () => undefined };

/** Connects a page that answers no pings. */
function connectMutePage() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = createSocketServer(() => idleSession);
  onTestFinished(server.close);
  const [socket, page] = duplexPair();
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0));
  page.resume();
  page.write(textFrame(JSON.stringify({ page: 'page-of-this-test-0001' })));
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
  const server = createSocketServer(() => idleSession);
  const [socket] = duplexPair(); // the other end never answers
  server.upgrade(upgradeRequest(), socket, Buffer.alloc(0));
  server.close();
  expect(socket.destroyed).toBe(false); // the page may confirm
  vi.advanceTimersByTime(1000);
  expect(socket.destroyed).toBe(true);
});

/** Opens the channel of a core. `connect` opens a page's connection, whose messages are recorded. */
async function openTestChannel() {
  const core = await startTestCore(await temporaryFolder());
  const approvals = createPendingApprovals();
  const context = { core, logFolder: '/logs', files: createFileTransfers(), approvals, approveFlags: '--browser --approve' };
  const url = await serveSockets(openChannel({ ...context, now: Date.now }));
  const connect = async (page: string) => {
    const socket = new WebSocket(url);
    const received: HostMessage[] = [];
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    socket.addEventListener('open', () => socket.send(JSON.stringify({ page })));
    socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data)) as HostMessage));
    const answered = new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    await Promise.race([closed, answered]); // no polling, which would go on after the test
    const send = (message: PageMessage) => socket.send(JSON.stringify(message));
    return { socket, received, closed, send };
  };
  return { core, approvals, connect };
}

const page = 'page-of-this-test-0001';
const call = (id: number, route: string, input?: unknown): PageMessage => ({
  kind: 'request',
  request: { kind: 'call', id, route, input },
});

test('notifies the pages when a run ends (catches a browser that reports only the tunnel)', async () => {
  const { core, connect } = await openTestChannel();
  const { received } = await connect(page);
  core.emit('runs.changed', [runningRun]);
  core.emit('runs.changed', [{ ...runningRun, state: 'finished', endedAt: 60_000 }]);
  await eventually(() => expect(received).toContainEqual({ kind: 'notification', ...hostText.runs.finished('Reviews', 4, 1) }));
});

test('answers a page over its newest connection only (catches an older draft that overtakes a newer one)', async () => {
  const { connect } = await openTestChannel();
  const first = await connect(page);
  const second = await connect(page);
  expect(await first.closed).toBe(1000);
  second.send(call(7, 'settings.read'));
  await eventually(() => expect(second.received).toContainEqual(expect.objectContaining({ kind: 'answer', id: 7 })));
  expect(second.received[0]).toEqual(first.received[0]); // the same program
});

// catches a program that is approved because the user agrees to a question whose dialog is long closed
test.each(['cancels the request', 'loses its connection'])('withdraws the question when the page %s', async (how) => {
  const { core, approvals, connect } = await openTestChannel();
  const { send, socket } = await connect(page);
  const server = { name: 'Lab', transport: { kind: 'stdio', argv: ['lab'] }, isEnabled: true } as const;
  const id = must(await core.tools.putServer(null, server)).servers[0]?.id;
  send(call(7, 'shell.approveToolServer', { id }));
  await eventually(() => expect(approvals.list()).toHaveLength(1));
  if (how === 'cancels the request') send({ kind: 'request', request: { kind: 'cancel', id: 7 } });
  else socket.close();
  await eventually(() => expect(approvals.list()).toEqual([]));
  expect(core.tools.read().servers).toMatchObject([{ approval: 'needed' }]);
});

test('limits the number of pages', async () => {
  const { connect } = await openTestChannel();
  const pages = await Promise.all(Array.from({ length: 64 }, (_, index) => connect(`${page}-${index}`)));
  expect(await (await connect(page)).closed).toBe(1013);
  pages[0]?.socket.close();
  await pages[0]?.closed;
  await eventually(async () => expect((await connect(page)).received[0]).toMatchObject({ kind: 'welcome' }));
});
