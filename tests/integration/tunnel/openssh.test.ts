import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHostKeys, createTunnel, type Ask, type OpensshChoice, type Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { keychain, types, userWho } from '../../core/tunnel/identities/ask-fixture.ts';
import type { Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startPasswordSshd } from './identities-sshd.ts';
import { canAskForCodes, canPretendAccounts, oneTimeCodes } from '../../support/password-sshd.ts';
import {
  echoServer,
  hopTo,
  keysInMemory,
  never,
  offering,
  opened,
  plainOpenssh,
  stateOf,
  testRelay,
  testServer,
  testSshd,
  testTunnel,
  trusting,
} from './tunnel-fixture.ts';

const run = promisify(execFile);

interface Choice {
  readonly program?: string;
  readonly keyFile?: string;
  readonly hostKey?: string;
  readonly knownHosts?: string;
  readonly configFiles?: readonly string[];
  readonly ask?: Ask;
  readonly secrets?: NonNullable<OpensshChoice['secrets']>;
}

/** The system's ssh with nothing of the user's own, and host keys as they are judged for real. */
async function opensshTunnel(sshd: Sshd, targetPort: number, choice: Choice = {}): Promise<Tunnel> {
  const { keyFile = sshd.keyFile, hostKey = sshd.hostKey(), configFiles = [], program, secrets, ask = trusting } = choice;
  const file = path.join(sshd.folder, 'known_hosts');
  await writeFile(file, choice.knownHosts ?? `[127.0.0.1]:${sshd.port} ${hostKey}\n`);
  return testTunnel(sshd, targetPort, {
    hop: { identityFiles: [keyFile], knownHostsFiles: [file] },
    hostKeys: createHostKeys({ ownFile: path.join(sshd.folder, 'own_known_hosts') }),
    ask,
    transport: {
      kind: 'openssh',
      configFiles,
      ...(program === undefined ? {} : { program }),
      ...(secrets === undefined ? {} : { secrets }),
    },
  });
}

