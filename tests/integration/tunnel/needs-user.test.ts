import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../electron/core/tunnel/host-keys/public-key.ts';
import { createHostKeys, type Ask } from '../../../electron/core/tunnel/tunnel.ts';
import { keyOf, lineOf } from '../../core/tunnel/host-keys/hop-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  hopTo,
  keysInMemory,
  opened,
  ownIdentities,
  refusalOf,
  stateOf,
  testRelay,
  testSshd,
  testTunnel,
  transports,
  trustingUser,
  sshdWithEcho,
} from './tunnel-fixture.ts';
import { failure as failureOf } from '../../../electron/contract/failures/fail.ts';

/** Creates a user who trusts the host and always types the same secret. */
function userWithPassword(secret: string): { readonly ask: Ask; readonly asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async (question) => {
    asked.push(`${question.kind}${'isAgain' in question && question.isAgain ? ' again' : ''}`);
    return question.kind === 'host-key' ? { kind: 'host-key', isTrusted: true } : { kind: 'secret', secret, keep: false };
  };
  return { ask, asked };
}

describe.each(transports)('over %s', (over) => {
  describe('failures that only the user can fix', () => {
    test('don’t retry forbidden forwarding', async () => {
      const { sshd, echo } = await sshdWithEcho({ config: ['AllowTcpForwarding no'] });
      const tunnel = testTunnel(sshd, echo.port, { over });
      expect(await refusalOf(tunnel, echo.port)).toMatchObject({ failure: { code: 'forwarding-forbidden' } });
      expect(tunnel.state()).toMatchObject({ kind: 'failed', failure: { code: 'forwarding-forbidden' } });
      await expect(opened(tunnel, echo.port)).rejects.toMatchObject({ failure: { code: 'forwarding-forbidden' } });
      await sshd.kill();
      await sshd.start({ config: [] });
      tunnel.reconnectNow();
      await opened(tunnel, echo.port);
    });

    test('end in "failed" after three wrong passwords in one login (catches a lock-out)', async () => {
      const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
      const relay = await testRelay(sshd.port);
      const { ask, asked } = userWithPassword('wrong');
      const tunnel = testTunnel(sshd, 1, { over, hop: { port: relay.port, identityFiles: [] }, ask, identities: ownIdentities });
      tunnel.start();
      const failed = await stateOf(tunnel, 'failed');
      expect(failed.failure.code).toBe('ssh-auth');
      expect(asked).toEqual(['host-key', 'password', 'password again', 'password again']);
      expect(relay.connections()).toBe(1);
    });

    test('don’t take a server that hangs up after too many attempts for a broken network', async () => {
      const sshd = await testSshd({ config: ['PasswordAuthentication yes', 'MaxAuthTries 2'] });
      const { ask } = userWithPassword('wrong');
      const tunnel = testTunnel(sshd, 1, { over, hop: { identityFiles: [] }, ask, identities: ownIdentities });
      tunnel.start();
      expect((await stateOf(tunnel, 'failed')).failure.code).toBe('ssh-auth');
    });

    test('reach a new instance at an old address only after its fingerprint was typed', async () => {
      const sshd = await testSshd();
      const hostKeys = createHostKeys({ ownFile: path.join(await temporaryFolder(), 'known_hosts') });
      const tunnel = testTunnel(sshd, 1, { over, hostKeys });
      tunnel.start();
      await stateOf(tunnel, 'ready');
      expect(tunnel.refusedKey()).toBeUndefined();
      await sshd.kill();
      await sshd.start({ isNewHostKey: true });
      await stateOf(tunnel, 'failed');
      const refused = tunnel.refusedKey();
      expect(`ssh-ed25519 ${refused?.key.toString('base64')}`).toBe(sshd.hostKey());
      if (!refused) return;
      tunnel.reconnectNow();
      expect(tunnel.refusedKey()).toBe(refused); // while it connects
      await stateOf(tunnel, 'failed');
      expect((await hostKeys.replaceKey(refused.hop, refused.key, fingerprint(refused.key))).ok).toBe(true);
      tunnel.reconnectNow();
      await stateOf(tunnel, 'ready');
      expect(tunnel.refusedKey()).toBeUndefined();
    });

    test('keep an accepted key that could not be saved for this run: no second question, and no other key', async () => {
      const sshd = await testSshd();
      const unsaved = keysInMemory();
      const trust = async () => failureOf('file-not-saved', { file: 'known_hosts', detail: 'the disk is full' });
      const { ask, asked } = trustingUser();
      const tunnel = testTunnel(sshd, 1, { over, hostKeys: { ...unsaved, trust }, ask });
      tunnel.start();
      await stateOf(tunnel, 'ready');
      expect(tunnel.history().some(({ cause }) => cause.includes('the disk is full'))).toBe(true);
      await sshd.kill();
      await stateOf(tunnel, 'waiting-to-retry', 'connecting');
      await sshd.start();
      await stateOf(tunnel, 'ready');
      expect(asked).toHaveLength(1);
      await sshd.kill();
      await sshd.start({ isNewHostKey: true });
      expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-changed');
    });

    // catches treating the refusal as a key that merely could not be saved
    test.each([
      ['host-key-changed', ''],
      ['host-key-revoked', '@revoked'],
    ])('refuse a trusted key if another program writes a line meanwhile that makes it %s', async (code, marker) => {
      const sshd = await testSshd();
      const folder = await temporaryFolder();
      const [ownFile, users] = [path.join(folder, 'own'), path.join(folder, 'known_hosts')];
      const shown = Buffer.from(sshd.hostKey().split(' ')[1] ?? '', 'base64');
      const key = marker === '' ? keyOf('ssh-ed25519', 9) : shown;
      const tunnel = testTunnel(sshd, 1, {
        over,
        hop: { knownHostsFiles: [users] },
        hostKeys: createHostKeys({ ownFile }),
        ask: async () => {
          await writeFile(users, `${lineOf(`[127.0.0.1]:${sshd.port}`, key, marker)}\n`);
          return { kind: 'host-key', isTrusted: true };
        },
      });
      tunnel.start();
      expect(await stateOf(tunnel, 'ready', 'failed')).toMatchObject({ kind: 'failed', failure: { code } });
    });

    test('send no secret when the host key is not trusted', async () => {
      const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
      const asked: string[] = [];
      const tunnel = testTunnel(sshd, 1, {
        over,
        ask: async ({ kind }) => {
          asked.push(kind);
          return { kind: 'host-key', isTrusted: false };
        },
        hop: { identityFiles: [] },
        identities: ownIdentities,
      });
      tunnel.start();
      expect((await stateOf(tunnel, 'failed')).failure.code).toBe('host-key-refused');
      expect(asked).toEqual(['host-key']);
    });
  });

  test('lets the user take longer over a question than the server waits for the login', async () => {
    const sshd = await testSshd({ config: ['LoginGraceTime 10'] });
    const relay = await testRelay(sshd.port);
    let answer = (): void => undefined;
    const asked: string[] = [];
    const tunnel = testTunnel(sshd, 1, {
      over,
      hop: { port: relay.port, connectTimeoutMs: 8000 }, // enough for a busy machine
      ask: (question) => {
        asked.push(question.kind);
        return new Promise((resolve) => (answer = () => resolve({ kind: 'host-key', isTrusted: true })));
      },
    });
    tunnel.start();
    await stateOf(tunnel, 'waiting-for-user');
    await expect.poll(() => relay.hungUp()).toBe(1);
    expect(tunnel.state().kind).toBe('waiting-for-user');
    answer();
    await stateOf(tunnel, 'ready');
    expect(asked).toEqual(['host-key']);
  });

  // catches the system's ssh counting the login to a jump host as a silence of the instance
  test('lets the user take longer over a question of a jump host than the instance may take to answer', async () => {
    const sshd = await testSshd();
    const relay = await testRelay(sshd.port);
    const own = { identityFiles: [sshd.keyFile] };
    const bastion = hopTo({ port: relay.port, login: sshd.login }, { ...own, name: 'bastion' });
    const lab = hopTo(sshd, { ...own, name: 'lab', connectTimeoutMs: 6000 }); // enough for a login on a busy machine
    const tunnel = testTunnel(sshd, 1, {
      over,
      hopChain: { hops: [bastion, lab], notes: [] },
      ask: async ({ hop }) => {
        if (hop === 'bastion') await delay(8000);
        return { kind: 'host-key', isTrusted: true };
      },
    });
    tunnel.start();
    expect((await stateOf(tunnel, 'ready', 'waiting-to-retry', 'failed')).kind).toBe('ready');
    expect(relay.connections()).toBe(1);
  });
});
