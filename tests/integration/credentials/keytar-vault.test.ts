import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeytarVault, createMemoryVault, type SecretRef } from '../../../electron/core/credentials/credentials.ts';
import { runWithKeyring, type KeyringState } from '../../support/keyring.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = path.join(import.meta.dirname, 'vault-script.ts');
const run = async (folder: string, state: KeyringState, ...steps: readonly string[]) =>
  (await runWithKeyring(folder, state, script, steps)) as readonly unknown[];
const done = { ok: true };
const found = (value: string | null) => ({ ok: true, value });
const failedWith = (code: string) => expect.objectContaining({ ok: false, failure: expect.objectContaining({ code }) });
const ref: SecretRef = { kind: 'api-token', profileId: 'example-abc12', place: 'https://models.example.org' };

test('saves, replaces, describes and removes a secret in a real keyring, for its own scope only', async () => {
  const folder = await temporaryFolder();
  expect(await run(folder, 'unlocked', 'get', 'set=one', 'get', 'get-other', 'set=two', 'get', 'describe')).toEqual([
    found(null),
    done,
    found('one'),
    found(null),
    done,
    found('two'),
    {
      ok: true,
      value: { store: 'keychain', isKept: true, service: 'Causeway', account: 'API token · https://models.example.org · müster-abc12' },
    },
  ]);
  // another process, later
  expect(await run(folder, 'unlocked', 'get', 'remove', 'get', 'remove')).toEqual([found('two'), done, found(null), done]);
});

test.each(['pässwörd', '漢字🦆', 'quo\'te "and" \\slash', ' spaces ', 'x'.repeat(2560)])(
  'returns a secret of any characters unchanged',
  async (secret) => {
    expect(await run(await temporaryFolder(), 'unlocked', `set=${secret}`, 'get')).toEqual([done, found(secret)]);
  },
);

test("doesn't take a locked keyring for an empty one, and loses nothing in it", async () => {
  const folder = await temporaryFolder();
  await run(folder, 'unlocked', 'set=precious');
  const locked = failedWith('keychain-locked');
  expect(await run(folder, 'locked', 'get', 'set=new', 'remove', 'describe')).toEqual([locked, locked, locked, locked]);
  expect(await run(folder, 'unlocked', 'get')).toEqual([found('precious')]);
});

test('reports a missing Secret Service, bus or keyring', async () => {
  const folder = await temporaryFolder();
  const missing = failedWith('keychain-missing');
  expect(await run(folder, 'no-service', 'get', 'set=x', 'remove')).toEqual([missing, missing, missing]);
  expect(await run(folder, 'no-bus', 'get', 'set=x', 'remove')).toEqual([missing, missing, missing]);
  expect(await run(folder, 'empty', 'set=x')).toEqual([missing]);
});

test("starts without the system's library, and loads it again at the next try", async () => {
  let tries = 0;
  const vault = createKeytarVault({
    load: async () => {
      tries += 1;
      throw new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory');
    },
  });
  expect(await vault.get(ref)).toEqual(failedWith('keychain-missing'));
  expect(await vault.set(ref, 'x')).toEqual(failedWith('keychain-missing'));
  expect(tries).toBe(2);
});

test('treats an unknown keychain error as a refusal', async () => {
  const no = () => Promise.reject(new Error('The user name or passphrase you entered is not correct.'));
  const vault = createKeytarVault({ load: async () => ({ getPassword: no, setPassword: no, deletePassword: no }) });
  expect(await vault.get(ref)).toEqual(failedWith('keychain-refused'));
});

test('doesn’t report a secret as missing if the keyring’s lock could not be queried in time', async () => {
  const keytar = { getPassword: async () => null, setPassword: async () => undefined, deletePassword: async () => false };
  const vault = createKeytarVault({ load: async () => keytar, readLock: async () => 'unanswered' });
  const unanswered = failedWith('keychain-locked');
  expect([await vault.get(ref), await vault.describe(ref), await vault.remove(ref)]).toEqual([unanswered, unanswered, unanswered]);
});

test('can be cancelled while waiting for the user, and runs one call at a time', async () => {
  let asked = 0;
  const answer = Promise.withResolvers<string>();
  const getPassword = () => {
    asked += 1;
    return answer.promise;
  };
  const vault = createKeytarVault({
    load: async () => ({ getPassword, setPassword: async () => undefined, deletePassword: async () => true }),
  });
  const controller = new AbortController();
  const first = vault.get(ref, controller.signal);
  const second = vault.get(ref);
  await expect.poll(() => asked).toBe(1);
  controller.abort();
  expect(await first).toEqual(failedWith('cancelled'));
  expect(asked).toBe(1);
  answer.resolve('s');
  expect(await second).toEqual(found('s'));
});

test('fails waiting and later calls if nobody answers the prompt, until it is answered', async () => {
  let asked = 0;
  const answer = Promise.withResolvers<string>();
  const getPassword = () => {
    asked += 1;
    return answer.promise;
  };
  const vault = createKeytarVault({
    load: async () => ({ getPassword, setPassword: async () => undefined, deletePassword: async () => true }),
    answerMs: 1,
  });
  const unanswered = failedWith('keychain-locked');
  expect(await Promise.all([vault.get(ref), vault.get(ref)])).toEqual([unanswered, unanswered]);
  expect([await vault.set(ref, 'x'), await vault.remove(ref), asked]).toEqual([unanswered, unanswered, 1]);
  answer.resolve('s');
  await expect.poll(() => vault.get(ref)).toEqual(found('s'));
});

test('rejects what a keychain would truncate, in memory as well', async () => {
  const vaults = [createMemoryVault(), createKeytarVault({ load: () => Promise.reject(new Error('never loaded')) })];
  for (const vault of vaults) {
    for (const secret of ['', 'a\0b', 'ü'.repeat(1281)]) expect(await vault.set(ref, secret)).toEqual(failedWith('invalid-input'));
  }
});

test('keeps secrets in memory by profile and scope until removed', async () => {
  const vault = createMemoryVault();
  await vault.set(ref, 'one');
  await vault.set({ ...ref, profileId: 'b' }, 'two');
  expect(await vault.get(ref)).toEqual(found('one'));
  expect(await vault.describe({ ...ref, place: 'https://x' })).toMatchObject({ value: { store: 'memory', isKept: false } });
  await vault.remove(ref);
  expect(await vault.get(ref)).toEqual(found(null));
  expect(await vault.get({ ...ref, profileId: 'b' })).toEqual(found('two'));
});
