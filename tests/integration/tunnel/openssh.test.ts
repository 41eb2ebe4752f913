import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTunnel, type Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from '../../support/sshd.ts';
import { echoServer, hopTo, keysInMemory, never, offering, stateOf, testServer, testSshd, trusting } from './tunnel-fixture.ts';

interface Choice {
  readonly program?: string;
  readonly keyFile?: string;
  readonly hostKey?: string;
}

/** The system's ssh with nothing of the user's own. */
async function opensshTunnel(
  sshd: Sshd,
  targetPort: number,
  { program, keyFile = sshd.keyFile, hostKey = sshd.hostKey() }: Choice = {},
): Promise<Tunnel> {
  const knownHosts = path.join(sshd.folder, 'known_hosts');
  await writeFile(knownHosts, hostKey === '' ? '' : `[127.0.0.1]:${sshd.port} ${hostKey}\n`);
  const tunnel = createTunnel({
    road: { hops: [hopTo(sshd, { identityFiles: [keyFile], identitiesOnly: true, knownHostsFiles: [knownHosts] })], notes: [] },
    target: { host: '127.0.0.1', port: targetPort },
    hostKeys: keysInMemory(),
    identities: offering(),
    ask: trusting,
    network: () => () => undefined,
    transport: { kind: 'openssh', configFile: 'none', ...(program === undefined ? {} : { program }) },
  });
  onTestFinished(() => tunnel.dispose());
  return tunnel;
}

const sockets = async (): Promise<readonly string[]> => (await readdir(os.tmpdir())).filter((name) => name.startsWith('cw-ssh-'));

test('the system’s ssh carries bytes over a socket nobody else can enter, and leaves nothing behind', async () => {
  const before = new Set(await sockets());
  const sshd = await testSshd();
  const echo = await echoServer();
  const tunnel = await opensshTunnel(sshd, echo.port);
  const stream = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  const folder = (await sockets()).find((name) => !before.has(name)) ?? '';
  expect((await stat(path.join(os.tmpdir(), folder))).mode & 0o777).toBe(0o700);
  stream.write('hello');
  expect(String(await once(stream, 'data'))).toBe('hello');
  stream.end();
  stream.resume();
  await finished(stream);
  tunnel.suspect('the computer woke up');
  await stateOf(tunnel, 'ready');
  expect(tunnel.counters()).toMatchObject({ received: 5, sent: 5, openChannels: 0, reconnects: 0 });
  tunnel.stop();
  await expect.poll(async () => (await sockets()).includes(folder)).toBe(false);
});

test('ssh dying does not look like the end of the answer, and the tunnel comes back', async () => {
  const sshd = await testSshd();
  const source = await testServer((socket) => socket.write('begun'));
  const tunnel = await opensshTunnel(sshd, source.port);
  const stream = await tunnel.dial({ host: '127.0.0.1', port: source.port }, never);
  await once(stream, 'data');
  const end = once(stream, 'end').then(
    () => 'a clean end',
    (error: unknown) => error,
  );
  await sshd.kill();
  expect(await end).toMatchObject({ failure: { code: 'connection-lost' } });
  await sshd.start();
  await stateOf(tunnel, 'ready');
});

test('an end of the server is passed on as an end', async () => {
  const sshd = await testSshd();
  const brief = await testServer((socket) => socket.end('all'));
  const tunnel = await opensshTunnel(sshd, brief.port);
  const stream = await tunnel.dial({ host: '127.0.0.1', port: brief.port }, never);
  expect(String(Buffer.concat(await stream.toArray()))).toBe('all');
});

test('what ssh says becomes the same failures as our own', async () => {
  const sshd = await testSshd();
  const other = await testSshd();
  const failureOf = async (choice: Choice): Promise<string> => {
    const tunnel = await opensshTunnel(sshd, 1, choice);
    tunnel.start();
    return (await stateOf(tunnel, 'failed')).failure.code;
  };
  expect(await failureOf({ keyFile: other.keyFile })).toBe('ssh-auth');
  expect(await failureOf({ hostKey: other.hostKey() })).toBe('host-key-changed');
  expect(await failureOf({ hostKey: '' })).toBe('host-key-refused');
  expect(await failureOf({ program: '/nowhere/ssh' })).toBe('tunnel-program');
  await sshd.kill();
  const away = await opensshTunnel(sshd, 1);
  away.start();
  expect((await stateOf(away, 'waiting-to-retry')).failure.code).toBe('connection-refused');
});

test('a target that refuses and a login that may not forward are told apart', async () => {
  const sshd = await testSshd();
  const refusing = await opensshTunnel(sshd, 1);
  const stream = await refusing.dial({ host: '127.0.0.1', port: 1 }, never);
  const [error] = (await once(stream.resume(), 'error')) as [unknown];
  expect(error).toMatchObject({ failure: { code: 'connection-refused' } });
  expect(refusing.state().kind).toBe('ready');
  const strict = await testSshd({ config: ['AllowTcpForwarding no'] });
  const forbidden = await opensshTunnel(strict, 1);
  const refused = await forbidden.dial({ host: '127.0.0.1', port: 1 }, never);
  refused.on('error', () => undefined).resume();
  expect((await stateOf(forbidden, 'failed')).failure.code).toBe('forwarding-forbidden');
});
