/** @module-tag long */
import { execFile } from 'node:child_process';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../electron/contract/failure.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { keyText, reachText } from '../../../electron/core/tunnel/text.ts';
import type { Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { readBytes } from '../../support/read-until.ts';
import type { Sshd } from '../../support/sshd.ts';
import { makeKey } from './identity-fixture.ts';
import {
  echoServer,
  never,
  opened,
  plainOpenssh,
  stateOf,
  testServer,
  testSshd,
  testTunnel,
  trusting,
  type TestTunnelOptions,
  ownIdentities,
} from './tunnel-fixture.ts';

const run = promisify(execFile);
const passwordsToo = ['PasswordAuthentication yes', 'KbdInteractiveAuthentication yes'];

/** Creates a tunnel over ssh2 with the user's own identities. */
function ownTunnel(sshd: Sshd, options: Pick<TestTunnelOptions, 'hop' | 'ask'> = {}): Tunnel {
  return testTunnel(sshd, 1, { ...options, identities: ownIdentities });
}

/** Returns why a tunnel failed, and what is behind the offer of the system's ssh. */
async function offerOf(tunnel: Tunnel): Promise<{ readonly failure: Failure; readonly cause: Failure }> {
  tunnel.start();
  const { failure } = await stateOf(tunnel, 'failed', 'waiting-to-retry');
  expect(failure.reason).toBe('needs-system-ssh');
  const cause = failure.params['cause'] as Failure;
  expect(failure.code).toBe(cause.code);
  return { failure, cause };
}

/** Checks that the system's ssh carries what ssh2 couldn't. */
async function expectSystemSshWorks(sshd: Sshd, options: Pick<TestTunnelOptions, 'hop' | 'ask' | 'systemSsh'> = {}): Promise<void> {
  const echo = await echoServer();
  const stream = await opened(testTunnel(sshd, echo.port, { systemSsh: plainOpenssh, ...options }), echo.port);
  stream.write('hello');
  expect(await readBytes(stream, 5)).toBe('hello');
  stream.destroy();
}

describe('without a common algorithm', () => {
  test.each([
    ['post-quantum key exchange only', ['KexAlgorithms sntrup761x25519-sha512@openssh.com'], 'key exchange algorithm'],
    // Their primes would be tested on this thread for seconds.
    ['group exchange only', ['KexAlgorithms diffie-hellman-group-exchange-sha256'], 'key exchange algorithm'],
    ['fixed groups only', ['KexAlgorithms diffie-hellman-group14-sha256,diffie-hellman-group16-sha512'], 'key exchange algorithm'],
    ['UMAC only', ['Ciphers aes256-ctr', 'MACs umac-128-etm@openssh.com,umac-64@openssh.com'], 'MAC'],
  ])('%s: the failure offers the system’s ssh, which connects', async (_, config, missing) => {
    const sshd = await testSshd({ config });
    const { cause } = await offerOf(ownTunnel(sshd));
    expect(cause).toMatchObject({ reason: 'no-common-algorithm', params: { hop: `instance-${sshd.port}`, missing } });
    await expectSystemSshWorks(sshd);
  });

  // catches a program that is blocked, even /healthz, while ssh2 tests a prime
  test('doesn’t offer algorithms that would block the program', async () => {
    const heard = Promise.withResolvers<string>();
    const server = await testServer((socket) => {
      let said = '';
      socket.write('SSH-2.0-test\r\n');
      socket.on('data', (piece: Buffer) => {
        said += piece.toString('latin1');
        if (said.includes('ssh-ed25519')) heard.resolve(said); // in the next list, so the one of the key exchange is complete
      });
    });
    ownTunnel(await testSshd(), { hop: { port: server.port } }).start();
    expect(await heard.promise).not.toMatch(/diffie-hellman/);
  });
});

describe('with a key that ssh2 can’t use', () => {
  test.each(['beside its key', 'in the ssh config'])('offers the system’s ssh for a certificate %s', async (place) => {
    const sshd = await testSshd();
    const [authority, key] = [await makeKey(sshd.folder, 'authority'), await makeKey(sshd.folder, 'own')];
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', sshd.login, `${key}.pub`]);
    await writeFile(path.join(sshd.folder, 'authorized_keys'), `cert-authority ${await readFile(`${authority}.pub`, 'utf8')}`);
    let certificate = `${key}-cert.pub`;
    const config = path.join(sshd.folder, 'user-config');
    if (place === 'in the ssh config') {
      certificate = path.join(sshd.folder, 'elsewhere.pub');
      await rename(`${key}-cert.pub`, certificate);
    }
    await writeFile(config, place === 'in the ssh config' ? `CertificateFile ${certificate}\n` : '');
    const hop = { identityFiles: [key], certificateFiles: place === 'in the ssh config' ? [certificate] : [] };
    const { failure } = await offerOf(ownTunnel(sshd, { hop }));
    expect(describeFailure(failure).message).toContain(keyText.isCertificate(certificate));
    await expectSystemSshWorks(sshd, { hop, systemSsh: { configFiles: [config] } });
  });

  test('asks for the password first, and offers the system’s ssh when the user dismisses it', async () => {
    const sshd = await testSshd({ config: passwordsToo });
    const key = await makeKey(sshd.folder, 'own', '-Z', 'chacha20-poly1305@openssh.com', '-N', 'secret');
    await copyFile(`${key}.pub`, path.join(sshd.folder, 'authorized_keys'));
    const user = userWithReplies({ kind: 'host-key', isTrusted: true }, { kind: 'given-up' });
    const hop = { identityFiles: [key] };
    const { failure, cause } = await offerOf(ownTunnel(sshd, { hop, ask: user.ask }));
    expect(cause.reason).toBe('sign-in-dismissed');
    expect(describeFailure(failure).message).toContain(keyText.isEncryptedWith(key, 'chacha20-poly1305@openssh.com'));
    await expectSystemSshWorks(sshd, { hop, ask: userWithReplies({ kind: 'host-key', isTrusted: true }, types('secret')).ask });
  });

  test('connects when the key works without its certificate', async () => {
    const sshd = await testSshd();
    const authority = await makeKey(sshd.folder, 'authority');
    await run('ssh-keygen', ['-y', '-f', sshd.keyFile]).then(({ stdout }) => writeFile(`${sshd.keyFile}.pub`, stdout));
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', 'somebody-else', `${sshd.keyFile}.pub`]);
    await expect(ownTunnel(sshd).ready(never)).resolves.toBeUndefined();
  });
});

test('offers the system’s ssh for a host that the ssh config reaches with a command', async () => {
  const sshd = await testSshd();
  await sshd.kill();
  const { failure, cause } = await offerOf(ownTunnel(sshd, { hop: { hasProxyCommand: true } }));
  expect(cause.reason).toBe('ssh-refused');
  expect(describeFailure(failure).message).toContain(reachText.needsCommand(`instance-${sshd.port}`));
});

test('offers the system’s ssh for a server that accepts only Kerberos', async () => {
  const sshd = await testSshd({ config: ['PubkeyAuthentication no', 'GSSAPIAuthentication yes'] });
  const { failure, cause } = await offerOf(ownTunnel(sshd));
  expect(cause.reason).toBe('sign-in-without-identity');
  expect(describeFailure(failure).message).toContain(keyText.acceptsKerberos(`instance-${sshd.port}`));
});

test('offers nothing to a user whose key the server doesn’t know', async () => {
  const sshd = await testSshd();
  const tunnel = ownTunnel(sshd, { hop: { identityFiles: [await makeKey(sshd.folder, 'own')] }, ask: trusting });
  tunnel.start();
  expect((await stateOf(tunnel, 'failed')).failure.reason).toBe('sign-in-rejected');
});
