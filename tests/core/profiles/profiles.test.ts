import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { demoProfile } from '../../../electron/contract/demo-profile.ts';
import type { Model } from '../../../electron/contract/catalog.ts';
import type { ProfileDraft, Service } from '../../../electron/contract/profile.ts';
import { newProfileId, openProfiles } from '../../../electron/core/profiles/profiles.ts';
import { catalogModels } from '../../../electron/core/llm-client/llm-client.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { catalog } from '../llm-client/models.ts';
import { must } from '../../support/must.ts';

const service: Service = { name: 'Example', baseUrl: 'https://models.example.org', inferenceServer: null, caFile: null, catalog };
const draft: ProfileDraft = {
  service,
  instance: { host: 'inst.example.org', port: 22, login: 'me', alias: null, transport: 'ssh2' },
  mode: 'proxy',
  directRoute: 'auto',
};
const checkService = (given: Service) =>
  given.baseUrl.startsWith('https://') ? ok({ ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }) : fail('profile-incomplete');

const open = (folder: string) => openProfiles({ folder, checkService });

test('keeps profiles, the active one and the mode after a restart', async () => {
  const folder = await temporaryFolder();
  const profiles = await open(folder);
  expect(profiles.list()).toEqual([demoProfile]);
  const added = must(await profiles.add({ ...draft, service: { ...service, baseUrl: 'https://models.example.org//' } }));
  expect(added.service.baseUrl).toBe('https://models.example.org');
  await profiles.activate(added.id);
  await profiles.setMode(added.id, 'direct');
  await profiles.saveModels(added.id, catalogModels(catalog));
  const again = await open(folder);
  expect(again.active()).toEqual({ ...added, mode: 'direct' });
  expect(again.lastModels(added.id)).toEqual(catalogModels(catalog));
  expect(again.problem).toBeUndefined();
});

test('keeps the profiles when models can’t be saved (catches one odd number that damages the file)', async () => {
  const folder = await temporaryFolder();
  const problems: unknown[] = [];
  const profiles = await openProfiles({ folder, checkService, onInvalid: (problem) => problems.push(problem) });
  const added = must(await profiles.add(draft));
  const [model] = catalogModels(catalog);
  const odd = { ...model, contextLength: 1e30 } as Model;
  expect(await profiles.saveModels(added.id, [odd])).toMatchObject({ ok: false, failure: { reason: 'file-not-saved' } });
  expect(problems).toHaveLength(1);
  const again = await open(folder);
  expect([again.list(), again.problem]).toEqual([[demoProfile, added], undefined]);
});

test('edits the named fields, keeps the id across a new name, and rejects nonsense', async () => {
  const profiles = await open(await temporaryFolder());
  const { id } = must(await profiles.add(draft));
  expect(await profiles.edit(id, { service: { ...service, name: 'Renamed' } })).toMatchObject({
    ok: true,
    value: { id, service: { name: 'Renamed' }, instance: draft.instance },
  });
  expect(await profiles.edit(id, { instance: null })).toMatchObject({ ok: true, value: { instance: null, service: { name: 'Renamed' } } });
  await profiles.add(draft);
  for (const result of [
    await profiles.edit(id, { service: { ...service, baseUrl: 'http://x' } }),
    await profiles.edit(id, { service: { ...service, name: ' ' } }),
    await profiles.edit(id, { service: { ...service, name: 'EXAMPLE' } }),
    await profiles.edit(id, { id: 'other' } as never),
    await profiles.edit('nobody', { mode: 'direct' }),
    await profiles.activate('nobody'),
    await profiles.remove('nobody'),
    await profiles.add(draft),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
  expect(profiles.find(id)?.service.name).toBe('Renamed');
});

test('gives a copy its own name and id', async () => {
  const profiles = await open(await temporaryFolder());
  const { id } = must(await profiles.add({ ...draft, service: { ...service, name: 'x'.repeat(80) } }));
  const names = [];
  for (const _ of [1, 2]) {
    const copy = await profiles.duplicate(id);
    names.push(copy.ok ? copy.value.service.name : copy.failure.reason);
    expect(copy.ok && copy.value.id).not.toBe(id);
  }
  expect(names).toEqual([`${'x'.repeat(75)} copy`, `${'x'.repeat(73)} copy 2`]);
  expect(await profiles.duplicate('nobody')).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('gives an imported profile a free name instead of rejecting it', async () => {
  const profiles = await open(await temporaryFolder());
  await profiles.add(draft);
  expect(await profiles.addNamed(draft)).toMatchObject({ ok: true, value: { service: { name: 'Example 2' } } });
  expect(await profiles.addNamed(draft)).toMatchObject({ ok: true, value: { service: { name: 'Example 3' } } });
});

test('saves the last models without reporting a changed profile', async () => {
  let changes = 0;
  const profiles = await openProfiles({ folder: await temporaryFolder(), checkService, onChange: () => void (changes += 1) });
  const added = await profiles.add(draft);
  const before = changes;
  await profiles.saveModels(added.ok ? added.value.id : '', catalogModels(catalog));
  expect(changes).toBe(before);
});

test('keeps the direct route across other edits', async () => {
  const profiles = await open(await temporaryFolder());
  const { id } = must(await profiles.add(draft));
  await profiles.edit(id, { directRoute: 'tunnel' });
  await profiles.edit(id, { mode: 'direct' });
  expect(profiles.find(id)).toMatchObject({ directRoute: 'tunnel', mode: 'direct' });
});

test('leaves no active profile after removing it', async () => {
  const folder = await temporaryFolder();
  const profiles = await open(folder);
  const { id } = must(await profiles.add(draft));
  await profiles.activate(id);
  await profiles.saveModels(id, catalogModels(catalog));
  await profiles.remove(id);
  expect(profiles.active()).toBeUndefined();
  expect(await readFile(path.join(folder, 'profiles.json'), 'utf8')).not.toContain(id);
});

test('changes only the mode of the demo, which is that of this version after a restart', async () => {
  const folder = await temporaryFolder();
  const profiles = await open(folder);
  await profiles.setMode('demo', 'direct');
  for (const result of [await profiles.edit('demo', { instance: null }), await profiles.remove('demo'), await profiles.duplicate('demo')]) {
    expect(result).toMatchObject({ ok: false, failure: { reason: 'demo-read-only' } });
  }
  const file = path.join(folder, 'profiles.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('alpha-R1', 'earlier'));
  expect((await open(folder)).active()).toEqual({ ...demoProfile, mode: 'direct' });
});

test('creates recognisable ids for any name', () => {
  expect(newProfileId('Forschungs-Wolke Süd!', new Set())).toMatch(/^forschungs-wolke-su-d-[a-z0-9]{5}$/);
  expect(newProfileId('模型', new Set())).toMatch(/^service-[a-z0-9]{5}$/);
  expect(newProfileId('x'.repeat(200), new Set()).length).toBeLessThan(80);
});