/** From now on what is temporary goes to a folder of this test's own: other files run at the same time and hold sessions, too. */
async function keepApart(): Promise<void> {
  vi.stubEnv('TMPDIR', await temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
}

const sockets = async (): Promise<readonly string[]> => (await readdir(os.tmpdir())).filter((name) => name.startsWith('cw-ssh-'));

test('the system’s ssh carries bytes over a socket nobody else can enter, and leaves nothing behind', async () => {
  await keepApart();
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
  expect(await failureOf({ program: '/nowhere/ssh' })).toBe('tunnel-program');
  expect(await failureOf({ program: '/etc/hostname' })).toBe('tunnel-program');
  const config = path.join(sshd.folder, 'odd-config');
  await writeFile(config, 'Host *\n NoSuchThing yes\n');
  expect(await failureOf({ configFiles: [config] }), 'to try again would not mend it').toBe('tunnel-program');
  await sshd.kill();
  const away = await opensshTunnel(sshd, 1);
  away.start();
  expect((await stateOf(away, 'waiting-to-retry')).failure.code).toBe('connection-refused');
});

test('a passphrase is asked for through the same question, again when it was wrong, and kept only once it let us in', async () => {
  const sshd = await testSshd();
  const echo = await echoServer();
  const keyFile = path.join(await temporaryFolder(), 'my key');
  await writeFile(keyFile, sshd.privateKey, { mode: 0o600 });
  await run('ssh-keygen', ['-q', '-p', '-a', '1', '-P', '', '-N', 'pass "phrase" $x', '-f', keyFile]);
  const { store, items } = keychain();
  const user = userWho(types('wrong', true), types('pass "phrase" $x', true));
  const tunnel = await opensshTunnel(sshd, echo.port, { keyFile, ask: user.ask, secrets: { store, profileId: 'p' } });
  await opened(tunnel, echo.port);
  expect(user.asked).toMatchObject([
    { kind: 'passphrase', keyFile, isAgain: false },
    { kind: 'passphrase', keyFile, isAgain: true },
  ]);
  expect([...items]).toEqual([[`key-passphrase p ${keyFile}`, 'pass "phrase" $x']]);
  tunnel.reconnectNow();
  await stateOf(tunnel, 'ready');
  const other = await opensshTunnel(sshd, echo.port, { keyFile, ask: user.ask, secrets: { store, profileId: 'p' } });
  await opened(other, echo.port);
  expect(user.asked, 'neither a reconnect nor a second tunnel asks again').toHaveLength(2);
});

test('giving a question up ends the attempt instead of guessing with nothing', async () => {
  const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
  const user = userWho({ kind: 'given-up' });
  const tunnel = await opensshTunnel(sshd, 1, { keyFile: '/nowhere/key', ask: user.ask });
  tunnel.start();
  expect((await stateOf(tunnel, 'failed')).failure).toMatchObject({ code: 'ssh-auth' });
  expect(user.asked).toHaveLength(1);
});

/** A tunnel by the system's ssh through a server that lets nobody in by a key. */
function throughAsking(sshd: Awaited<ReturnType<typeof startPasswordSshd>>, ask: Ask): Tunnel {
  const tunnel = createTunnel({
    road: { hops: [hopTo(sshd, { identityFiles: [] })], notes: [] },
    target: { host: '127.0.0.1', port: 1 },
    hostKeys: keysInMemory(),
    identities: offering(),
    ask,
    network: () => () => undefined,
    transport: plainOpenssh,
  });
  onTestFinished(() => tunnel.dispose());
  return tunnel;
}

describe.runIf(canPretendAccounts())('a real sshd with passwords', () => {
  test.each([
    ['password', ['UsePAM no', 'PasswordAuthentication yes', 'KbdInteractiveAuthentication no'], types('pass wörd')],
    [
      'prompts',
      ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'],
      { kind: 'prompts', answers: ['pass wörd'] } as const,
    ],
  ])('takes what was asked for as %s, and is answered from memory when reconnecting', async (kind, config, reply) => {
    const user = userWho({ kind: 'host-key', isTrusted: true }, reply);
    const tunnel = throughAsking(await startPasswordSshd(await temporaryFolder(), 'pass wörd', config), user.ask);
    tunnel.start();
    await stateOf(tunnel, 'ready');
    expect(user.asked.map((question) => question.kind)).toEqual(['host-key', kind]);
    expect(tunnel.history().map(({ state }) => state.kind)).toContain('waiting-for-user');
    tunnel.reconnectNow();
    await stateOf(tunnel, 'ready');
    expect(user.asked).toHaveLength(2);
  });
});

test.runIf(canAskForCodes())('a wrong one-time code is asked for again, and said to have been wrong', async () => {
  const config = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', config, true);
  const typed = ['secret', '000000', 'secret', oneTimeCodes[0]].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const);
  const user = userWho({ kind: 'host-key', isTrusted: true }, ...typed);
  const tunnel = throughAsking(sshd, user.ask);
  tunnel.start();
  await stateOf(tunnel, 'ready');
  expect(user.asked.slice(1)).toMatchObject([{ isAgain: false }, { isAgain: false }, { isAgain: true }, { isAgain: true }]);
});

test('a certificate of the host, which our own sessions can’t check, is taken by the authority in the user’s file', async () => {
  const folder = await temporaryFolder();
  const sshd = await testSshd();
  const authority = path.join(folder, 'authority');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', authority]);
  await run('ssh-keygen', ['-q', '-s', authority, '-I', 'host', '-h', '-n', '127.0.0.1', path.join(sshd.folder, 'host.pub')]);
  await sshd.kill();
  await sshd.start({ config: [`HostCertificate ${path.join(sshd.folder, 'host-cert.pub')}`] });
  const echo = await echoServer();
  const known = (await readFile(`${authority}.pub`, 'utf8')).trim();
  const user = userWho();
  const tunnel = await opensshTunnel(sshd, echo.port, { knownHosts: `@cert-authority * ${known}\n`, ask: user.ask });
  await opened(tunnel, echo.port);
  expect(user.asked).toEqual([]);
});

