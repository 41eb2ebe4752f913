/** @module-tag long */
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { echoServer, never, plainOpenssh, stateOf, testRelay, testServer, testSshd, testTunnel, sshdWithEcho } from './tunnel-fixture.ts';
import { opensshTunnel, type OpensshOptions } from './openssh-fixture.ts';
import { readLine, readBytes } from '../../support/read-until.ts';

const run = promisify(execFile);

/** Moves temporary files to a folder of this test, because other test files open sessions at the same time. */
async function useOwnTemporaryFolder(): Promise<void> {
  vi.stubEnv('TMPDIR', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
}

const sockets = async (): Promise<readonly string[]> => (await readdir(os.tmpdir())).filter((name) => name.startsWith('cw-ssh-'));

test('transfers bytes over a socket nobody else can enter, and leaves nothing behind', async () => {
  await useOwnTemporaryFolder();
  const before = new Set(await sockets());
  const { sshd, echo } = await sshdWithEcho();
  const tunnel = await opensshTunnel(sshd, echo.port, { patience: 30 }); // a ping may take as long as the machine needs
  const stream = await tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  const folder = (await sockets()).find((name) => !before.has(name)) ?? '';
  expect((await stat(path.join(os.tmpdir(), folder))).mode & 0o777).toBe(0o700);
  stream.write('hello');
  expect(await readBytes(stream, 5)).toBe('hello');
  stream.end();
  stream.resume();
  await finished(stream);
  tunnel.suspect('the computer woke up');
  await stateOf(tunnel, 'ready');
  expect(tunnel.counters()).toMatchObject({ received: 5, sent: 5, openChannels: 0, reconnects: 0 });
  tunnel.stop();
  await expect.poll(async () => (await sockets()).includes(folder)).toBe(false);
});

test('opens more connections at once than ssh’s backlog, over one session', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const tunnel = await opensshTunnel(sshd, echo.port, { patience: 30 });
  await tunnel.ready(never);
  const streams = await Promise.all(Array.from({ length: 300 }, () => tunnel.dial({ host: '127.0.0.1', port: echo.port }, never)));
  expect(tunnel.counters()).toMatchObject({ openChannels: 300, reconnects: 0 });
  for (const stream of streams) stream.destroy();
});

test('keeps a healthy session, and reconnects at the first attempt, while the machine starts programs slowly', async () => {
  const sshd = await testSshd();
  const program = path.join(sshd.folder, 'slow-ssh');
  await writeFile(program, '#!/bin/sh\n[ ! -e "$0-now" ] || { sleep 2.5; exec ssh "$@"; }\nssh "$@"\necho >>"$0-ended"\n', { mode: 0o755 });
  const relay = await testRelay(sshd.port);
  const tunnel = testTunnel(sshd, 1, { patience: 3, systemSsh: { ...plainOpenssh, program }, hop: { port: relay.port } });
  const failures = new Set<string>();
  tunnel.onChange(({ state }) => state.kind === 'waiting-to-retry' && failures.add(state.failure.code));
  await tunnel.ready(never);
  // An answer to one of the two requests after the login would be one to the next ping too.
  await expect.poll(() => readFile(`${program}-ended`, 'utf8').catch(() => '')).toMatch(/\n\n/);
  await writeFile(`${program}-now`, '');
  tunnel.suspect('the computer woke up');
  await stateOf(tunnel, 'ready');
  expect(relay.connections()).toBe(1);
  relay.cut();
  await stateOf(tunnel, 'connecting', 'waiting-to-retry');
  await stateOf(tunnel, 'ready');
  expect(failures).not.toContain('connect-timeout');
  expect(relay.connections()).toBe(2);
});

test('passes an end from the server on as an end', async () => {
  const sshd = await testSshd();
  const brief = await testServer((socket) => socket.end('all'));
  const tunnel = await opensshTunnel(sshd, brief.port);
  const stream = await tunnel.dial({ host: '127.0.0.1', port: brief.port }, never);
  expect(String(Buffer.concat(await stream.toArray()))).toBe('all');
});

