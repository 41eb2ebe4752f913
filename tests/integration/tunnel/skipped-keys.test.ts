import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { types, userWithReplies } from '../../core/tunnel/authentication/ask-fixture.ts';
import { makeKey } from './identity-fixture.ts';
import { stateOf, testSshd, testTunnel, transports, ownIdentities } from './tunnel-fixture.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { keyText, identityLabels } from '../../../electron/core/tunnel/text.ts';

// catches "The login was given up" without naming a key that should have worked and was not used
test.each(transports)('over %s reports which keys were not used, and why, when the user dismisses the password', async (over) => {
  const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
  const [missing, key] = [path.join(sshd.folder, 'nowhere'), await makeKey(sshd.folder, 'own', '-N', 'secret')];
  await copyFile(`${key}.pub`, path.join(sshd.folder, 'authorized_keys'));
  const user = userWithReplies({ kind: 'host-key', isTrusted: true }, types('wrong'), { kind: 'given-up' }, { kind: 'given-up' });
  const tunnel = testTunnel(sshd, 1, {
    over,
    hop: { identityFiles: [missing, key] },
    identities: ownIdentities,
    ask: user.ask,
  });
  tunnel.start();
  const { failure } = await stateOf(tunnel, 'failed');
  expect(user.asked.map(({ kind }) => kind)).toEqual(['host-key', 'passphrase', 'passphrase', 'password']);
  expect(failure.code).toBe('login-given-up');
  const { message } = describeFailure(failure);
  expect(message).toContain(missing);
  expect(message).toContain(keyText.skipped(key, true));
});

test('names the rejected keys when the user dismisses the password', async () => {
  const sshd = await testSshd({ config: ['PasswordAuthentication yes'] });
  const key = await makeKey(sshd.folder, 'own');
  const tunnel = testTunnel(sshd, 1, { hop: { identityFiles: [key] }, identities: ownIdentities });
  tunnel.start();
  const { failure } = await stateOf(tunnel, 'failed');
  expect(failure).toMatchObject({ code: 'login-given-up', reason: 'sign-in-dismissed', params: { tried: [identityLabels.keyFile(key)] } });
});
