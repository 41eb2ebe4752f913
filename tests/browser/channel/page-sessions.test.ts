import { expect, onTestFinished, test } from 'vitest';
import type { HostMessage } from '../../../electron/contract/browser-channel.ts';
import type { LinkFrame } from '../../../electron/contract/ordered-link.ts';
import { createPendingApprovals } from '../../../electron/browser/approvals/pending-approvals.ts';
import { createPageSessions } from '../../../electron/browser/channel/page-sessions.ts';
import type { PageConnection } from '../../../electron/browser/channel/page-session.ts';
import { createFileTransfers } from '../../../electron/browser/file-transfers.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';

/** The page's end of a connection. Records what it was sent. */
function fakeConnection() {
  const texts: string[] = [];
  const state = { isEnded: false };
  const connection: PageConnection = { write: (text) => void texts.push(text), end: () => void (state.isEnded = true) };
  const frames = (): readonly LinkFrame<HostMessage>[] => texts.slice(1).map((text) => JSON.parse(text) as LinkFrame<HostMessage>);
  return { connection, state, welcome: () => JSON.parse(texts[0] ?? 'null') as unknown, frames };
}

async function openSessions() {
  const core = await startTestCore(await temporaryFolder());
  const files = createFileTransfers();
  const approvals = createPendingApprovals();
  const sessions = createPageSessions({ core, logFolder: '/logs', files, approvals, approveFlags: '--browser --approve', now: Date.now });
  onTestFinished(sessions.close);
  return { core, sessions, approvals };
}

const page = 'page-of-this-test-0001';
const request = (number: number, id: number) =>
  JSON.stringify({ got: 0, number, message: { kind: 'request', request: { kind: 'call', id, route: 'settings.read' } } });

test('answers a request once when the page repeats it after a lost answer', async () => {
  const { sessions } = await openSessions();
  const first = fakeConnection();
  const session = sessions.connect({ page, got: 0 }, first.connection);
  expect(first.welcome()).toEqual({ isKnown: false, got: 0 });
  session?.receive(request(1, 7));
  await eventually(() => expect(first.frames().some(({ message }) => message?.kind === 'answer')).toBe(true));
  sessions.disconnect(page, first.connection);

  const second = fakeConnection();
  sessions.connect({ page, got: 0 }, second.connection)?.receive(request(1, 7));
  expect(second.welcome()).toEqual({ isKnown: true, got: 1 });
  const answers = second.frames().filter(({ message }) => message?.kind === 'answer');
  expect(answers).toMatchObject([{ message: { id: 7, result: { ok: true } } }]);
});

test('sends a reconnected page the messages it missed, in order', async () => {
  const { core, sessions } = await openSessions();
  const first = fakeConnection();
  sessions.connect({ page, got: 0 }, first.connection);
  sessions.disconnect(page, first.connection);
  for (const theme of ['dark', 'light', 'dark'] as const)
    await core.handlers['settings.change']({ theme }, { signal: new AbortController().signal });
  const second = fakeConnection();
  await eventually(() => {
    sessions.connect({ page, got: 0 }, second.connection);
    const batches = second.frames().flatMap(({ message }) => (message?.kind === 'events' ? message.batch : []));
    const themes = batches.flatMap((each) => (each.event === 'settings.changed' ? [each.payload.theme] : []));
    expect(themes.slice(-3)).toEqual(['dark', 'light', 'dark']);
  });
});

// catches a program whose memory grows with every page that sleeps
test('closes a page that has fallen too far behind', async () => {
  const { core, sessions } = await openSessions();
  const { connection, state } = fakeConnection();
  sessions.connect({ page, got: 0 }, connection);
  await eventually(() => {
    core.emit('history.purged', ['x'.repeat(8_000_000)]);
    expect(state.isEnded).toBe(true);
  });
  const later = fakeConnection();
  sessions.connect({ page, got: 0 }, later.connection);
  expect(later.welcome()).toMatchObject({ isKnown: false });
});

test('keeps a page that is sent a very long message (catches results lost because of their size)', async () => {
  const { core, sessions } = await openSessions();
  const { connection, state, frames } = fakeConnection();
  sessions.connect({ page, got: 0 }, connection);
  core.emit('history.purged', ['x'.repeat(40_000_000)]);
  const isPurge = ({ message }: LinkFrame<HostMessage>) =>
    message?.kind === 'events' && message.batch.some(({ event }) => event === 'history.purged');
  await eventually(() => expect(frames().some(isPurge)).toBe(true));
  for (let count = 0; count < 200; count += 1) sessions.notify({ title: 'short', body: 'before the page has confirmed the long one' });
  await new Promise((resolve) => setImmediate(resolve)); // a page is closed later
  expect(state.isEnded).toBe(false);
});

// catches a program that is approved because the user agrees to a question whose dialog is long closed
test('withdraws the question about a request that the page cancels', async () => {
  const { core, sessions, approvals } = await openSessions();
  const { connection, frames } = fakeConnection();
  const session = sessions.connect({ page, got: 0 }, connection);
  const send = (number: number, sent: object) =>
    session?.receive(JSON.stringify({ got: 0, number, message: { kind: 'request', request: { id: 7, ...sent } } }));
  const server = { name: 'Lab', transport: { kind: 'stdio', argv: ['lab'] }, isEnabled: true } as const;
  const id = must(await core.tools.putServer(null, server)).servers[0]?.id;
  send(1, { kind: 'call', route: 'shell.approveToolServer', input: { id } });
  await eventually(() => expect(approvals.list()).toHaveLength(1));
  send(2, { kind: 'cancel' });
  await eventually(() =>
    expect(frames().find(({ message }) => message?.kind === 'answer')).toMatchObject({
      message: { id: 7, result: { ok: false, failure: { code: 'cancelled' } } },
    }),
  );
  expect(approvals.list()).toEqual([]);
  expect(core.tools.read().servers).toMatchObject([{ approval: 'needed' }]);
});

test('limits the number of pages and closes absent ones first', async () => {
  const { sessions } = await openSessions();
  const connections = Array.from({ length: 64 }, () => fakeConnection());
  for (const [index, { connection }] of connections.entries()) sessions.connect({ page: `${page}-${index}`, got: 0 }, connection);
  expect(sessions.connect({ page, got: 0 }, fakeConnection().connection)).toBeUndefined();
  const [absent] = connections;
  if (absent) sessions.disconnect(`${page}-0`, absent.connection);
  expect(sessions.connect({ page, got: 0 }, fakeConnection().connection)).toBeDefined();
});
