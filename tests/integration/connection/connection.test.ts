import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Connection } from '../../../electron/contract/connection.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Profile } from '../../../electron/contract/profile.ts';
import { keepConnection, type ConnectionKeeper } from '../../../electron/core/connection/connection.ts';
import { createMemoryVault, type Vault } from '../../../electron/core/credentials/vault.ts';
import { startDemo, type Demo } from '../../../electron/core/demo/demo.ts';
import { openProfiles, type Profiles } from '../../../electron/core/profiles/profiles.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Setting {
  /** A service of somebody's, played by a demo of its own. */
  readonly service: Demo;
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly keeper: ConnectionKeeper;
  readonly told: Connection[];
}

/** A user with a profile of their own besides the built-in demo. */
async function setting(): Promise<Setting> {
  const folder = await temporaryFolder();
  const caFile = path.join(folder, 'authority.pem');
  const service = await startDemo({ speed: 'unlimited', caFile });
  const profiles = await openProfiles({ folder, checkService: ok });
  const vault = createMemoryVault();
  const { id: _id, ...draft } = service.profile();
  const added = await profiles.add({ ...draft, service: { ...draft.service, name: 'Institute', caFile } });
  await profiles.activate(added.ok ? added.value.id : '');
  const told: Connection[] = [];
  const keeper = keepConnection({
    profiles,
    vault,
    environment: {},
    startDemo: () => startDemo({ speed: 'unlimited' }),
    steadyClock: { now: () => performance.now() },
    onChange: (connection) => told.push(connection),
    onBug: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(async () => {
    await keeper.close();
    await service.close();
  });
  return { service, profiles, vault, keeper, told };
}

async function ask(keeper: ConnectionKeeper): Promise<string> {
  const reached = await keeper.reach();
  if (!reached.ok) return reached.failure.code;
  const { client, mode, models } = reached.value;
  const model = models.find(({ id }) => id === 'beta-4-scout');
  if (!model) return 'no model';
  const request = { model, messages: [{ role: 'user', text: 'Hello' }] } as const;
  const { failure, answer } = await client.chat(request, { mode, signal: AbortSignal.timeout(20_000) }, () => undefined);
  return failure?.code ?? answer.finish ?? 'nothing';
}

function active(profiles: Profiles): Profile {
  const profile = profiles.active();
  if (!profile) throw new Error('no profile is active');
  return profile;
}

test('the user’s own service is reached with its authority and the token of the keychain', async () => {
  const { service, profiles, vault, keeper } = await setting();
  expect(await ask(keeper)).toBe('token-missing');
  await vault.set({ kind: 'api-token', profileId: active(profiles).id, place: service.baseUrl }, service.token);
  expect(await ask(keeper)).toBe('stop');
});

test('a list that is refused takes no model away, now or at a start without a network', async () => {
  const { profiles, told, keeper, service } = await setting();
  await profiles.setMode(active(profiles).id, 'direct'); // refused from here: nothing is lost by it
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]).toMatchObject({ state: 'ready', models: [{ id: 'alpha-R1' }, { id: 'beta-4-scout' }, { id: 'gamma-oss-120b' }] });
  expect(profiles.lastModels(active(profiles).id)).toHaveLength(3);
  await service.close();
  expect(await keeper.reach()).toMatchObject({ ok: true, value: { models: [{ id: 'alpha-R1' }, {}, {}] } });
});

test('a token kept for another address is never sent', async () => {
  const { service, profiles, vault, keeper } = await setting();
  await vault.set({ kind: 'api-token', profileId: active(profiles).id, place: 'https://elsewhere.example' }, service.token);
  expect(await ask(keeper)).toBe('token-missing');
  expect(service.requests().filter(({ authorization }) => authorization !== 'none')).toEqual([]);
});

test('without the authority’s certificate the service is not believed', async () => {
  const { profiles, keeper } = await setting();
  const profile = active(profiles);
  await profiles.edit(profile.id, { service: { ...profile.service, caFile: null } });
  await profiles.setMode(profile.id, 'direct');
  expect(await ask(keeper)).toBe('tls-authority');
});

test('direct from outside says that this network is not permitted', async () => {
  const { profiles, keeper } = await setting();
  await profiles.setMode(active(profiles).id, 'direct');
  expect(await ask(keeper)).toBe('network-not-permitted');
});

test('switching to the demo and back takes effect with the next question', async () => {
  const { profiles, keeper, service } = await setting();
  const own = active(profiles);
  expect(await ask(keeper)).toBe('token-missing');
  await profiles.activate('demo');
  expect(await ask(keeper)).toBe('stop');
  expect(service.requests()).toEqual([]);
  await profiles.activate(own.id);
  expect(await ask(keeper)).toBe('token-missing');
});