test('converts ssh’s errors to the same failures as ssh2’s', async () => {
  const sshd = await testSshd();
  const other = await testSshd();
  const failureOf = async (choice: OpensshOptions): Promise<string> => {
    const tunnel = await opensshTunnel(sshd, 1, choice);
    tunnel.start();
    return (await stateOf(tunnel, 'failed')).failure.code;
  };
  expect(await failureOf({ keyFile: other.keyFile })).toBe('ssh-auth');
  expect(await failureOf({ hostKey: other.hostKey() })).toBe('host-key-changed');
  expect(await failureOf({ program: '/nowhere/ssh' })).toBe('tunnel-program');
  expect(await failureOf({ program: '/etc/hostname' })).toBe('tunnel-program');
  const config = path.join(sshd.folder, 'odd-config');
  await writeFile(config, 'Host *\n NoSuchThing yes\n');
  expect(await failureOf({ configFiles: [config] }), 'to try again would not mend it').toBe('invalid-input');
  await sshd.kill();
  const unreachable = await opensshTunnel(sshd, 1);
  unreachable.start();
  expect((await stateOf(unreachable, 'waiting-to-retry')).failure.code).toBe('connection-refused');
});

test('ends ssh and removes its folder when Causeway crashes', async () => {
  await useOwnTemporaryFolder();
  const sshd = await testSshd();
  const before = new Set(await sockets());
  const script = path.join(import.meta.dirname, 'openssh-crash-script.ts');
  const child = spawn(process.execPath, [script, String(sshd.port), sshd.login, sshd.keyFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await readLine(child.stdout)).toBe('ready');
  const relayed = async (): Promise<number> =>
    Number((await run('pgrep', ['-c', '-f', `^ssh .*instance-${sshd.port}$`]).catch(() => ({ stdout: '0' }))).stdout);
  expect(await relayed()).toBe(1);
  expect((await sockets()).filter((name) => !before.has(name))).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(relayed).toBe(0);
  await expect.poll(async () => (await sockets()).filter((name) => !before.has(name))).toEqual([]);
});

test('ends a jump host’s ssh and the askpass script when Causeway crashes while ssh asks', async () => {
  await useOwnTemporaryFolder();
  const sshd = await testSshd();
  const script = path.join(import.meta.dirname, 'openssh-crash-script.ts');
  const child = spawn(process.execPath, [script, String(sshd.port), sshd.login, sshd.keyFile, 'asking'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await readLine(child.stdout)).toBe('host-key');
  const left = async (): Promise<string> =>
    (await run('pgrep', ['-a', '-f', path.join(os.tmpdir(), 'cw-ssh-')]).catch(() => ({ stdout: '' }))).stdout;
  expect(await left()).toMatch(/ask --host-key/);
  child.kill('SIGKILL');
  await expect.poll(left).toBe('');
  await expect.poll(sockets).toEqual([]);
});

test('serves the next request correctly after one was aborted while opening', async () => {
  const sshd = await testSshd();
  const relay = await testRelay(sshd.port);
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port, { over: 'openssh', hop: { port: relay.port } });
  await tunnel.ready(never);
  relay.setDelay(200);
  const withdrawn = new AbortController();
  const first = tunnel.dial({ host: '127.0.0.1', port: echo.port }, withdrawn.signal);
  const second = tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  await turn(); // both are being opened, and the relay delays the answers
  withdrawn.abort(new Error('no longer wanted'));
  await expect(first).rejects.toThrow('no longer wanted');
  const stream = await second;
  stream.write('hello');
  expect(await readBytes(stream, 5)).toBe('hello');
  await expect.poll(() => echo.sockets.size, { message: 'the withdrawn one is closed there' }).toBe(1);
  stream.destroy();
});
