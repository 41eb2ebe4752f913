import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordedFailure } from '../../support/recorded-failure.ts';
import { createKeyRing, replaceLocalKey, openLocalApiStore } from '../../../electron/core/local-api/local-keys.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { must } from '../../support/must.ts';

async function ring() {
  const folder = await temporaryFolder();
  const store = await openLocalApiStore(folder);
  let now = 1_000;
  const keys = createKeyRing(folder, store, { now: () => now }, () => undefined);
  return { folder, store, keys, pass: (ms: number) => void (now += ms) };
}

test('creates random, long and different keys', async () => {
  const { keys } = await ring();
  const secrets = await Promise.all(
    Array.from({ length: 20 }, async () => keys.create('k').then((made) => (made.ok ? made.value.secret : ''))),
  );
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) expect(secret).toMatch(/^cw-[A-Za-z0-9_-]{43}$/);
});

test('accepts only the complete key and records its use', async () => {
  const { keys, store, pass } = await ring();
  const { secret, key } = must(await keys.create('notebook'));
  for (const shown of [
    '',
    'cw-',
    secret.slice(0, -1),
    `${secret}x`,
    ` ${secret}`,
    secret.toUpperCase(),
    store.read().keys[0]?.hash ?? '',
  ]) {
    expect(await keys.find(shown), shown).toBeUndefined();
  }
  expect(keys.list()).toMatchObject([{ lastUsedAt: null }]);
  pass(500);
  expect(await keys.find(secret)).toMatchObject({ id: key.id });
  expect(keys.list()).toMatchObject([{ lastUsedAt: 1_500 }]);
  await keys.saveLastUses();
  expect(store.read().keys).toMatchObject([{ lastUsedAt: 1_500 }]);
  expect(JSON.stringify(store.read())).not.toContain(secret);
});

test('compares the digest of a guess with that of every key in constant time, however near it comes', async () => {
  const { keys } = await ring();
  const { secret } = must(await keys.create('a'));
  must(await keys.create('b'));
  // a module mock would not affect modules that another file has loaded in this worker
  const compare = vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
  onTestFinished(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });
  const near = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`;
  const comparedFor = async (guess: string) => {
    compare.mockClear();
    await keys.find(guess);
    return compare.mock.calls.map((compared) => compared.map(({ byteLength }) => byteLength));
  };
  const far = await comparedFor(`cw-${'A'.repeat(43)}`);
  expect([...new Set(far.map(String))]).toEqual(['32,32']);
  expect(await comparedFor(near)).toEqual(far);
  expect(await comparedFor(secret)).toEqual(far); // continues after the right one
});

test("doesn't list a key that could not be saved, because nobody has its secret", async () => {
  const { folder, store } = await ring();
  const fullDisk = {
    ...store,
    change: async (edit: Parameters<typeof store.change>[0]) => {
      await store.change(edit);
      return { ok: false, failure: recordedFailure('storage') } as const;
    },
  };
  const keys = createKeyRing(folder, fullDisk, { now: () => 0 }, () => undefined);
  expect(await keys.create('notebook')).toMatchObject({ ok: false, failure: { code: 'storage' } });
  expect(keys.list()).toEqual([]);
});

test('takes the key that another process creates, in place of that of its name', async () => {
  const folder = await temporaryFolder();
  let now = 1_000;
  const clock = { now: () => now };
  const serving = createKeyRing(folder, await openLocalApiStore(folder), clock, () => undefined);
  const { secret: former } = must(await serving.create('notebook'));
  expect(await serving.find(former)).toMatchObject({ name: 'notebook' });

  const secret = must(await replaceLocalKey(folder, 'notebook', clock));
  expect(await serving.find(secret)).toMatchObject({ name: 'notebook' });
  now += 1_000;
  expect(await serving.find(former)).toBeUndefined();
  await serving.saveLastUses(); // as when the serving process exits

  const later = createKeyRing(folder, await openLocalApiStore(folder), clock, () => undefined);
  expect([await later.find(former), await later.find(secret)]).toMatchObject([undefined, { name: 'notebook', lastUsedAt: 2_000 }]);
});
