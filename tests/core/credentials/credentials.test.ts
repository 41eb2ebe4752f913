import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failed } from '../../support/recorded-failure.ts';
import {
  createKeytarVault,
  createMemoryVault,
  createSecrets,
  openSecretIndex,
  lastFour,
  type Secrets,
  type Vault,
  withRedaction,
} from '../../../electron/core/credentials/credentials.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createRedactor } from '../../../electron/core/shared/redactor.ts';

const ref = { kind: 'api-token', profileId: 'institute', place: 'https://models.example.org' } as const;
const password = { kind: 'ssh-password', profileId: 'institute', place: 'me@inst:22' } as const;
const secret = 'sk-correct-horse-battery';

async function open(folder: string, keychain: Vault, hasProfile = () => true): Promise<Secrets> {
  return createSecrets({ keychain, index: await openSecretIndex(folder), clock: { now: () => 42 }, hasProfile });
}

test('stores the date without the secret and knows it after a restart', async () => {
  const folder = await temporaryFolder();
  const keychain = createMemoryVault();
  await (await open(folder, keychain)).set(ref, secret, 'keychain');
  expect(await readFile(path.join(folder, 'secrets.json'), 'utf8')).not.toContain('horse');
  const restarted = await open(folder, keychain);
  expect(await restarted.status(ref)).toEqual({ state: 'set', keeping: 'keychain', since: 42, tail: 'tery' });
  expect(restarted.accounts()).toEqual(['API token · https://models.example.org · institute']);
});

test('reports a secret that secrets.json doesn’t list as set at an unknown time', async () => {
  const keychain = createMemoryVault();
  await keychain.set(ref, secret);
  expect(await (await open(await temporaryFolder(), keychain)).status(ref)).toMatchObject({ state: 'set', since: null });
});

test('keeps a secret in memory out of the keychain, prefers it, and loses it when the program ends', async () => {
  const folder = await temporaryFolder();
  const keychain = createMemoryVault();
  const secrets = await open(folder, keychain);
  await secrets.set(ref, 'the one before it', 'keychain');
  await secrets.set(ref, secret, 'until-quit');
  expect(await secrets.get(ref)).toEqual({ ok: true, value: secret });
  expect(await keychain.get(ref)).toEqual({ ok: true, value: null });
  expect(await (await open(folder, keychain)).status(ref)).toEqual({ state: 'not-set' });
  await secrets.set(ref, 'kept in earnest now', 'keychain');
  expect(await secrets.status(ref)).toMatchObject({ keeping: 'keychain' });
});

test('removes a secret in memory too (catches a token that is used until the program ends)', async () => {
  const secrets = await open(await temporaryFolder(), createMemoryVault());
  await secrets.set(ref, secret, 'until-quit');
  expect(await secrets.remove(ref)).toEqual({ ok: true, value: undefined });
  expect(await secrets.get(ref)).toEqual({ ok: true, value: null });
});

test('removes all secrets of a profile, but none of other profiles with the same scope', async () => {
  const folder = await temporaryFolder();
  const keychain = createMemoryVault();
  const secrets = await open(folder, keychain);
  await secrets.set(ref, secret, 'keychain');
  await secrets.set(password, 'hunter22', 'until-quit');
  await secrets.set({ ...ref, profileId: 'other' }, secret, 'keychain');
  const restarted = await open(folder, keychain);
  expect(await secrets.removeAll('institute')).toEqual({ ok: true, value: undefined });
  expect([await secrets.get(ref), await secrets.get(password)]).toEqual([
    { ok: true, value: null },
    { ok: true, value: null },
  ]);
  expect(await restarted.get({ ...ref, profileId: 'other' })).toEqual({ ok: true, value: secret });
  expect(secrets.accounts()).toEqual(['API token · https://models.example.org · other']);
});

test("reports a keychain that doesn't remove an item, and still knows the item", async () => {
  const inner = createMemoryVault();
  const locked = failed('keychain-locked', 'The keychain is locked.', 'Unlock it.');
  const secrets = await open(await temporaryFolder(), { ...inner, remove: async () => locked });
  await secrets.set(ref, secret, 'keychain');
  expect(await secrets.removeAll('institute')).toEqual(locked);
  expect(await secrets.remove(ref)).toEqual(locked);
  expect(secrets.accounts()).toHaveLength(1);
});

/** Opens secrets over a keychain that prompts for a password at every change. */
async function openPrompting(answerMs: number) {
  const items = new Map<string, string>();
  const answers: (() => void)[] = [];
  const prompt = () => new Promise<void>((resolve) => void answers.push(resolve));
  const load = async () => ({
    getPassword: async (_: string, account: string) => items.get(account) ?? null,
    setPassword: async (_: string, account: string, password: string) => {
      await prompt();
      items.set(account, password);
    },
    deletePassword: async (_: string, account: string) => {
      await prompt();
      return items.delete(account);
    },
  });
  const keychain = createKeytarVault({ load, readLock: async () => 'unlocked', answerMs });
  const profile = { isRemoved: false };
  const secrets = await open(await temporaryFolder(), keychain, () => !profile.isRemoved);
  const answer = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.();
  };
  return { items, secrets, profile, answers, answer };
}

