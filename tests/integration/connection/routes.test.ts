import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EventMessage } from '../../../electron/contract/events.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { createMemoryVault } from '../../../electron/core/credentials/credentials.ts';
import { startDemo } from '../../support/demo/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore, type TestCoreOptions } from '../../support/test-core.ts';
import { surroundingsIn } from './connection-fixture.ts';
import { must } from '../../support/must.ts';
import { context } from '../../support/call-context.ts';

type RoutesFixture = Awaited<ReturnType<typeof openRoutes>>;

/** Starts the whole core, and a service that a demo simulates. */
async function openRoutes(more: TestCoreOptions = {}) {
  const folder = await temporaryFolder();
  await mkdir(folder, { recursive: true });
  const caFile = path.join(folder, 'authority.pem');
  const service = await startDemo({ speed: 'unlimited', caFile, insideAddress: '127.0.0.2' });
  onTestFinished(service.close);
  const vault = createMemoryVault();
  const core = await startTestCore(folder, {
    vault,
    sshEnvironment: () =>
      surroundingsIn(folder, 'Host lab\n  HostName inst.example.org\n  User ada\n  ProxyCommand nc %h %p\nHost *.org\n'),
    network: () => () => undefined,
    ...more,
  });
  const emitted: EventMessage[] = [];
  core.listen((message) => emitted.push(message));
  await eventually(() => expect(core.profiles.find('demo')).toBeDefined());
  const { id: _id, ...draft } = service.profile();
  return { core, service, draft: { ...draft, service: { ...draft.service, name: 'Institute', caFile } }, folder, vault, emitted };
}

async function added({ core, draft }: RoutesFixture): Promise<Profile> {
  const profile = must(await core.handlers['profiles.add'](draft, context));
  must(await core.handlers['profiles.activate']({ id: profile.id }, context));
  return profile;
}

test('adds, changes, duplicates and removes profiles, notifies the window, and leaves the demo alone', async () => {
  const set = await openRoutes();
  const { handlers } = set.core;
  const profile = await added(set);
  must(await handlers['profiles.change']({ id: profile.id, change: { directRoute: 'straight' } }, context));
  const copy = must(await handlers['profiles.duplicate']({ id: profile.id }, context));
  expect(copy).toMatchObject({ service: { name: 'Institute copy' }, directRoute: 'straight' });
  expect(set.emitted.findLast(({ event }) => event === 'profiles.changed')).toMatchObject({
    payload: { activeId: profile.id, profiles: [{ id: 'demo' }, { id: profile.id }, { id: copy.id }] },
  });
  must(await handlers['profiles.remove']({ id: copy.id, withSecrets: true }, context));
  expect(must(await handlers['profiles.read'](undefined, context)).profiles).toHaveLength(2);
  const refused = { ok: false, failure: { code: 'refused' } };
  expect(await handlers['profiles.change']({ id: 'demo', change: { mode: 'direct' } }, context)).toMatchObject(refused);
  expect(await handlers['profiles.remove']({ id: 'demo', withSecrets: true }, context)).toMatchObject(refused);
  expect(await handlers['profiles.duplicate']({ id: 'demo' }, context)).toMatchObject(refused);
  expect(await handlers['catalog.removeEntry']({ profileId: 'demo', segment: 'engine-b' }, context)).toMatchObject(refused);
});

