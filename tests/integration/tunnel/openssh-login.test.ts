import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Ask, Tunnel } from '../../../electron/core/tunnel/tunnel.ts';
import { keychain, types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startPasswordSshd } from './identity-fixture.ts';
import { canAskForCodes, canFakeAccounts, oneTimeCodes } from '../../support/password-sshd.ts';
import { echoServer, offering, opened, plainOpenssh, stateOf, testSshd, testTunnel, sshdWithEcho } from './tunnel-fixture.ts';
import { opensshTunnel } from './openssh-fixture.ts';

const run = promisify(execFile);

test('asks for a passphrase with the same question, again after a wrong one, and saves it only after a successful login', async () => {
  const { sshd, echo } = await sshdWithEcho();
  const keyFile = path.join(await temporaryFolder(), 'my key');
  await writeFile(keyFile, sshd.privateKey, { mode: 0o600 });
  await run('ssh-keygen', ['-q', '-p', '-a', '1', '-P', '', '-N', 'pass "phrase" $x', '-f', keyFile]);
  const { store, items } = keychain();
  const user = userWithReplies(types('wrong', true), types('pass "phrase" $x', true));
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

test('ends the attempt when the user dismisses a question, instead of sending an empty answer', async () => {
  const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
  const user = userWithReplies({ kind: 'given-up' });
  const tunnel = await opensshTunnel(sshd, 1, { keyFile: '/nowhere/key', ask: user.ask });
  tunnel.start();
  expect((await stateOf(tunnel, 'failed')).failure).toMatchObject({ code: 'login-given-up' });
  expect(user.asked).toHaveLength(1);
});

/** Creates a tunnel by the system's ssh to a server that accepts no key. */
function openInteractive(sshd: Awaited<ReturnType<typeof startPasswordSshd>>, ask: Ask): Tunnel {
  return testTunnel(sshd, 1, { hop: { identityFiles: [], identitiesOnly: false }, identities: offering(), ask, systemSsh: plainOpenssh });
}

describe.runIf(canFakeAccounts())('a real sshd with passwords', () => {
  test.each([
    ['password', ['UsePAM no', 'PasswordAuthentication yes', 'KbdInteractiveAuthentication no'], types('pass wörd')],
    [
      'prompts',
      ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'],
      { kind: 'prompts', answers: ['pass wörd'] } as const,
    ],
  ])('accepts the password asked for as %s, and gets the cached one on a reconnect', async (kind, config, reply) => {
    const user = userWithReplies({ kind: 'host-key', isTrusted: true }, reply);
    const tunnel = openInteractive(await startPasswordSshd(await temporaryFolder(), 'pass wörd', config), user.ask);
    tunnel.start();
    await stateOf(tunnel, 'ready');
    expect(user.asked.map((question) => question.kind)).toEqual(['host-key', kind]);
    expect(tunnel.history().map(({ state }) => state.kind)).toContain('waiting-for-user');
    tunnel.reconnectNow();
    await stateOf(tunnel, 'ready');
    expect(user.asked).toHaveLength(2);
  });
});

test.runIf(canAskForCodes())('asks again after a wrong one-time code, and says that it was wrong', async () => {
  const config = ['UsePAM yes', 'PasswordAuthentication no', 'KbdInteractiveAuthentication yes'];
  const sshd = await startPasswordSshd(await temporaryFolder(), 'secret', config, true);
  const typed = ['secret', '000000', 'secret', oneTimeCodes[0]].map((answer) => ({ kind: 'prompts', answers: [answer] }) as const);
  const user = userWithReplies({ kind: 'host-key', isTrusted: true }, ...typed);
  const tunnel = openInteractive(sshd, user.ask);
  tunnel.start();
  await stateOf(tunnel, 'ready');
  expect(user.asked.slice(1)).toMatchObject([{ isAgain: false }, { isAgain: false }, { isAgain: true }, { isAgain: true }]);
});

test('logs in with a user certificate, which ssh2 can’t use', async () => {
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
