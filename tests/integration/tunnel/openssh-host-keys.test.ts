import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../electron/core/tunnel/host-keys/public-key.ts';
import { createHostKeys } from '../../../electron/core/tunnel/tunnel.ts';
import { keyOf, lineOf } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import type { Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { opensshTunnel } from './openssh-fixture.ts';
import { echoServer, hopTo, opened, stateOf, testSshd, testTunnel } from './tunnel-fixture.ts';

const run = promisify(execFile);

// catches a setting of the user's config that makes ssh connect without asking us about the key
test('refuses a changed key on loopback even if the user’s config switches the check off there', async () => {
  const sshd = await testSshd();
  const config = path.join(await temporaryFolder(), 'config');
  await writeFile(config, 'NoHostAuthenticationForLocalhost yes\n');
  const hostKey = `ssh-ed25519 ${keyOf('ssh-ed25519', 9).toString('base64')}`;
  const tunnel = await opensshTunnel(sshd, 1, { hostKey, configFiles: [config] });
  tunnel.start();
  expect(await stateOf(tunnel, 'ready', 'failed')).toMatchObject({ kind: 'failed', failure: { code: 'host-key-changed' } });
});

// catches ssh continuing by the user's file after we refused: it ends if KnownHostsCommand fails
test('refuses a key that differs from ours for the port, although the user’s file has it for the host', async () => {
  const sshd = await testSshd();
  const folder = await temporaryFolder();
  const [ownFile, users] = [path.join(folder, 'own'), path.join(folder, 'known_hosts')];
  await writeFile(ownFile, `${lineOf(`[127.0.0.1]:${sshd.port}`, keyOf('ssh-ed25519', 9))}\n`);
  await writeFile(users, `127.0.0.1 ${sshd.hostKey()}\n`);
  const tunnel = testTunnel(sshd, 1, { over: 'openssh', hostKeys: createHostKeys({ ownFile }), hop: { knownHostsFiles: [users] } });
  tunnel.start();
  expect(await stateOf(tunnel, 'ready', 'failed')).toMatchObject({ kind: 'failed', failure: { code: 'host-key-changed' } });
});

describe('a host certificate, which ssh2 can’t check', () => {
  /** Starts an sshd with a certificate. Returns the public key of its authority, too. */
  const startCertified = async (config: readonly string[] = []): Promise<{ readonly sshd: Sshd; readonly authority: string }> => {
    const authority = path.join(await temporaryFolder(), 'authority');
    const sshd = await testSshd();
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', authority]);
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'host', '-h', '-n', '127.0.0.1', path.join(sshd.folder, 'host.pub')]);
    await sshd.kill();
    await sshd.start({ config: [`HostCertificate ${path.join(sshd.folder, 'host-cert.pub')}`, ...config] });
    return { sshd, authority: (await readFile(`${authority}.pub`, 'utf8')).trim() };
  };
  const plainKey = (sshd: Sshd): Buffer => Buffer.from(sshd.hostKey().split(' ')[1] ?? '', 'base64');

  test('is accepted by the authority in the user’s file', async () => {
    const { sshd, authority } = await startCertified();
    const echo = await echoServer();
    const user = userWithReplies();
    const tunnel = await opensshTunnel(sshd, echo.port, { knownHosts: `@cert-authority * ${authority}\n`, ask: user.ask });
    await opened(tunnel, echo.port);
    expect(user.asked).toEqual([]);
  });

  test.each([
    ['no authority', () => ''],
    ['another authority', () => `${lineOf('*', keyOf('ssh-ed25519', 9), '@cert-authority')}\n`],
  ])('can be trusted by its plain key if the user’s file has %s', async (_, knownHosts) => {
    const { sshd } = await startCertified();
    const echo = await echoServer();
    const user = userWithReplies({ kind: 'host-key', isTrusted: true });
    const tunnel = await opensshTunnel(sshd, echo.port, { knownHosts: knownHosts(), ask: user.ask });
    tunnel.start();
    expect((await stateOf(tunnel, 'ready', 'failed')).kind).toBe('ready');
    tunnel.reconnectNow();
    await stateOf(tunnel, 'connecting');
    expect((await stateOf(tunnel, 'ready', 'failed')).kind).toBe('ready');
    expect(user.asked).toMatchObject([{ kind: 'host-key', keyType: 'ssh-ed25519', fingerprint: fingerprint(plainKey(sshd)) }]);
  });

  // catches sending the jump host's saved password to the instance
  test('of the instance ends the login to the jump host before it', async () => {
    const jump = await testSshd();
    const { sshd, authority } = await startCertified(['PasswordAuthentication yes']);
    const users = path.join(sshd.folder, 'known_hosts');
    await writeFile(users, `[127.0.0.1]:${jump.port} ${jump.hostKey()}\n@cert-authority * ${authority}\n`);
    const bastion = hopTo(jump, { name: 'bastion', identityFiles: [jump.keyFile], knownHostsFiles: [users] });
    const lab = hopTo(sshd, { name: 'lab', knownHostsFiles: [users] });
    const user = userWithReplies();
    const tunnel = testTunnel(sshd, 1, {
      over: 'openssh',
      hopChain: { hops: [bastion, lab], notes: [] },
      hostKeys: createHostKeys({ ownFile: path.join(sshd.folder, 'own') }),
      ask: user.ask,
    });
    tunnel.start();
    await stateOf(tunnel, 'failed');
    expect(user.asked).toMatchObject([{ kind: 'password', hop: 'lab' }]);
  });
});