test('edits the catalog by its routes and shows the result', async () => {
  const set = await openRoutes();
  const { handlers } = set.core;
  const { id: profileId } = await added(set);
  const capabilities = { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false };
  const entry = { segment: 'delta', engine: 'vllm', models: [{ id: 'delta-1', capabilities }] } as const;
  must(await handlers['catalog.putEntry']({ profileId, entry, replaces: null }, context));
  must(
    await handlers['catalog.putModel']({ profileId, segment: 'delta', model: { id: 'delta-2', capabilities }, replaces: null }, context),
  );
  must(
    await handlers['catalog.putModel'](
      { profileId, segment: 'delta', model: { id: 'delta-3', capabilities }, replaces: 'delta-1' },
      context,
    ),
  );
  must(await handlers['catalog.removeEntry']({ profileId, segment: 'engine-b' }, context));
  const edited = must(await handlers['catalog.removeModel']({ profileId, segment: 'beta-4-scout', modelId: 'beta-4-scout' }, context));
  expect(edited.service.catalog.map(({ segment, models }) => [segment, models.map(({ id }) => id)])).toEqual([
    ['beta-4-scout', []],
    ['gamma-oss-120b', ['gamma-oss-120b']],
    ['delta', ['delta-3', 'delta-2']],
  ]);
  await eventually(async () => {
    const connection = must(await handlers['connection.read'](undefined, context));
    expect(connection.state === 'ready' && connection.models.map(({ id }) => id)).toEqual(['gamma-oss-120b', 'delta-3', 'delta-2']);
  });
  expect(
    await handlers['catalog.putEntry']({ profileId, entry: { ...entry, segment: 'new' }, replaces: 'nothing' }, context),
  ).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  // catches an added path that replaces the one of that name, with its models
  expect(await handlers['catalog.putEntry']({ profileId, entry: { ...entry, models: [] }, replaces: null }, context)).toMatchObject({
    ok: false,
    failure: { reason: 'engine-path-taken' },
  });
});

