/** @module-tag long */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createIdentities, createCredentialCache, type Ask, type Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { readBytes } from '../../support/read-until.ts';
import type { Sshd } from '../../support/sshd.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeKey } from './identity-fixture.ts';
import {
  echoServer,
  never,
  opened,
  stateOf,
  testServer,
  testSshd,
  testTunnel,
  trusting,
  type TestTunnelOptions,
} from './tunnel-fixture.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { activityText, takeOverReasons, keyText } from '../../../electron/core/tunnel/text.ts';

const run = promisify(execFile);
const securityKey = '/usr/lib/openssh/regress/misc/sk-dummy/sk-dummy.so';

interface Watched {
  readonly tunnel: Tunnel;
  readonly takeOvers: (string | undefined)[];
  /** Returns how often ssh2 listed identities. */
  readonly ownAttempts: () => number;
}

interface FallbackOptions extends Pick<TestTunnelOptions, 'hop' | 'ask'> {
  readonly why?: string;
  readonly program?: string;
  readonly configFiles?: readonly string[];
}

/** Creates a tunnel over ssh2 that the system's ssh may take over. */
function fallbackTunnel(sshd: Sshd, port: number, { why, program, configFiles = [], hop, ask }: FallbackOptions = {}): Watched {
  const takeOvers: (string | undefined)[] = [];
  const memory = createCredentialCache();
  let attempts = 0;
  const tunnel = testTunnel(sshd, port, {
    ...(hop ? { hop } : {}),
    ...(ask ? { ask } : {}),
    identities: (asking) => {
      const real = createIdentities({ ask: asking, defaultFiles: [], cache: memory });
      return {
        list: (...words) => {
          attempts += 1;
          return real.list(...words);
        },
      };
    },
    transport: {
      kind: 'fallback',
      configFiles,
      cache: memory,
      previousReason: why,
      onTakeOver: (reason) => takeOvers.push(reason),
      ...(program === undefined ? {} : { program }),
    },
  });
  return { tunnel, takeOvers, ownAttempts: () => attempts };
}

async function echoes(tunnel: Tunnel, port: number): Promise<string> {
  const stream = await opened(tunnel, port);
  stream.write('hello');
  const echoed = await readBytes(stream, 5);
  stream.destroy();
  return echoed;
}

