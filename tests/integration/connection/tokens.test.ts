import { writeFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { failed } from '../../support/recorded-failure.ts';
import { createKeytarVault, createMemoryVault, type SecretRef, type Vault } from '../../../electron/core/credentials/credentials.ts';
import { startDemo } from '../../support/demo/demo.ts';
import { freePort } from '../../support/free-port.ts';
import { must } from '../../support/must.ts';
import { active, ask, connectionFixture, until, type ConnectionFixture } from './connection-fixture.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';

const { signal } = new AbortController();

function setToken({ supervisor, profiles }: ConnectionFixture, token: string, more: object = {}): ReturnType<typeof supervisor.tokens.set> {
  return supervisor.tokens.set({ profileId: active(profiles).id, token, keeping: 'keychain', isUnchecked: false, ...more }, signal);
}

test('checks a token by a real request before saving it, then shows its end and date', async () => {
  const set = await connectionFixture();
  const { supervisor, service, profiles, folder, typed } = set;
  const { id } = active(profiles);
  expect(await supervisor.tokens.status(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });
  expect(await setToken(set, 'sk-00000000000000000000')).toMatchObject({ ok: false, failure: { code: 'token-refused' } });
  expect(await supervisor.tokens.status(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });

  const isSet = { state: 'set', keeping: 'keychain', since: 1_700_000_000_000, tail: service.token.slice(-4) };
  expect(await setToken(set, ` ${service.token}\n`)).toEqual({ ok: true, value: isSet });
  expect(service.requests().some(({ path: asked, status }) => asked === '/api/chat/completions' && status === 200)).toBe(true);
  await until(supervisor, { token: isSet, lists: [{ mode: 'proxy', failure: null }] });
  expect(await ask(supervisor)).toBe('stop');
  expect(typed).toContain(service.token);
  for (const file of ['profiles.json', 'secrets.json'])
    expect(await readFile(path.join(folder, file), 'utf8')).not.toContain(service.token);

  expect(await supervisor.tokens.forget(id, signal)).toEqual({ ok: true, value: { state: 'not-set' } });
  expect(await ask(supervisor)).toBe('token-missing');
  await until(supervisor, { token: { state: 'not-set' } });
});

test('decides by one token of an answer if the proxy has no list', async () => {
  const set = await connectionFixture();
  set.service.setBehaviour({ proxyHasModels: false });
  expect(await setToken(set, 'sk-00000000000000000000')).toMatchObject({ ok: false, failure: { code: 'token-refused' } });
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: true, value: { state: 'set' } });
  await until(set.supervisor, { lists: [{ mode: 'proxy', failure: { code: 'unsupported' } }] });
});

test('distinguishes disabled API keys and an unavailable service from a wrong token, and saves it unchecked on request', async () => {
  const set = await connectionFixture({ service: { httpsPort: await freePort() } }); // which nobody else uses once it is closed
  set.service.allowTokens(false);
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: false, failure: { code: 'token-forbidden' } });
  await set.service.close();
  await writeFile(active(set.profiles).service.caFile ?? '', set.service.ca); // the demo removes its file when it ends
  expect(await setToken(set, set.service.token)).toMatchObject({ ok: false, failure: { code: 'connection-refused' } });
  expect(await setToken(set, set.service.token, { isUnchecked: true })).toMatchObject({ ok: true, value: { state: 'set' } });
});

test("reports a token revoked in use with its own message, and doesn't delete it", async () => {
  const set = await connectionFixture();
  await setToken(set, set.service.token);
  expect(await ask(set.supervisor)).toBe('stop');
  set.service.revokeToken(set.service.token);
  expect(await ask(set.supervisor)).toBe('token-refused');
  await set.supervisor.refresh();
  expect(set.supervisor.read()).toMatchObject({ token: { state: 'set' }, lists: [{ failure: { code: 'token-refused' } }] });
});

test.each(['chat', 'local-api'])(
  'reads a token again after the %s got a 401 with it (catches a server that never sees the new one)',
  async (caller) => {
    const inner = createMemoryVault();
    const saved: SecretRef[] = [];
    const keychain: Vault = {
      ...inner,
      set: (ref, secret) => {
        saved.push(ref);
        return inner.set(ref, secret);
      },
    };
    let time = 0;
    const set = await connectionFixture({ keychain, more: { steadyClock: { now: () => time } } });
    const { supervisor, service } = set;
    await setToken(set, service.token);
    await until(supervisor, { token: { state: 'set' }, lists: [{ mode: 'proxy', failure: null }], isRefreshing: false });
    const statusOfLocalApi = async (): Promise<number> => {
      const { upstreams, token, addresses } = must(await supervisor.getActiveService());
      const headers = { authorization: `bearer ${must(await token(signal)) ?? ''}` };
      const { status, body } = must(
        await upstreams.proxy.request({ method: 'GET', path: `${addresses.proxyBase}models`, headers, signal }),
      );
      body.destroy();
      return status;
    };
    expect([await ask(supervisor), await statusOfLocalApi()]).toEqual(['stop', 200]);
    service.revokeToken(service.token);
    for (const ref of saved) await inner.set(ref, service.createToken()); // by another process
    time += 60_000;
    expect(await (caller === 'chat' ? ask(supervisor) : statusOfLocalApi())).toBe(caller === 'chat' ? 'token-refused' : 401);
    expect([await ask(supervisor), await statusOfLocalApi()]).toEqual(['stop', 200]);
  },
);

