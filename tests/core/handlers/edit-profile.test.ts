import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { putCatalogEntry } from '../../../electron/core/handlers/edit-profile.ts';
import { openProfiles } from '../../../electron/core/profiles/profiles.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { catalog } from '../llm-client/models.ts';

async function openProfile() {
  const profiles = await openProfiles({ folder: await temporaryFolder(), checkService: ok });
  const service = { name: 'Lab', baseUrl: 'https://lab.example', inferenceServer: null, caFile: null, catalog };
  const { id } = must(await profiles.add({ service, instance: null, mode: 'proxy', directRoute: 'auto' }));
  return { profiles, id, catalog: () => profiles.find(id)?.service.catalog };
}

const again = { segment: 'engine-b', engine: 'unknown', models: [] } as const;

test('rejects a new engine path that exists (catches its models being deleted)', async () => {
  const { profiles, id, catalog: now } = await openProfile();
  expect(await putCatalogEntry(profiles, id, again, null)).toMatchObject({
    ok: false,
    failure: { reason: 'engine-path-taken', params: { segment: 'engine-b' } },
  });
  expect(now()).toEqual(catalog);
});

test('changes an engine path, renames it, and restores a removed one', async () => {
  const { profiles, id, catalog: now } = await openProfile();
  must(await putCatalogEntry(profiles, id, again, 'engine-b'));
  must(await putCatalogEntry(profiles, id, { ...again, segment: 'engine-c' }, 'engine-b'));
  must(await putCatalogEntry(profiles, id, again, null));
  expect(now()?.map(({ segment }) => segment)).toEqual(['engine-c', 'beta-4-scout', 'gamma-oss-120b', 'engine-b']);
});