describe('without a common algorithm', () => {
  test.each([
    ['post-quantum key exchange only', ['KexAlgorithms sntrup761x25519-sha512@openssh.com'], 'key exchange algorithm'],
    // Their primes would be tested on this thread for seconds.
    ['group exchange only', ['KexAlgorithms diffie-hellman-group-exchange-sha256'], 'key exchange algorithm'],
    ['fixed groups only', ['KexAlgorithms diffie-hellman-group14-sha256,diffie-hellman-group16-sha512'], 'key exchange algorithm'],
    ['UMAC only', ['Ciphers aes256-ctr', 'MACs umac-128-etm@openssh.com,umac-64@openssh.com'], 'MAC'],
  ])('%s: the system’s ssh takes over, gives the reason, and this is saved', async (_, config, missing) => {
    const sshd = await testSshd({ config });
    const echo = await echoServer();
    const { tunnel, takeOvers, ownAttempts } = fallbackTunnel(sshd, echo.port);
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    const why = takeOverReasons.noCommonAlgorithm(`instance-${sshd.port}`, missing);
    expect(takeOvers).toEqual([why]);
    expect(tunnel.history().map(({ cause }) => cause)).toContain(activityText.takeOver(why));

    // It also reconnects.
    const cut = await opened(tunnel, echo.port);
    const broken = once(cut, 'error');
    await sshd.kill();
    await broken;
    await sshd.start();
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(ownAttempts()).toBe(1);

    const later = fallbackTunnel(sshd, echo.port, { why });
    expect(await echoes(later.tunnel, echo.port)).toBe('hello');
    expect([later.ownAttempts(), later.takeOvers]).toEqual([0, []]);
  });

  test('the failure has a remedy when there is no system’s ssh', async () => {
    const sshd = await testSshd({ config: ['KexAlgorithms sntrup761x25519-sha512@openssh.com'] });
    const { tunnel, takeOvers } = fallbackTunnel(sshd, 1, { program: '/nowhere/ssh' });
    tunnel.start();
    const { failure } = await stateOf(tunnel, 'failed');
    expect(failure).toMatchObject({
      code: 'ssh-handshake',
      reason: 'no-common-algorithm',
      params: { hop: `instance-${sshd.port}`, missing: 'key exchange algorithm' },
    });
    expect(describeFailure(failure).remedy).toContain('Install OpenSSH');
    expect(takeOvers).toEqual([]);
  });

  test('the system’s ssh takes over once it is installed (catches a remedy that needs a restart)', async () => {
    const sshd = await testSshd({ config: ['KexAlgorithms sntrup761x25519-sha512@openssh.com'] });
    const echo = await echoServer();
    const program = path.join(await temporaryFolder(), 'ssh');
    const { tunnel } = fallbackTunnel(sshd, echo.port, { program });
    tunnel.start();
    await stateOf(tunnel, 'failed');
    await symlink('/usr/bin/ssh', program);
    tunnel.start();
    expect(await echoes(tunnel, echo.port)).toBe('hello');
  });

  test('returns to ssh2 when the system’s ssh is gone and ssh2 can log in', async () => {
    const sshd = await testSshd();
    const echo = await echoServer();
    const { tunnel, takeOvers } = fallbackTunnel(sshd, echo.port, { why: 'it was so', program: '/nowhere/ssh' });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(takeOvers).toEqual([undefined]);
  });

  test('still offers fixed groups when there is no system’s ssh', async () => {
    const sshd = await testSshd({ config: ['KexAlgorithms diffie-hellman-group14-sha256'] });
    const echo = await echoServer();
    const { tunnel } = fallbackTunnel(sshd, echo.port, { program: '/nowhere/ssh' });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
  });

  // catches a program that is blocked, even /healthz, while ssh2 tests a prime
  test.each([
    [undefined, /diffie-hellman/],
    ['/nowhere/ssh', /group-exchange/],
  ])('doesn’t offer algorithms that would block the program (system’s ssh: %s)', async (program, slow) => {
    const heard = Promise.withResolvers<string>();
    const server = await testServer((socket) => {
      let said = '';
      socket.write('SSH-2.0-test\r\n');
      socket.on('data', (piece: Buffer) => {
        said += piece.toString('latin1');
        if (said.includes('ssh-ed25519')) heard.resolve(said); // in the next list, so the one of the key exchange is complete
      });
    });
    const sshd = await testSshd();
    const { tunnel } = fallbackTunnel(sshd, 1, { hop: { port: server.port }, ...(program === undefined ? {} : { program }) });
    tunnel.start();
    expect(await heard.promise).not.toMatch(slow);
  });
});

