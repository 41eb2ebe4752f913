import { copyFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDevRuntimeGuard } from '../../../electron/core/create-connection-services.ts';
import { active, ask, setMode, connectionFixture, until } from './connection-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { must } from '../../support/must.ts';

const signal = new AbortController().signal;
const untilQuit = { keeping: 'until-quit', isUnchecked: false } as const;

test('reaches the user’s own service with its authority and the token of the keychain', async () => {
  const { service, profiles, supervisor } = await connectionFixture();
  expect(await ask(supervisor)).toBe('token-missing');
  await supervisor.tokens.set({ profileId: active(profiles).id, token: service.token, ...untilQuit }, signal);
  expect(await ask(supervisor)).toBe('stop');
});

test('keeps all models if a list is refused, now or at a start without a network', async () => {
  const set = await connectionFixture();
  const { profiles, supervisor, service } = set;
  await setMode(set, 'direct'); // rejected from here, but nothing is lost
  await until(supervisor, {
    mode: 'direct',
    isRefreshing: false,
    models: [{ id: 'alpha-R1' }, { id: 'beta-4-scout' }, { id: 'gamma-oss-120b' }],
    lists: [{ mode: 'direct', segment: 'engine-b', failure: { code: 'network-not-permitted' } }, {}, {}],
  });
  expect(profiles.lastModels(active(profiles).id)).toHaveLength(3);
  await service.close();
  expect(await supervisor.getActiveService()).toMatchObject({ ok: true, value: { models: [{ id: 'alpha-R1' }, {}, {}] } });
});

test('names a missing certificate file, and connects at a refresh after it was added', async () => {
  const { profiles, supervisor, folder } = await connectionFixture();
  const profile = active(profiles);
  const good = profile.service.caFile;
  await profiles.edit(profile.id, { service: { ...profile.service, caFile: `${folder}/missing.pem` } });
  await eventually(() => expect(supervisor.read()).toMatchObject({ state: 'failed', failure: { code: 'ca-file' } }));
  await copyFile(good ?? '', `${folder}/missing.pem`);
  await supervisor.refresh();
  expect(supervisor.read()).toMatchObject({ state: 'ready', lists: [{ failure: { code: 'token-missing' } }] });
});

test('applies switching to the demo and back to the next question', async () => {
  const { profiles, supervisor, service } = await connectionFixture();
  const own = active(profiles);
  expect(await ask(supervisor)).toBe('token-missing');
  await until(supervisor, { profile: { name: 'Institute' } });
  const before = service.requests().length;
  await profiles.activate('demo');
  expect(await ask(supervisor)).toBe('stop');
  await until(supervisor, { profile: { name: 'Demo', isDemo: true } });
  expect(service.requests()).toHaveLength(before);
  await profiles.activate(own.id);
  expect(await ask(supervisor)).toBe('token-missing');
});

test('reads failed lists again over new connections after a network change', async () => {
  const { profiles, supervisor, service, changeNetwork } = await connectionFixture();
  const lift = service.fault({ kind: 'status', status: 503 });
  await supervisor.tokens.set({ profileId: active(profiles).id, token: service.token, keeping: 'until-quit', isUnchecked: true }, signal);
  await until(supervisor, { isRefreshing: false, lists: [{ failure: { code: 'service-error' } }] });
  lift();
  changeNetwork('the network changed');
  await until(supervisor, { isRefreshing: false, lists: [{ failure: null }] });
  expect(await ask(supervisor)).toBe('stop');
});

test("coalesces changes that happen together, and doesn't report what hasn't changed", async () => {
  const set = await connectionFixture();
  const { supervisor, emitted } = set;
  await until(supervisor, { isRefreshing: false });
  await eventually(() => expect(emitted.at(-1)).toEqual(supervisor.read()));
  const before = emitted.length;
  for (let count = 0; count < 50; count += 1) supervisor.profilesChanged();
  await setMode(set, 'direct');
  await until(supervisor, { mode: 'direct', isRefreshing: false });
  await eventually(() => expect(emitted.at(-1)).toEqual(supervisor.read()));
  expect(emitted.length - before).toBeLessThan(8);
  const modes = emitted.flatMap((each) => (each.state === 'ready' ? each.mode : []));
  expect([...new Set(modes)]).toEqual(['proxy', 'direct']);
});

