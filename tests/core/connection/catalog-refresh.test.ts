import { expect, test } from 'vitest';
import type { CatalogEntry, Model } from '../../../electron/contract/catalog.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Mode, Profile } from '../../../electron/contract/profile.ts';
import { createCatalogRefresh } from '../../../electron/core/connection/catalog-refresh.ts';
import type { ServiceConnection } from '../../../electron/core/connection/service-connection.ts';
import { rig } from '../llm-client/client-rig.ts';
import { beta, catalog } from '../llm-client/models.ts';

/** Creates the refresh of a profile that the test edits. The proxy lists beta without a context length; the engines list nothing. */
async function openRefresh(lastModels: readonly Model[] = [], declared: readonly CatalogEntry[] = catalog) {
  const { client } = await rig(({ path }, response) =>
    response.end(JSON.stringify({ data: path.includes('/api/') ? [{ id: 'beta-4-scout' }] : [] })),
  );
  const service = { name: 'Lab', baseUrl: 'https://lab.example', inferenceServer: null, caFile: null, catalog: declared };
  let profile: Profile = { id: 'lab', service, instance: null, mode: 'proxy', directRoute: 'auto' };
  // the refresh uses no more of a connection
  const connection = {
    client,
    tokenStatus: async () => ({ state: 'not-set' }),
    tunnelDecision: { invalidate: () => undefined },
    managedTunnel: undefined,
  } as unknown as ServiceConnection;
  let saved = lastModels;
  const { models, refresh } = createCatalogRefresh({
    profile: () => profile,
    connection: Promise.resolve(ok(connection)),
    lastModels,
    saveModels: async (found) => void (saved = found),
    steadyClock: { now: () => 0 },
    closing: new AbortController().signal,
    onChange: () => undefined,
  });
  return {
    refresh,
    saved: () => saved,
    edit: (change: { readonly catalog?: readonly CatalogEntry[]; readonly mode?: Mode }) => {
      const { mode = profile.mode, ...edited } = change;
      profile = { ...profile, mode, service: { ...profile.service, ...edited } };
    },
    find: (id: string) => models().find((model) => model.id === id),
  };
}

/** The catalog with a context length that the user entered for beta. */
const entered = catalog.map((entry) => ({
  ...entry,
  models: entry.models.map((model) => (model.id === 'beta-4-scout' ? { ...model, contextLength: 4096 } : model)),
}));

test('forgets a context length that the user removes (catches a wrong value that stays forever)', async () => {
  const { refresh, edit, find } = await openRefresh([{ ...beta, contextLength: 131_072 }]);
  edit({ catalog: entered });
  await refresh();
  expect(find('beta-4-scout')).toMatchObject({ contextLength: 4096, presence: { proxy: 'listed' } });
  edit({ catalog });
  expect(find('beta-4-scout')).toMatchObject({ contextLength: 131_072 });
  await refresh();
  expect(find('beta-4-scout')).toMatchObject({ contextLength: 131_072 });
});

test('forgets one that an earlier version saved as the service’s', async () => {
  const { refresh, edit, find, saved } = await openRefresh([{ ...beta, contextLength: 4096 }], entered);
  await refresh();
  expect(saved().find(({ id }) => id === 'beta-4-scout')).toMatchObject({ contextLength: null });
  edit({ catalog });
  expect(find('beta-4-scout')).toMatchObject({ contextLength: null });
});

test('keeps what the proxy listed when Direct is chosen right after an edit (catches a model that disappears)', async () => {
  const { refresh, edit, find } = await openRefresh();
  await refresh();
  edit({ catalog: catalog.filter(({ segment }) => segment !== 'beta-4-scout') });
  void refresh();
  edit({ mode: 'direct' });
  await refresh();
  expect(find('beta-4-scout')).toMatchObject({ segment: null, origin: 'discovered', presence: { proxy: 'listed', direct: 'unchecked' } });
});