test('handles a token, a mode, a question and the tunnel by their routes, with the token in no log and no file', async () => {
  const set = await openRoutes();
  const { handlers } = set.core;
  const { id: profileId } = await added(set);
  const { host, port, login } = set.service.instance;
  must(
    await handlers['profiles.change'](
      { id: profileId, change: { instance: { host, port, login, alias: null, transport: 'ssh2' }, directRoute: 'tunnel' } },
      context,
    ),
  );
  const { token } = set.service;
  expect(await handlers['token.set']({ profileId, token, keeping: 'keychain', isUnchecked: false }, context)).toMatchObject({
    value: { state: 'set', tail: token.slice(-4) },
  });
  set.core.log.info('test.slip', { text: `somebody logs ${token}` });
  must(await handlers['connection.setMode']({ mode: 'direct' }, context));
  const question = await eventually(async () => {
    const [open] = must(await handlers['questions.read'](undefined, context));
    if (!open) throw new Error('no question');
    return open;
  });
  expect(set.emitted.some(({ event }) => event === 'questions.changed')).toBe(true);
  expect(question.question).toMatchObject({ kind: 'host-key', fingerprint: set.service.instance.fingerprint() });
  must(await handlers['questions.answer']({ id: question.id, reply: { kind: 'host-key', isTrusted: true } }, context));
  const prompts = await eventually(async () => {
    const open = must(await handlers['questions.read'](undefined, context)).find((each) => each.question.kind === 'prompts');
    if (!open) throw new Error('no question');
    return open;
  });
  const reply = { kind: 'prompts', answers: [set.service.instance.password] } as const;
  must(await handlers['questions.answer']({ id: prompts.id, reply }, context));
  await eventually(async () =>
    expect(await handlers['connection.read'](undefined, context)).toMatchObject({
      value: { mode: 'direct', tunnel: { state: { kind: 'ready' } }, lists: [{}, { failure: null }, { failure: null }, { failure: null }] },
    }),
  );
  // so that the user can look it up later; changes that happen together are logged once, after a moment
  const log = path.join(set.folder, 'logs/causeway.log');
  await eventually(async () => expect(await readFile(log, 'utf8')).toMatch(/connection\.changed.*"tunnel":"ready"/));
  set.core.networkMayHaveChanged('the computer woke up');
  expect(must(await handlers['tunnel.read'](undefined, context))?.changes.map(({ cause }) => cause)).toContain('the computer woke up');
  must(await handlers['tunnel.stop'](undefined, context));
  expect(await handlers['connection.read'](undefined, context)).toMatchObject({ value: { tunnel: { state: { kind: 'stopped' } } } });
  must(await handlers['tunnel.reconnect'](undefined, context));
  must(await handlers['connection.refresh'](undefined, context));

  must(await handlers['profiles.remove']({ id: profileId, withSecrets: true }, context));
  expect(await set.vault.get({ kind: 'api-token', profileId, place: set.service.baseUrl })).toEqual({ ok: true, value: null });
  expect(
    (await handlers['app.places'](undefined, context)).ok && must(await handlers['app.places'](undefined, context)),
  ).not.toContainEqual(expect.objectContaining({ what: 'Secret' }));
  await set.core.dispose();
  for (const file of await readdir(set.folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = await readFile(path.join(file.parentPath, file.name), 'latin1');
    for (const secret of [token, set.service.instance.password]) expect(text.includes(secret), file.name).toBe(false);
  }
});

test('lists every location with user data, secrets by their names in the keychain app', async () => {
  const set = await openRoutes();
  const { id: profileId } = await added(set);
  must(await set.core.handlers['token.set']({ profileId, token: set.service.token, keeping: 'keychain', isUnchecked: false }, context));
  const { handlers } = set.core;
  must(await handlers['settings.change']({ theme: 'dark' }, context));
  must(await handlers['drafts.keep']({ key: 'new-conversation', text: 'Hello' }, context));
  must(await handlers['library.setFavourite']({ model: 'alpha-R1', isFavourite: true }, context));
  must(await handlers['localApi.createKey']({ name: 'notebook' }, context));
  must(await handlers['history.list']({ shelf: 'current', limit: 1 }, context));
  await set.core.windowState.write({ x: 1, y: 2, width: 900, height: 700, isMaximized: false });
  const places = must(await handlers['app.places'](undefined, context));
  const files = (await readdir(path.join(set.folder, 'data'))).filter((name) => !/\.(previous|tmp|lock)$|-(wal|shm)$/.test(name));
  expect(files.length).toBeGreaterThan(7);
  for (const file of files) expect(places.map(({ where }) => where)).toContain(path.join(set.folder, 'data', file));
  expect(places.at(-1)).toMatchObject({
    what: 'Secret',
    where: expect.stringMatching(/^Passwords and Keys: Causeway → API token · https:/),
  });
});

test('lists the hosts of the ssh config, with unsupported options', async () => {
  const { core } = await openRoutes();
  expect(must(await core.handlers['profiles.sshAliases'](undefined, context))).toEqual(['lab']);
  expect(must(await core.handlers['profiles.readSshAlias']({ alias: 'lab' }, context))).toEqual({
    alias: 'lab',
    host: 'inst.example.org',
    port: 22,
    login: 'ada',
    notes: [expect.stringContaining('ProxyCommand')],
  });
});

test('exports a profile with its authority and without its token, which the recipient enters', async () => {
  const exporting = await openRoutes();
  const given = await added(exporting);
  const { handlers, profileExchange } = exporting.core;
  must(
    await handlers['token.set']({ profileId: given.id, token: exporting.service.token, keeping: 'keychain', isUnchecked: false }, context),
  );
  const { name, text } = must(await profileExchange.write(given.id));
  expect(name).toBe('Institute.causeway.json');
  expect(text).not.toContain(exporting.service.token);
  expect(await profileExchange.write('demo')).toMatchObject({ ok: false, failure: { code: 'refused' } });

  const handedOn = must(profileExchange.read(text));
  expect(handedOn.authorities).toHaveLength(1);
  const before = await readdir(path.join(exporting.folder, 'data'));
  expect(before).not.toContain('authorities'); // reading the file trusts nothing yet
  const taken = must(await profileExchange.add(handedOn)); // even the exporting user inherits nothing
  expect(taken).toMatchObject({ service: { name: 'Institute 2', caFile: expect.stringContaining('authorities') } });
  expect(must(await handlers['token.status']({ profileId: taken.id }, context))).toEqual({ state: 'not-set' });
  must(await handlers['profiles.activate']({ id: taken.id }, context));
  expect(
    await handlers['token.set'](
      { profileId: taken.id, token: exporting.service.createToken(), keeping: 'until-quit', isUnchecked: false },
      context,
    ),
  ).toMatchObject({ value: { state: 'set' } }); // so its authority is the right one
});