const no = (message: string) => () => Promise.reject(new Error(message));
const saying = (message: string): Vault =>
  createKeytarVault({ load: async () => ({ getPassword: no(message), setPassword: no(message), deletePassword: no(message) }) });

test.each([
  ['keychain-missing', saying('The name org.freedesktop.secrets was not provided by any .service files')],
  ['keychain-locked', saying('Cannot create an item in a locked collection')],
  ['keychain-refused', saying('The user name or passphrase you entered is not correct.')],
])('%s: reports it, and the token can be kept in memory instead', async (code, keychain) => {
  const set = await connectionFixture({ keychain });
  const refused = await setToken(set, set.service.token);
  expect(refused).toMatchObject({ ok: false, failure: { code } });
  expect(refused.ok ? '' : describeFailure(refused.failure).remedy).toContain('until you quit');
  await until(set.supervisor, { token: { state: 'unreadable', failure: { code } } });
  expect(await ask(set.supervisor)).toBe(code);
  expect(await setToken(set, set.service.token, { keeping: 'until-quit' })).toMatchObject({
    value: { state: 'set', keeping: 'until-quit' },
  });
  expect(await ask(set.supervisor)).toBe('stop');
});

test("doesn't delete what it can't read, and a token in memory replaces an older one", async () => {
  const inner = createMemoryVault();
  let isLocked = false;
  const locked = failed('keychain-locked', 'The keychain is locked.', 'Unlock it.');
  const keychain: Vault = {
    ...inner,
    get: async (ref) => (isLocked ? locked : inner.get(ref)),
    remove: async (ref) => (isLocked ? locked : inner.remove(ref)),
  };
  const set = await connectionFixture({ keychain });
  await setToken(set, set.service.token);
  isLocked = true;
  await set.supervisor.refresh();
  expect(set.supervisor.read()).toMatchObject({ token: { state: 'unreadable' } });
  isLocked = false;
  await set.supervisor.refresh();
  expect(set.supervisor.read()).toMatchObject({ token: { state: 'set', keeping: 'keychain' } });
  await setToken(set, set.service.createToken(), { keeping: 'until-quit' });
  expect(set.secrets.accounts()).toEqual([]);
});

test('gives no token to a changed base URL or authority, or to a copy, and finds it again when changed back', async () => {
  const set = await connectionFixture();
  const { supervisor, profiles, service, folder } = set;
  await setToken(set, service.token);
  expect(await ask(supervisor)).toBe('stop');
  const own = active(profiles);
  const another = await startDemo({ speed: 'unlimited' });
  try {
    const caFile = path.join(folder, 'both.pem');
    await writeFile(caFile, `${service.ca}\n${another.ca}`);
    await profiles.edit(own.id, { service: { ...own.service, caFile } });
    expect(await ask(supervisor)).toBe('token-missing');
    await until(supervisor, { token: { state: 'not-set' } });
    await profiles.edit(own.id, { service: { ...own.service, baseUrl: another.baseUrl, caFile } });
    expect(await ask(supervisor)).toBe('token-missing');
    const sent = (): boolean => another.requests().some(({ authorization }) => authorization !== 'none');
    expect(sent()).toBe(false);
    await profiles.edit(own.id, { service: own.service });
    expect(await ask(supervisor)).toBe('stop');
    const copy = await profiles.duplicate(own.id);
    expect(copy.ok && (await supervisor.tokens.status(copy.value.id, signal))).toEqual({ ok: true, value: { state: 'not-set' } });
  } finally {
    await another.close();
  }
});

test("doesn't ask to unlock a keychain without our secrets in direct mode", async () => {
  const inner = createMemoryVault();
  let asked = 0;
  const keychain: Vault = {
    ...inner,
    get: (ref) => {
      asked += 1;
      return inner.get(ref);
    },
  };
  const set = await connectionFixture({ keychain, profile: { mode: 'direct' } });
  await until(set.supervisor, { isRefreshing: false, lists: [{}, {}, {}], token: { state: 'not-set' } });
  expect(asked).toBe(0);
  await setToken(set, set.service.token);
  await until(set.supervisor, { token: { state: 'set' } });
});

test("has a token for the demo, which can't be set or forgotten", async () => {
  const set = await connectionFixture({ isActive: false });
  const refused = { ok: false, failure: { code: 'refused' } };
  expect(await setToken(set, 'x')).toMatchObject(refused);
  expect(await set.supervisor.tokens.forget('demo', signal)).toMatchObject(refused);
  expect(await set.supervisor.tokens.status('demo', signal)).toMatchObject({ value: { state: 'set' } });
  expect(await set.supervisor.tokens.status('nobody', signal)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});
