import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Demo } from '../../support/demo/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { freePort } from '../../support/free-port.ts';
import { testDemo } from '../demo/demo-fixture.ts';
import { newKey, sendRaw, testLocalApi } from './local-api-fixture.ts';

const run = promisify(execFile);
const models = '/beta-4-scout/v1/models';

async function caFile(demo: Demo): Promise<string> {
  const file = path.join(await temporaryFolder(), 'ca.pem');
  await writeFile(file, demo.ca);
  return file;
}

/** Sends a CONNECT and returns the start of the response. */
function tunnelTo(port: number, target: string, headers: readonly string[]): Promise<{ readonly socket: Socket; readonly head: string }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    let head = '';
    socket.on('data', function onData(piece: Buffer) {
      head += piece.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      resolve({ socket, head });
    });
    socket.write(`CONNECT ${target} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`);
  });
}

test('accepts curl with the unchanged address and one variable, with TLS end to end', async () => {
  const { port, demo, localApi } = await testLocalApi();
  const url = `${demo.baseUrl}${models}`;
  const ca = await caFile(demo);
  const env = { ...process.env, HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '' };
  const { stdout } = await run('curl', ['-sS', '--cacert', ca, url], { env });
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: 'beta-4-scout' }] });
  expect(demo.requests()).toMatchObject([{ isFromInstance: true, authorization: 'none' }]);
  await eventually(() => expect(localApi.requests().at(-1)).toMatchObject({ method: 'CONNECT', status: 200, mode: 'direct' }));
  await eventually(() => expect(localApi.requests().at(-1)?.durationMs).toBeGreaterThan(0));
  // Python's library uses HTTP/1.0 for proxies, without a Host.
  const script = `import ssl, urllib.request
context = ssl.create_default_context(cafile=${JSON.stringify(ca)})
print(urllib.request.urlopen(${JSON.stringify(url)}, context=context).status)`;
  expect((await run('python3', ['-c', script], { env })).stdout.trim()).toBe('200');
});

test('reaches nothing but the service, by target or by Host', async () => {
  const { port, demo } = await testLocalApi();
  const { host, port: servicePort } = new URL(demo.baseUrl);
  const other = await freePort();
  const tries: readonly (readonly [target: string, ...headers: string[]])[] = [
    ['evil.example:443', 'Host: evil.example:443'],
    [`localhost:${other}`, `Host: localhost:${other}`],
    [`127.0.0.1:${servicePort}`, `Host: 127.0.0.1:${servicePort}`],
    [host, 'Host: evil.example:443'],
    [host, `Host: 127.0.0.1:${port}`],
    ['evil.example:443', `Host: ${host}`],
    [host],
    [host, `Host: ${host}`, `Host: ${host}`],
    [`${host}@evil.example:443`, `Host: ${host}`],
    [`${host}.evil.example:443`, `Host: ${host}`],
    [host, `Host: ${host}`, 'Origin: https://page.example'],
    [host, `Host: ${host}`, 'Sec-Fetch-Site: cross-site'],
    ['localhost', 'Host: localhost'],
    [`127.0.0.1:${port}`, `Host: 127.0.0.1:${port}`],
  ];
  for (const [target, ...headers] of tries) {
    const { head } = await tunnelTo(port, target, headers);
    expect(head, `${target} ${headers.join(' ')}`).toMatch(/^HTTP\/1\.1 (403|400) /);
  }
  expect((await tunnelTo(port, host.toUpperCase(), [`Host: ${host}`])).head).toMatch(/^HTTP\/1\.1 200 /);
});

test('asks for a key like a proxy and takes it from the proxy’s address', async () => {
  const { port, demo, localApi } = await testLocalApi({ settings: { keyOnDirect: 'always' } });
  const { host } = new URL(demo.baseUrl);
  const refused = await tunnelTo(port, host, [`Host: ${host}`]);
  expect(refused.head).toMatch(/^HTTP\/1\.1 407 [\s\S]*proxy-authenticate: Basic/);
  const key = await newKey(localApi);
  for (const shown of [
    `Bearer ${key}`,
    `Basic ${Buffer.from(`any:${key}`).toString('base64')}`,
    `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  ]) {
    expect((await tunnelTo(port, host, [`Host: ${host}`, `Proxy-Authorization: ${shown}`])).head).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect((await tunnelTo(port, host, [`Host: ${host}`, `Authorization: Bearer ${key}`])).head).toMatch(/^HTTP\/1\.1 407 /);
});

test('resets the connection when the tunnel dies (catches a break that looks like an end)', async () => {
  const { port, demo } = await testLocalApi();
  const { host } = new URL(demo.baseUrl);
  const { socket } = await tunnelTo(port, host, [`Host: ${host}`]);
  let end = 'clean';
  socket.on('error', (error: NodeJS.ErrnoException) => (end = error.code ?? 'error'));
  socket.resume();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  demo.instance.dropConnections();
  await closed;
  expect(end).toBe('ECONNRESET');
});

test('reports a missing tunnel before the connection is taken over', async () => {
  const demo = await testDemo({ faults: ['refuse-forwarding'] });
  const { port } = await testLocalApi({ demo });
  const { host } = new URL(demo.baseUrl);
  expect(await sendRaw(port, `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 503 [\s\S]*tunnel_unavailable/);
});
