import { writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failed } from '../../../electron/contract/failure.ts';
import { createKeytarVault, createMemoryVault, type Vault } from '../../../electron/core/credentials/credentials.ts';
import { startDemo } from '../../../electron/core/demo/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { active, ask, setting, until, type Setting } from './connection-fixture.ts';

const { signal } = new AbortController();

function setToken({ keeper, profiles }: Setting, token: string, more: object = {}): ReturnType<typeof keeper.tokens.set> {
  return keeper.tokens.set({ profileId: active(profiles).id, token, keeping: 'keychain', isUnchecked: false, ...more }, signal);
}

test('a token is tried by a real request before it is kept; then it is known by its end and its date', async () => {
  const set = await setting();
  const { keeper, service, profiles, folder, typed } = set;
  const { id } = active(profiles);
  expect(await keeper.tokens.status(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });
  expect(await setToken(set, 'sk-00000000000000000000')).toMatchObject({ ok: false, failure: { code: 'token-refused' } });
  expect(await keeper.tokens.status(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });

  const isSet = { state: 'set', keeping: 'keychain', since: 1_700_000_000_000, tail: service.token.slice(-4) };
  expect(await setToken(set, ` ${service.token}\n`)).toEqual({ ok: true, value: isSet });
  expect(service.requests().some(({ path: asked, status }) => asked === '/api/chat/completions' && status === 200)).toBe(true);
  await until(keeper, { token: isSet, lists: [{ mode: 'proxy', failure: null }] });
  expect(await ask(keeper)).toBe('stop');
  expect(typed).toContain(service.token);
  for (const file of ['profiles.json', 'secrets.json'])
    expect(await readFile(path.join(folder, file), 'utf8')).not.toContain(service.token);

  expect(await keeper.tokens.forget(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });
  expect(await ask(keeper)).toBe('token-missing');
  await until(keeper, { token: { state: 'not-set' } });
});

test('where the proxy has no list, one token of an answer decides', async () => {
  const set = await setting();
  set.service.setBehaviour({ proxyHasModels: false });
  expect(await setToken(set, 'sk-00000000000000000000')).toMatchObject({ ok: false, failure: { code: 'token-refused' } });
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: true, value: { state: 'set' } });
  await until(set.keeper, { lists: [{ mode: 'proxy', failure: { code: 'unsupported' } }] });
});

test('keys that are switched off, and a service that is away, are told apart from a wrong token; unchecked it is kept all the same', async () => {
  const set = await setting();
  set.service.allowTokens(false);
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: false, failure: { code: 'token-forbidden' } });
  await set.service.close();
  await writeFile(active(set.profiles).service.caFile ?? '', set.service.ca); // the demo takes its file away when it ends
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: false, failure: { code: 'connection-refused' } });
  expect(await setToken(set, set.service.token, { isUnchecked: true })).toMatchObject({ ok: true, value: { state: 'set' } });
});

test('a token that is revoked while it is in use fails with its own sentence, and is not deleted for it', async () => {
  const set = await setting();
  await setToken(set, set.service.token);
  expect(await ask(set.keeper)).toBe('stop');
  set.service.revokeToken(set.service.token);
  expect(await ask(set.keeper)).toBe('token-refused');
  await set.keeper.refresh();
  expect(set.keeper.read()).toMatchObject({ token: { state: 'set' }, lists: [{ failure: { code: 'token-refused' } }] });
});

const no = (message: string) => () => Promise.reject(new Error(message));
const saying = (message: string): Vault =>
  createKeytarVault({ load: async () => ({ getPassword: no(message), setPassword: no(message), deletePassword: no(message) }) });

