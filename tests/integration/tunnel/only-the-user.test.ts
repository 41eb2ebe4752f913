import { describe, expect, test } from 'vitest';
import {
  echoServer,
  keysInMemory,
  offering,
  opened,
  passwordIdentity,
  stateOf,
  testRelay,
  testSshd,
  testTunnel,
} from './tunnel-fixture.ts';

describe('what only the user can mend', () => {
  test('forwarding that is forbidden is not tried again and again', async () => {
    const sshd = await testSshd({ config: ['AllowTcpForwarding no'] });
    const echo = await echoServer();
    const tunnel = testTunnel(sshd, echo.port);
    await expect(opened(tunnel, echo.port)).rejects.toMatchObject({ failure: { code: 'forwarding-forbidden' } });
    expect(tunnel.state()).toMatchObject({ kind: 'failed', failure: { code: 'forwarding-forbidden' } });
    await expect(opened(tunnel, echo.port)).rejects.toMatchObject({ failure: { code: 'forwarding-forbidden' } });
    await sshd.kill();
    await sshd.start({ config: [] });
    tunnel.reconnectNow();
    await opened(tunnel, echo.port);
  });

  test('a wrong password, thrice, ends in "failed" after one login, so that nobody is locked out', async () => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
    const relay = await testRelay(sshd.port);
    const wrong = passwordIdentity('wrong');
    const tunnel = testTunnel(sshd, 1, { hop: { port: relay.port }, identities: offering(wrong, wrong, wrong) });
    tunnel.start();
    const failed = await stateOf(tunnel, 'failed');
    expect(failed.failure.code).toBe('ssh-auth');
    expect(relay.connections()).toBe(1);
  });

  test('a server that hangs up after too many guesses is not taken for a broken network', async () => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes', 'MaxAuthTries 2'] });
    const wrong = passwordIdentity('wrong');
    const tunnel = testTunnel(sshd, 1, { identities: offering(wrong, wrong, wrong, wrong) });
    tunnel.start();
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('ssh-auth');
  });

  test('a host key that changes between reconnects is refused for good', async () => {
    const sshd = await testSshd();
    const tunnel = testTunnel(sshd, 1);
    tunnel.start();
    await stateOf(tunnel, 'ready');
    await sshd.kill();
    await sshd.start({ isNewHostKey: true });
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-changed');
  });

  test('an accepted key that could not be saved holds for this run: no second question, and no other key', async () => {
    const sshd = await testSshd();
    const unsaved = keysInMemory();
    let questions = 0;
    const tunnel = testTunnel(sshd, 1, {
      hostKeys: { ...unsaved, trust: async () => ({ code: 'storage', message: 'The disk is full.', remedy: 'Make room.' }) },
      ask: async () => {
        questions += 1;
        return { kind: 'host-key', isTrusted: true };
      },
    });
    tunnel.start();
    await stateOf(tunnel, 'ready');
    expect(tunnel.history().some(({ cause }) => cause.includes('The disk is full.'))).toBe(true);
    await sshd.kill();
    await stateOf(tunnel, 'waiting-to-retry', 'connecting');
    await sshd.start();
    await stateOf(tunnel, 'ready');
    expect(questions).toBe(1);
    await sshd.kill();
    await sshd.start({ isNewHostKey: true });
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-changed');
  });

  test('a key that is not trusted stops everything before a secret is sent', async () => {
    const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
    let prepared = 0;
    const tunnel = testTunnel(sshd, 1, {
      ask: async () => ({ kind: 'host-key', isTrusted: false }),
      identities: offering({ ...passwordIdentity('secret'), prepare: async () => void (prepared += 1) }),
    });
    tunnel.start();
    expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-refused');
    expect(prepared).toBe(0);
  });
});

test('the user may take longer over a question than the server waits for the login', async () => {
  const sshd = await testSshd({ config: ['LoginGraceTime 1'] });
  const relay = await testRelay(sshd.port);
  let answer = (): void => undefined;
  const asked: string[] = [];
  const tunnel = testTunnel(sshd, 1, {
    hop: { port: relay.port, connectTimeoutMs: 500 },
    ask: (question) => {
      asked.push(question.kind);
      return new Promise((resolve) => (answer = () => resolve({ kind: 'host-key', isTrusted: true })));
    },
  });
  tunnel.start();
  await stateOf(tunnel, 'waiting-for-user');
  await expect.poll(() => relay.open(), { timeout: 10_000 }).toBe(0); // the server has hung up
  expect(tunnel.state().kind).toBe('waiting-for-user');
  answer();
  await stateOf(tunnel, 'ready');
  expect(asked).toEqual(['host-key']);
});
