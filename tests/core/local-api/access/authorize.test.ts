import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { defaultLocalApiSettings, type LocalApiSettings } from '../../../../electron/contract/local-api.ts';
import { createAuthorizer, type RequiredAccess } from '../../../../electron/core/local-api/access/authorize.ts';
import type { SocketOwner } from '../../../../electron/core/shared/socket-owner.ts';

const key = { id: '1', name: 'notebook', tail: 'abcd', createdAt: 0, lastUsedAt: null };

function admitting(user: SocketOwner, keyOnDirect: LocalApiSettings['keyOnDirect'], onLookup: () => void = () => undefined) {
  return createAuthorizer({
    keys: { find: async (shown) => (shown === 'good' ? key : undefined) },
    settings: () => ({ ...defaultLocalApiSettings, keyOnDirect }),
    identifyCaller: async () => {
      onLookup();
      return user;
    },
    keyHint: 'Make a local key as you can here',
  });
}

const outcome = async (
  need: RequiredAccess,
  user: SocketOwner,
  keyOnDirect: LocalApiSettings['keyOnDirect'],
  ...shown: readonly string[]
): Promise<string> => {
  const admission = await admitting(user, keyOnDirect).authorize(need, new Socket(), shown);
  return admission.ok ? (admission.key?.name ?? 'in') : admission.error.code;
};

test('requires a key from everyone for requests that spend the token, in every setting', async () => {
  for (const user of ['same', 'other', 'unknown'] as const) {
    for (const setting of ['where-needed', 'always', 'never'] as const) {
      expect(await outcome('key', user, setting)).toBe('key_missing');
      expect(await outcome('key', user, setting, 'bad')).toBe('key_refused');
      expect(await outcome('key', user, setting, 'good')).toBe('notebook');
    }
  }
});

test('tells a caller without a key how to create one', async () => {
  const { authorize } = admitting('same', 'always');
  for (const shown of [[], ['bad']]) {
    const remedy = 'Make a local key as you can here, and send it as the API key.';
    expect(await authorize('key', new Socket(), shown)).toMatchObject({ ok: false, error: { remedy } });
    expect(await authorize('own-user', new Socket(), shown)).toMatchObject({ ok: false, error: { remedy } });
  }
});

test('allows the same user without a key and others with one, and never another user by a setting', async () => {
  expect(await outcome('own-user', 'same', 'where-needed')).toBe('in');
  expect(await outcome('own-user', 'same', 'where-needed', 'anything')).toBe('in'); // many client libraries require some key
  expect(await outcome('own-user', 'same', 'always')).toBe('key_missing');
  expect(await outcome('own-user', 'same', 'always', 'bad')).toBe('key_refused');
  for (const setting of ['where-needed', 'never'] as const) {
    expect(await outcome('own-user', 'other', setting)).toBe('other_user');
    expect(await outcome('own-user', 'other', setting, 'good')).toBe('notebook');
  }
  expect(await outcome('own-user', 'unknown', 'where-needed')).toBe('key_missing');
  expect(await outcome('own-user', 'unknown', 'never')).toBe('in');
  expect(await outcome('nothing', 'other', 'always')).toBe('in');
});

test('accepts raw connections only if no key would be required', async () => {
  const raw = (user: SocketOwner, setting: LocalApiSettings['keyOnDirect']): Promise<boolean> =>
    admitting(user, setting).authorizeRaw(new Socket());
  expect(await Promise.all([raw('same', 'where-needed'), raw('same', 'never'), raw('unknown', 'never')])).toEqual([true, true, true]);
  expect(await Promise.all([raw('other', 'never'), raw('unknown', 'where-needed'), raw('same', 'always')])).toEqual([false, false, false]);
});

test('looks up the owner of a connection once for all its requests', async () => {
  let lookups = 0;
  const { authorize } = admitting('same', 'where-needed', () => (lookups += 1));
  const socket = new Socket();
  await authorize('own-user', socket, []);
  await authorize('own-user', socket, []);
  await authorize('own-user', new Socket(), []);
  expect(lookups).toBe(2);
});
