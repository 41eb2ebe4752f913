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
import { ask, codeOf, newKey, testLocalApi } from './local-api-fixture.ts';

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
  const { localApi } = await testLocalApi({ settings: { port: taken, demoPort: taken + 2 } });
  const { state } = localApi.read();
  if (state.kind !== 'failed') throw new Error(state.kind);
  expect(state).toMatchObject({ failure: { code: 'port-taken' }, heldBy: `python3 (${holder.pid})` });
  const params = { port: taken, owner: state.heldBy, nextFreePort: state.nextFreePort };
  expect(state.failure).toMatchObject({ reason: 'local-port-in-use', params });
  expect(state.nextFreePort).toBeGreaterThan(taken);
  expect(state.nextFreePort).not.toBe(taken + 2); // the demo's
  expect(localApi.port()).toBeNull();
  await localApi.change({ port: state.nextFreePort ?? 0 });
  expect(localApi.read().state).toEqual({ kind: 'listening', port: state.nextFreePort });
  expect((await ask(state.nextFreePort ?? 0, '/healthz')).status).toBe(200);
});

test('opens a taken port as soon as its owner has ended', async () => {
  const port = await freePort(); // the system could give one of its own to somebody else before it is opened
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const { localApi } = await testLocalApi({ settings: { port, demoPort: await freePort() } });
  expect(localApi.read().state.kind).toBe('failed');
  other.close();
  await once(other, 'close');
  await localApi.syncListener(); // as at any change of the connection
  expect(localApi.read().state).toEqual({ kind: 'listening', port });
});

test.runIf(hasIpv6)('treats a port taken on ::1 alone as taken, because "localhost" may lead there', async () => {
  const port = await freePort(); // the system could give one of its own, which is free on ::1 only
  const other = createServer().listen(port, '::1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { localApi } = await testLocalApi({ settings: { port, demoPort: await freePort() } });
  expect(localApi.read().state).toMatchObject({ kind: 'failed', failure: { code: 'port-taken' } });
  const free = createServer().listen(port, '127.0.0.1');
  await once(free, 'listening'); // not half open
  free.close();
});

test('can be switched off and on, and keeps its settings and keys, as hashes only', async () => {
  const folder = await temporaryFolder();
  const first = await testLocalApi({ folder });
  const key = await newKey(first.localApi);
  await first.localApi.change({ isOn: false });
  expect(first.localApi.read().state).toEqual({ kind: 'off' });
  await expect(ask(first.port, '/healthz')).rejects.toThrow('ECONNREFUSED');
  await first.localApi.change({ isOn: true, keyOnDirect: 'always' });
  expect((await ask(first.port, models, { headers: { 'x-api-key': key } })).status).toBe(200);
  await first.localApi.close();
  const text = await readFile(path.join(folder, 'local-api.json'), 'utf8');
  expect(text).not.toContain(key);
  expect(text).not.toContain(key.slice(3, 20));
  const second = await testLocalApi({ folder });
  expect(second.localApi.read()).toMatchObject({
    settings: { keyOnDirect: 'always' },
    keys: [{ name: 'notebook', lastUsedAt: expect.any(Number) }],
  });
  expect((await ask(second.port, models, { headers: { 'x-api-key': key } })).status).toBe(200);
  expect(await second.localApi.change({ port: 2000, demoPort: 2000 })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('serves the demo on its own port, so that no script of another profile gets its invented data', async () => {
  const { localApi, port, set, demo } = await testLocalApi();
  const { demoPort } = localApi.read().settings;
  expect((await ask(port, models)).status).toBe(200);
  const seen = demo.requests().length;
  set({ profile: { id: 'demo', name: 'Demo', isDemo: true } });
  const between = await ask(port, models); // selected, but not moved yet
  expect([between.status, codeOf(between)]).toEqual([503, 'connection_closed']);
  expect(demo.requests()).toHaveLength(seen);
  await localApi.syncListener();
  expect(localApi.read().state).toEqual({ kind: 'listening', port: demoPort });
  expect((await ask(demoPort, models)).status).toBe(200);
  await expect(ask(port, models)).rejects.toThrow('ECONNREFUSED');
  set({ profile: { id: 'own', name: 'Institute', isDemo: false } });
  await localApi.syncListener();
  expect([
    localApi.port(),
    localApi.isOwnAddress({ host: 'localhost', port }),
    localApi.isOwnAddress({ host: 'localhost', port: demoPort }),
  ]).toEqual([port, true, false]);
});

test('lets running answers end when closed with a grace period, and rejects new requests', async () => {
  const demo = await testDemo();
  const release = demo.fault({ kind: 'stall', after: 2, endpoint: 'chat' });
  const { localApi, port } = await testLocalApi({ demo });
  const asked = ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }) });
  await requestThat(demo, () => true);
  const closed = localApi.close(60_000);
  await expect(ask(port, '/healthz')).rejects.toThrow(/ECONNREFUSED|socket hang up|ECONNRESET/);
  release();
  const answer = await asked;
  expect([answer.isComplete, answer.text.endsWith('[DONE]\n\n')]).toEqual([true, true]);
  await closed;
});

test('breaks a running answer when closed without a grace period (catches a clean end)', async () => {
  const demo = await testDemo({ faults: [{ kind: 'stall', after: 2, endpoint: 'chat' }] });
  const { localApi, port } = await testLocalApi({ demo });
  let begun = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const asked = ask(port, '/v1/chat/completions', { body: chatBody(scout, 'Hello', { stream: true }), onData: () => begun() });
  await hasBegun;
  await localApi.close();
  expect((await asked).isComplete).toBe(false);
  await eventually(() => expect(demo.aborts()).toBe(1));
});

test('carries TLS to the service over the raw forward, for the same user only', async () => {
  const forwardPort = await freePort();
  const { localApi, demo } = await testLocalApi({ settings: { plainForwardPort: forwardPort } });
  expect(localApi.read().plainForwardFailure).toBeNull();
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
  await localApi.change({ keyOnDirect: 'always' }); // raw bytes can't carry a key
  expect(await reach()).toBe(false);
  await localApi.change({ keyOnDirect: 'where-needed', plainForwardPort: null });
  const socket = connect({ port: forwardPort, host: '127.0.0.1' });
  expect(await once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code)).toBe('ECONNREFUSED');
});

test('reports a taken raw forward port without stopping the local API', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const { localApi, port } = await testLocalApi({
    settings: { plainForwardPort: typeof address === 'object' && address ? address.port : 0 },
  });
  expect(localApi.read()).toMatchObject({ state: { kind: 'listening', port }, plainForwardFailure: { code: 'port-taken' } });
});