describe('with a key that ssh2 can’t use', () => {
  /** Takes over before asking for a password, although the server would accept one. */
  const passwordsToo = ['PasswordAuthentication yes', 'KbdInteractiveAuthentication yes'];
  const onlyHostKeys = (): { readonly ask: Ask; readonly asked: string[] } => {
    const asked: string[] = [];
    return {
      asked,
      ask: (question, signal) => {
        if (question.kind !== 'host-key') asked.push(question.kind);
        return trusting(question, signal);
      },
    };
  };

  test.each(['beside its key', 'in the ssh config'])('uses the system’s ssh for a certificate %s', async (place) => {
    const sshd = await testSshd({ config: passwordsToo });
    const [authority, key] = [await makeKey(sshd.folder, 'authority'), await makeKey(sshd.folder, 'own')];
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', sshd.login, `${key}.pub`]);
    await writeFile(path.join(sshd.folder, 'authorized_keys'), `cert-authority ${await readFile(`${authority}.pub`, 'utf8')}`);
    let certificate = `${key}-cert.pub`;
    const configFiles = [path.join(sshd.folder, 'user-config')];
    if (place === 'in the ssh config') {
      certificate = path.join(sshd.folder, 'elsewhere.pub');
      await run('mv', [`${key}-cert.pub`, certificate]);
    }
    await writeFile(configFiles[0] ?? '', place === 'in the ssh config' ? `CertificateFile ${certificate}\n` : '');
    const echo = await echoServer();
    const user = onlyHostKeys();
    const hop = { identityFiles: [key], certificateFiles: place === 'in the ssh config' ? [certificate] : [] };
    const { tunnel, takeOvers } = fallbackTunnel(sshd, echo.port, { hop, ask: user.ask, configFiles });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(takeOvers).toEqual([keyText.isCertificate(certificate)]);
    expect(user.asked).toEqual([]);
  });

  test('asks once for the passphrase of a key file encrypted with ChaCha20', async () => {
    const sshd = await testSshd({ config: passwordsToo });
    const key = await makeKey(sshd.folder, 'own', '-Z', 'chacha20-poly1305@openssh.com', '-N', 'secret');
    await copyFile(`${key}.pub`, path.join(sshd.folder, 'authorized_keys'));
    const echo = await echoServer();
    const user = userWithReplies({ kind: 'host-key', isTrusted: true }, types('secret'));
    const { tunnel, takeOvers } = fallbackTunnel(sshd, echo.port, { hop: { identityFiles: [key] }, ask: user.ask });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(takeOvers).toEqual([keyText.isEncryptedWith(key, 'chacha20-poly1305@openssh.com')]);
    expect(user.asked.map(({ kind }) => kind)).toEqual(['host-key', 'passphrase']);
  });

  test('asks once for the passphrase of an encrypted key with a certificate', async () => {
    const sshd = await testSshd();
    const [authority, key] = [await makeKey(sshd.folder, 'authority'), await makeKey(sshd.folder, 'own', '-N', 'secret')];
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', sshd.login, `${key}.pub`]);
    await writeFile(path.join(sshd.folder, 'authorized_keys'), `cert-authority ${await readFile(`${authority}.pub`, 'utf8')}`);
    const echo = await echoServer();
    const user = userWithReplies({ kind: 'host-key', isTrusted: true }, types('secret'));
    const { tunnel } = fallbackTunnel(sshd, echo.port, { hop: { identityFiles: [key] }, ask: user.ask });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(user.asked.map(({ kind }) => kind)).toEqual(['host-key', 'passphrase']);
  });

  test.skipIf(!existsSync(securityKey))('uses the system’s ssh for a security key', async () => {
    const sshd = await testSshd({ config: passwordsToo });
    const key = path.join(sshd.folder, 'id_sk');
    await run('ssh-keygen', ['-q', '-t', 'ed25519-sk', '-w', securityKey, '-N', '', '-f', key]);
    await copyFile(`${key}.pub`, path.join(sshd.folder, 'authorized_keys'));
    const config = path.join(sshd.folder, 'user-config');
    await writeFile(config, `SecurityKeyProvider ${securityKey}\n`);
    const echo = await echoServer();
    const user = onlyHostKeys();
    const { tunnel, takeOvers } = fallbackTunnel(sshd, echo.port, { hop: { identityFiles: [key] }, ask: user.ask, configFiles: [config] });
    expect(await echoes(tunnel, echo.port)).toBe('hello');
    expect(takeOvers).toEqual([keyText.isOnSecurityKey(key, 'sk-ssh-ed25519@openssh.com')]);
    expect(user.asked).toEqual([]);
  });

  test('stays with ssh2 when the key works without its certificate', async () => {
    const sshd = await testSshd();
    const authority = await makeKey(sshd.folder, 'authority');
    await run('ssh-keygen', ['-y', '-f', sshd.keyFile]).then(({ stdout }) => writeFile(`${sshd.keyFile}.pub`, stdout));
    await run('ssh-keygen', ['-q', '-s', authority, '-I', 'ada', '-n', 'somebody-else', `${sshd.keyFile}.pub`]);
    const { tunnel, takeOvers } = fallbackTunnel(sshd, 1);
    await tunnel.ready(never);
    expect(takeOvers).toEqual([]);
  });
});
