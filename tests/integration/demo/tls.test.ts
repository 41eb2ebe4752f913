import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { ask, testDemo } from './demo-fixture.ts';

test('has a certificate for localhost only, which doesn’t match its address', async () => {
  const demo = await testDemo();
  await expect(ask(demo, '/', { tls: { host: '127.0.0.1' } })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('has a certificate that matches when reached by address with its name, as through the tunnel', async () => {
  const demo = await testDemo();
  const answer = await ask(demo, '/', { tls: { host: '127.0.0.1', servername: 'localhost' }, headers: { host: 'localhost' } });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('demo')]);
});

test('requires its own name in the Host header and in TLS', async () => {
  const demo = await testDemo();
  expect((await ask(demo, '/', { tls: { servername: 'localhost' }, headers: { host: 'evil.example' } })).status).toBe(421);
  expect(
    (
      await ask(demo, '/', {
        tls: { host: '127.0.0.1', servername: '', checkServerIdentity: () => undefined },
        headers: { host: 'localhost' },
      })
    ).status,
  ).toBe(421);
});

test('shares no credential between two starts', async () => {
  const [one, other] = [await testDemo(), await testDemo()];
  expect(one.token).not.toBe(other.token);
  expect(one.instance.password).not.toBe(other.instance.password);
  expect(one.instance.privateKey).not.toBe(other.instance.privateKey);
  expect(one.instance.fingerprint()).not.toBe(other.instance.fingerprint());
});

test('isn’t trusted without its authority, or with the authority of another start', async () => {
  const [demo, other] = [await testDemo(), await testDemo()];
  await expect(ask(demo, '/', { tls: { ca: undefined } })).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  await expect(ask(demo, '/', { tls: { ca: other.ca } })).rejects.toThrow(/certificate/);
});

test('listens on loopback only', async () => {
  const demo = await testDemo();
  const reaches = (host: string, port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, host, () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
  for (const port of [Number(new URL(demo.baseUrl).port), demo.instance.port]) {
    expect(await reaches('127.0.0.1', port)).toBe(true);
    // A server that listens on every address is reachable here, too.
    expect(await reaches('127.0.0.2', port)).toBe(false);
  }
});

test('writes the authority to the requested file without any key, and removes it at the end', async () => {
  const file = path.join(await temporaryFolder(), 'ca.pem');
  const demo = await testDemo({ caFile: file });
  const text = await readFile(file, 'utf8');
  expect(text).toBe(demo.ca);
  expect(text).not.toContain('PRIVATE');
  await demo.close();
  await expect(readFile(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('reports a taken port and leaves nothing open', async () => {
  const demo = await testDemo();
  const listening = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  const before = listening();
  expect(before).toBeGreaterThan(0);
  const httpsPort = Number(new URL(demo.baseUrl).port);
  await expect(testDemo({ httpsPort })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect(testDemo({ sshPort: demo.instance.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await expect.poll(listening).toBe(before);
});

test('can use fixed ports', async () => {
  const [httpsPort, sshPort] = [await freePort(), await freePort()];
  const first = await testDemo({ httpsPort, sshPort });
  await first.close();
  const again = await testDemo({ httpsPort, sshPort });
  for (const demo of [first, again]) expect([demo.baseUrl, demo.instance.port]).toEqual([`https://localhost:${httpsPort}`, sshPort]);
});