test('ends a running answer on the connection it began on, whatever is switched meanwhile', async () => {
  const set = await connectionFixture({ service: { speed: 'real' } });
  const { profiles, supervisor, service } = set;
  await supervisor.tokens.set({ profileId: active(profiles).id, token: service.token, ...untilQuit }, signal);
  const { client, models } = must(await supervisor.getActiveService());
  const model = models.find(({ id }) => id === 'gamma-oss-120b');
  if (!model) throw new Error('no model');
  const begun = Promise.withResolvers<void>();
  const answer = client.chat(
    { model, messages: [{ role: 'user', text: 'Write 500 words.' }], parameters: { reasoningEffort: 'low' } },
    { mode: 'proxy', signal: AbortSignal.timeout(90_000) },
    () => begun.resolve(),
  );
  await begun.promise;
  await setMode(set, 'direct');
  await profiles.activate('demo'); // its connection is closed, but not before the answer has ended
  expect(await ask(supervisor)).toBe('stop');
  expect(await answer).toMatchObject({ failure: null, answer: { finish: 'stop' } });
});

test('runs the demo on a development runtime and refuses anything else until the user agrees once', async () => {
  const refused = await connectionFixture({ more: { permit: createDevRuntimeGuard(false, undefined) } });
  expect(await ask(refused.supervisor)).toBe('refused');
  expect(refused.service.requests()).toEqual([]);
  expect(
    await refused.supervisor.tokens.set({ profileId: active(refused.profiles).id, token: refused.service.token, ...untilQuit }, signal),
  ).toMatchObject({ ok: false, failure: { code: 'refused' } });
  await refused.profiles.activate('demo');
  expect(await ask(refused.supervisor)).toBe('stop');

  let asked = 0;
  const permit = createDevRuntimeGuard(false, async () => {
    asked += 1;
    return true;
  });
  const agreed = await connectionFixture({ more: { permit } });
  expect(await ask(agreed.supervisor)).toBe('token-missing');
  const own = active(agreed.profiles).id;
  await agreed.profiles.activate('demo');
  await agreed.profiles.activate(own);
  expect(await ask(agreed.supervisor)).toBe('token-missing');
  expect(asked).toBe(1);
});

test("reports a demo that can't start, and the user’s own service still works", async () => {
  const bugs: unknown[] = [];
  const more = { startDemo: () => Promise.reject(new Error('no port')), onBug: (error: unknown) => void bugs.push(error) };
  const { supervisor, profiles } = await connectionFixture({ more });
  expect(await ask(supervisor)).toBe('token-missing');
  await profiles.activate(null);
  await eventually(() => expect(supervisor.read()).toMatchObject({ state: 'failed', failure: { code: 'invalid-input' } }));
  expect(bugs).toEqual([]);
  const alone = await connectionFixture({ more, isActive: false });
  await eventually(() => expect(alone.supervisor.read()).toMatchObject({ state: 'failed', failure: { reason: 'demo-not-started' } }));
  expect(bugs).toHaveLength(1);
});

test("uses the environment's HTTP proxy unless it is our own local API", async () => {
  const named: unknown[] = [];
  const environment = { HTTPS_PROXY: 'http://127.0.0.1:9' };
  const circle = await connectionFixture({
    more: {
      environment,
      isOurLocalApi: (proxy) => {
        named.push(proxy);
        return true;
      },
    },
  });
  await circle.supervisor.tokens.set({ profileId: active(circle.profiles).id, token: circle.service.token, ...untilQuit }, signal);
  expect(await ask(circle.supervisor)).toBe('stop');
  expect(named[0]).toEqual({ host: '127.0.0.1', port: 9 });
  const foreign = await connectionFixture({ more: { environment } });
  const kept = await foreign.supervisor.tokens.set(
    { profileId: active(foreign.profiles).id, token: foreign.service.token, keeping: 'until-quit', isUnchecked: true },
    signal,
  );
  expect(kept.ok).toBe(true);
  expect(await ask(foreign.supervisor)).not.toBe('stop');
});