test.each([
  ['keychain-missing', saying('The name org.freedesktop.secrets was not provided by any .service files')],
  ['keychain-locked', saying('Cannot create an item in a locked collection')],
  ['keychain-refused', saying('The user name or passphrase you entered is not correct.')],
])('%s: said so, and the token can be kept until the end instead', async (code, keychain) => {
  const set = await setting({ keychain });
  const refused = await setToken(set, set.service.token);
  expect(refused).toMatchObject({ ok: false, failure: { code, remedy: expect.stringContaining('only until you quit') } });
  await until(set.keeper, { token: { state: 'unreadable', failure: { code } } });
  expect(await ask(set.keeper)).toBe(code);
  expect(await setToken(set, set.service.token, { keeping: 'until-quit' })).toMatchObject({
    value: { state: 'set', keeping: 'until-quit' },
  });
  expect(await ask(set.keeper)).toBe('stop');
});

test('what can not be read is not deleted, and a token kept until the end takes the place of an older one', async () => {
  const inner = createMemoryVault();
  let isLocked = false;
  const locked = failed('keychain-locked', 'The keychain is locked.', 'Unlock it.');
  const keychain: Vault = {
    ...inner,
    get: async (ref) => (isLocked ? locked : inner.get(ref)),
    remove: async (ref) => (isLocked ? locked : inner.remove(ref)),
  };
  const set = await setting({ keychain });
  await setToken(set, set.service.token);
  isLocked = true;
  await set.keeper.refresh();
  expect(set.keeper.read()).toMatchObject({ token: { state: 'unreadable' } });
  isLocked = false;
  await set.keeper.refresh();
  expect(set.keeper.read()).toMatchObject({ token: { state: 'set', keeping: 'keychain' } });
  await setToken(set, set.service.createToken(), { keeping: 'until-quit' });
  expect(set.secrets.accounts()).toEqual([]);
});

test('a changed base URL or authority inherits no token, nor does a copy; what is changed back has its own again', async () => {
  const set = await setting();
  const { keeper, profiles, service, folder } = set;
  await setToken(set, service.token);
  expect(await ask(keeper)).toBe('stop');
  const own = active(profiles);
  const another = await startDemo({ speed: 'unlimited' });
  try {
    const caFile = path.join(folder, 'both.pem');
    await writeFile(caFile, `${service.ca}\n${another.ca}`);
    await profiles.edit(own.id, { service: { ...own.service, caFile } });
    expect(await ask(keeper)).toBe('token-missing');
    await until(keeper, { token: { state: 'not-set' } });
    await profiles.edit(own.id, { service: { ...own.service, baseUrl: another.baseUrl, caFile } });
    expect(await ask(keeper)).toBe('token-missing');
    const sent = (): boolean => another.requests().some(({ authorization }) => authorization !== 'none');
    expect(sent()).toBe(false);
    await profiles.edit(own.id, { service: own.service });
    expect(await ask(keeper)).toBe('stop');
    const copy = await profiles.duplicate(own.id);
    expect(copy.ok && (await keeper.tokens.status(copy.value.id, signal))).toEqual({ ok: true, value: { state: 'not-set' } });
  } finally {
    await another.close();
  }
});

test('who goes the direct way only is not asked to unlock a keychain that holds nothing of ours', async () => {
  const inner = createMemoryVault();
  let asked = 0;
  const keychain: Vault = {
    ...inner,
    get: (ref) => {
      asked += 1;
      return inner.get(ref);
    },
  };
  const set = await setting({ keychain, profile: { mode: 'direct' } });
  await until(set.keeper, { isRefreshing: false, lists: [{}, {}, {}], token: { state: 'not-set' } });
  expect(asked).toBe(0);
  await setToken(set, set.service.token);
  await until(set.keeper, { token: { state: 'set' } });
});

test('the demo has a token of its own, which is neither set nor forgotten', async () => {
  const set = await setting({ isActive: false });
  await eventually(() => expect(set.profiles.find('demo')).toBeDefined());
  const refused = { ok: false, failure: { code: 'refused' } };
  expect(await setToken(set, 'x')).toMatchObject(refused);
  expect(await set.keeper.tokens.forget('demo', signal)).toMatchObject(refused);
  expect(await set.keeper.tokens.status('demo', signal)).toMatchObject({ value: { state: 'set' } });
  expect(await set.keeper.tokens.status('nobody', signal)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});