test('knows a secret that is saved or removed late, after the user has taken long for the prompt', async () => {
  const { secrets, answer } = await openPrompting(1);
  expect(await secrets.set(ref, secret, 'keychain')).toMatchObject({ ok: false });
  expect(secrets.isRecorded(ref)).toBe(false);
  await answer();
  await expect.poll(() => secrets.isRecorded(ref)).toBe(true);
  expect(await secrets.removeAll('institute')).toMatchObject({ ok: false });
  await answer();
  await expect.poll(() => secrets.isRecorded(ref)).toBe(false);
});

test('removes a secret with its profile that was saved after its call was cancelled (catches a token left in the keychain)', async () => {
  const { items, secrets, answers, answer } = await openPrompting(60_000);
  await secrets.set(ref, 'the one before it', 'until-quit');
  const reload = new AbortController();
  const saving = secrets.set(ref, secret, 'keychain', reload.signal);
  await expect.poll(() => answers.length).toBe(1);
  reload.abort();
  expect(await saving).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await answer();
  await expect.poll(() => secrets.accounts()).toHaveLength(1);
  expect(await secrets.get(ref)).toEqual({ ok: true, value: secret });
  const removing = secrets.removeAll('institute');
  await answer();
  expect(await removing).toEqual({ ok: true, value: undefined });
  expect(items.size).toBe(0);
});

test('removes a secret from the keychain that is saved late, after the user has chosen to keep it until quit', async () => {
  const { items, secrets, answer } = await openPrompting(1);
  expect(await secrets.set(ref, 'the one before it', 'keychain')).toMatchObject({ ok: false });
  await secrets.set(ref, secret, 'until-quit');
  await answer();
  await expect.poll(() => secrets.accounts()).toHaveLength(1); // its removal prompts too, and nobody has answered yet
  await answer();
  await expect.poll(() => secrets.accounts()).toEqual([]);
  expect(items.size).toBe(0);
  expect(await secrets.get(ref)).toEqual({ ok: true, value: secret });
});

test.each<readonly [string, (secrets: Secrets) => Promise<unknown>]>([
  ['was removed', (secrets) => secrets.remove(ref)],
  ['was removed with its profile', (secrets) => secrets.removeAll('institute')],
])('removes a secret from the keychain that is saved late, after it %s', async (_, removeIt) => {
  const { items, secrets, answer } = await openPrompting(1);
  expect(await secrets.set(ref, secret, 'keychain')).toMatchObject({ ok: false });
  await removeIt(secrets);
  await answer();
  await expect.poll(() => items.size).toBe(1);
  await answer();
  await expect.poll(() => items.size).toBe(0);
  await expect.poll(() => secrets.accounts()).toEqual([]);
});

test.each([
  ['in time', 60_000],
  ['late', 1],
])(
  'removes a secret whose profile was removed while the keychain prompted, answered %s (catches a token left behind)',
  async (_, answerMs) => {
    const { items, secrets, profile, answers, answer } = await openPrompting(answerMs);
    const saving = secrets.set(ref, secret, 'keychain');
    await expect.poll(() => answers.length).toBe(1);
    profile.isRemoved = true; // its saved secrets stay
    await answer();
    await expect.poll(() => items.size).toBe(1);
    await answer();
    await saving;
    await expect.poll(() => items.size).toBe(0);
    await expect.poll(() => secrets.accounts()).toEqual([]);
  },
);

test('keeps a newer secret in memory when an older one is saved late, and the newer one could not be', async () => {
  const { secrets, answer } = await openPrompting(1);
  expect(await secrets.set(ref, 'the one before it', 'keychain')).toMatchObject({ ok: false });
  await secrets.set(ref, secret, 'until-quit');
  expect(await secrets.set(ref, secret, 'keychain')).toMatchObject({ ok: false });
  await answer();
  await expect.poll(() => secrets.accounts()).toHaveLength(1);
  expect(await secrets.get(ref)).toEqual({ ok: true, value: secret });
});

test('removes nothing without a keychain if nothing was saved there', async () => {
  const missing = failed('keychain-missing', 'There is none.', 'Install one.');
  const secrets = await open(await temporaryFolder(), { ...createMemoryVault(), remove: async () => missing });
  expect(await secrets.remove(ref)).toEqual({ ok: true, value: undefined });
});

test('shows the end of a secret unless it would reveal too much', () =>
  expect([lastFour('sk-1234567890abcd'), lastFour('12345678901'), lastFour(' 123456789012\n')]).toEqual(['abcd', '', '9012']));

const tokenRef = { kind: 'api-token', profileId: 'institute', place: 'https://models.example.org' } as const;

test('masks a secret in the log as soon as it passes the vault, on write or read', async () => {
  const inner = createMemoryVault();
  const redactor = createRedactor();
  const vault = withRedaction(inner, redactor.learn);
  await vault.set(tokenRef, 'correct horse');
  expect(redactor.redact('typed: correct horse')).toBe('typed: [redacted]');

  const restarted = createRedactor();
  await withRedaction(inner, restarted.learn).get(tokenRef);
  expect(restarted.redact('read: correct horse')).toBe('read: [redacted]');
});
