import { expect, test } from 'vitest';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { withSecretFlags } from '../../electron/headless/run-headless.ts';

const ref = { kind: 'ssh-password', profileId: 'lab', place: 'mara@lab:22' } as const;

test('prefers the given password and keeps the saved one when it is rejected', async () => {
  const keychain = createMemoryVault();
  await keychain.set(ref, 'kept');
  const vault = withSecretFlags(keychain, { password: 'mistyped' });
  expect(await vault.get(ref)).toEqual({ ok: true, value: 'mistyped' });
  await vault.remove(ref); // as after a server has rejected it
  expect(await keychain.get(ref)).toEqual({ ok: true, value: 'kept' });
});

test('uses the keychain for secrets that were not given', async () => {
  const keychain = createMemoryVault();
  await keychain.set(ref, 'kept');
  const vault = withSecretFlags(keychain, { token: 'given' });
  expect(await vault.get(ref)).toEqual({ ok: true, value: 'kept' });
  await vault.remove(ref);
  expect(await keychain.get(ref)).toEqual({ ok: true, value: null });
});