test('a certificate of the user, which our own sessions can’t show, lets the system’s ssh in', async () => {
  const folder = await temporaryFolder();
  const sshd = await testSshd();
  const [authority, keyFile] = [path.join(folder, 'authority'), path.join(folder, 'key')];
  for (const file of [authority, keyFile]) await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  await run('ssh-keygen', ['-q', '-s', authority, '-I', 'user', '-n', sshd.login, `${keyFile}.pub`]);
  const echo = await echoServer();
  const stranger = await opensshTunnel(sshd, echo.port, { keyFile });
  stranger.start();
  expect((await stateOf(stranger, 'failed')).failure.code).toBe('ssh-auth');
  await sshd.kill();
  await sshd.start({ config: [`TrustedUserCAKeys ${authority}.pub`] });
  await opened(await opensshTunnel(sshd, echo.port, { keyFile }), echo.port);
});

test('ssh does not outlive a Causeway that crashed, and its folder is cleared', async () => {
  await keepApart();
  const sshd = await testSshd();
  const before = new Set(await sockets());
  const script = path.join(import.meta.dirname, 'openssh-crash-script.ts');
  const child = spawn(process.execPath, [script, String(sshd.port), sshd.login, sshd.keyFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(String(await once(child.stdout, 'data')).trim()).toBe('ready');
  const relayed = async (): Promise<number> =>
    Number((await run('pgrep', ['-c', '-f', `^ssh .*instance-${sshd.port}$`]).catch(() => ({ stdout: '0' }))).stdout);
  expect(await relayed()).toBe(1);
  expect((await sockets()).filter((name) => !before.has(name))).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(relayed).toBe(0);
  await expect.poll(async () => (await sockets()).filter((name) => !before.has(name))).toEqual([]);
});

test('a target that refuses and a login that may not forward are told apart, and before there is a connection', async () => {
  const sshd = await testSshd();
  const refusing = await opensshTunnel(sshd, 1);
  const dials = [1, 2, 3].map(() => refusing.dial({ host: '127.0.0.1', port: 1 }, never));
  for (const dial of dials) await expect(dial).rejects.toMatchObject({ failure: { code: 'connection-refused' } });
  expect(refusing.state().kind).toBe('ready');
  const strict = await testSshd({ config: ['AllowTcpForwarding no'] });
  const forbidden = await opensshTunnel(strict, 1);
  await expect(forbidden.dial({ host: '127.0.0.1', port: 1 }, never)).rejects.toMatchObject({ failure: { code: 'forwarding-forbidden' } });
  expect((await stateOf(forbidden, 'failed')).failure.code).toBe('forwarding-forbidden');
});

test('a request that is withdrawn while the instance tries does not upset the next', async () => {
  const sshd = await testSshd();
  const relay = await testRelay(sshd.port);
  const echo = await echoServer();
  const tunnel = testTunnel(sshd, echo.port, { over: 'openssh', hop: { port: relay.port } });
  await tunnel.ready(never);
  relay.setDelay(200);
  const withdrawn = new AbortController();
  const first = tunnel.dial({ host: '127.0.0.1', port: echo.port }, withdrawn.signal);
  const second = tunnel.dial({ host: '127.0.0.1', port: echo.port }, never);
  withdrawn.abort(new Error('no longer wanted'));
  await expect(first).rejects.toThrow('no longer wanted');
  const stream = await second;
  stream.write('hello');
  expect(String(await once(stream, 'data'))).toBe('hello');
  await expect.poll(() => echo.sockets.size, { message: 'the withdrawn one is closed there' }).toBe(1);
  stream.destroy();
});
