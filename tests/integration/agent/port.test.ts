import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { hasIpv6 } from '../../support/ipv6.ts';
import { chatBody, requestThat, testDemo } from '../demo/demo-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, codeOf, newKey, testAgent } from './agent-fixture.ts';

const scout = 'beta-4-scout';
const models = `/${scout}/v1/models`;

test('reports a taken port with its owner and a free one, stays on it, and opens another once chosen', async () => {
  const taken = await freePort();
  const holder = spawn('python3', [
    '-c',
    `import socket,sys\ns=socket.socket();s.setsockopt(socket.SOL_SOCKET,socket.SO_REUSEADDR,1);s.bind(("127.0.0.1",${taken}));s.listen();print("up",flush=True);sys.stdin.read()`,
  ]);
  onTestFinished(() => void holder.kill());
  await once(holder.stdout, 'data');
  const { agent } = await testAgent({ settings: { port: taken, demoPort: taken + 2 } });
  const { state } = agent.read();
  if (state.kind !== 'failed') throw new Error(state.kind);
  expect(state).toMatchObject({ failure: { code: 'port-taken' }, heldBy: `python3 (${holder.pid})` });
  const params = { port: taken, owner: state.heldBy, nextFreePort: state.nextFreePort };
  expect(state.failure).toMatchObject({ reason: 'local-port-in-use', params });
  expect(state.nextFreePort).toBeGreaterThan(taken);
  expect(state.nextFreePort).not.toBe(taken + 2); // the demo's
  expect(agent.port()).toBeNull();
  await agent.change({ port: state.nextFreePort ?? 0 });
  expect(agent.read().state).toEqual({ kind: 'listening', port: state.nextFreePort });
  expect((await ask(state.nextFreePort ?? 0, '/healthz')).status).toBe(200);
});

test('opens a taken port as soon as its owner has ended', async () => {
  const port = await freePort(); // the system could give one of its own to somebody else before it is opened
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { agent } = await testAgent({ settings: { port, demoPort: await freePort() } });
  expect(agent.read().state.kind).toBe('failed');
  other.close();
  await once(other, 'close');
  await agent.syncListener(); // as at any change of the connection
  expect(agent.read().state).toEqual({ kind: 'listening', port });
});

test.runIf(hasIpv6)('treats a port taken on ::1 alone as taken, because "localhost" may lead there', async () => {
  const port = await freePort(); // the system could give one of its own, which is free on ::1 only
  const other = createServer().listen(port, '::1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { agent } = await testAgent({ settings: { port, demoPort: await freePort() } });
  expect(agent.read().state).toMatchObject({ kind: 'failed', failure: { code: 'port-taken' } });
  const free = createServer().listen(port, '127.0.0.1');
  await once(free, 'listening'); // not half open
  free.close();
});

test('can be switched off and on, and keeps its settings and keys, as hashes only', async () => {
  const folder = await temporaryFolder();
  const first = await testAgent({ folder });
  const key = await newKey(first.agent);
  await first.agent.change({ isOn: false });
  expect(first.agent.read().state).toEqual({ kind: 'off' });
  await expect(ask(first.port, '/healthz')).rejects.toThrow('ECONNREFUSED');
  await first.agent.change({ isOn: true, keyOnDirect: 'always' });
  expect((await ask(first.port, models, { headers: { 'x-api-key': key } })).status).toBe(200);
  await first.agent.close();
  const text = await readFile(path.join(folder, 'agent.json'), 'utf8');
  expect(text).not.toContain(key);
  expect(text).not.toContain(key.slice(3, 20));
  const second = await testAgent({ folder });
  expect(second.agent.read()).toMatchObject({
    settings: { keyOnDirect: 'always' },
    keys: [{ name: 'notebook', lastUsedAt: expect.any(Number) }],
  });
  expect((await ask(second.port, models, { headers: { 'x-api-key': key } })).status).toBe(200);
  expect(await second.agent.change({ port: 2000, demoPort: 2000 })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('serves the demo on its own port, so that no script of another profile gets its invented data', async () => {
  const { agent, port, set, demo } = await testAgent();
  const { demoPort } = agent.read().settings;
  expect((await ask(port, models)).status).toBe(200);
  const seen = demo.requests().length;
  set({ profile: { id: 'demo', name: 'Demo', isDemo: true } });
  const between = await ask(port, models); // selected, but not moved yet
  expect([between.status, codeOf(between)]).toEqual([503, 'connection_closed']);
  expect(demo.requests()).toHaveLength(seen);
  await agent.syncListener();
  expect(agent.read().state).toEqual({ kind: 'listening', port: demoPort });
  expect((await ask(demoPort, models)).status).toBe(200);
  await expect(ask(port, models)).rejects.toThrow('ECONNREFUSED');
  set({ profile: { id: 'own', name: 'Institute', isDemo: false } });
  await agent.syncListener();
  expect([
    agent.port(),
    agent.isOwnAddress({ host: 'localhost', port }),
    agent.isOwnAddress({ host: 'localhost', port: demoPort }),
  ]).toEqual([port, true, false]);
});

test('lets running answers end when closed with a grace period, and rejects new requests', async () => {
  const demo = await testDemo();
  const release = demo.fault({ kind: 'stall', after: 2, endpoint: 'chat' });
  const { agent, port } = await testAgent({ demo });
  const asked = ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }) });
  await requestThat(demo, () => true);
  const closed = agent.close(60_000);
  await expect(ask(port, '/healthz')).rejects.toThrow(/ECONNREFUSED|socket hang up|ECONNRESET/);
  release();
  const answer = await asked;
  expect([answer.isComplete, answer.text.endsWith('[DONE]\n\n')]).toEqual([true, true]);
  await closed;
});

test('breaks a running answer when closed without a grace period (catches a clean end)', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 2, endpoint: 'chat' }] });
  const { agent, port } = await testAgent({ demo });
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const asked = ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }), onData: () => begun() });
  await hasBegun;
  await agent.close();
  expect((await asked).isComplete).toBe(false);
  await eventually(() => expect(demo.aborts()).toBe(1));
});

test('carries TLS to the service over the raw forward, for the same user only', async () => {
  const forwardPort = await freePort();
  const { agent, demo } = await testAgent({ settings: { plainForwardPort: forwardPort } });
  expect(agent.read().plainForwardFailure).toBeNull();
  const reach = async (): Promise<boolean> => {
    const socket = connectTls({ host: '127.0.0.1', port: forwardPort, servername: 'localhost', ca: demo.ca });
    socket.on('error', () => undefined);
    const isSecure = await Promise.race([once(socket, 'secureConnect').then(() => true), once(socket, 'close').then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    return isSecure;
  };
  expect(await reach()).toBe(true);
  await agent.change({ keyOnDirect: 'always' }); // raw bytes can't carry a key
  expect(await reach()).toBe(false);
  await agent.change({ keyOnDirect: 'where-needed', plainForwardPort: null });
  const socket = connect({ port: forwardPort, host: '127.0.0.1' });
  expect(await once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code)).toBe('ECONNREFUSED');
});

test('reports a taken raw forward port without stopping the agent', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const { agent, port } = await testAgent({ settings: { plainForwardPort: typeof address === 'object' && address ? address.port : 0 } });
  expect(agent.read()).toMatchObject({ state: { kind: 'listening', port }, plainForwardFailure: { code: 'port-taken' } });
});
