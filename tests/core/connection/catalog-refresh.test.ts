import { expect, test } from 'vitest';
import type { CatalogEntry, Model } from '../../../electron/contract/catalog.ts';
import { ok } from '../../../electron/contract/failure.ts';
import type { Mode, Profile } from '../../../electron/contract/profile.ts';
import { createCatalogRefresh, type CatalogRefreshOptions } from '../../../electron/core/connection/catalog-refresh.ts';
import type { ServiceConnection } from '../../../electron/core/connection/service-connection.ts';
import { rig } from '../llm-client/client-rig.ts';
import { beta, catalog } from '../llm-client/models.ts';

/** Creates the refresh of a profile that the test edits. The proxy lists beta without a context length; the engines list nothing. */
async function openRefresh(
  lastModels: readonly Model[] = [],
  declared: readonly CatalogEntry[] = catalog,
  changed: Partial<Pick<CatalogRefreshOptions, 'saveModels' | 'steadyClock' | 'onChange' | 'learnedImages'>> & {
    readonly isTunnelUp?: () => boolean;
  } = {},
  respondTo: (path: string) => Promise<void> = async () => undefined,
) {
  const { isTunnelUp, ...options } = changed;
  const { client } = await rig(({ path }, response) => {
    const list = JSON.stringify({ data: path.includes('/api/') ? [{ id: 'beta-4-scout' }] : [] });
    void respondTo(path).then(() => response.end(list));
  });
  const service = { name: 'Lab', baseUrl: 'https://lab.example', inferenceServer: null, caFile: null, catalog: declared };
  let profile: Profile = { id: 'lab', service, instance: null, mode: 'proxy', directRoute: 'auto' };
  // the refresh uses no more of a connection
  const connection = {
    client,
    tokenStatus: async () => ({ state: 'not-set' }),
    tunnelDecision: { invalidate: () => undefined },
    managedTunnel: isTunnelUp && { isUp: isTunnelUp },
  } as unknown as ServiceConnection;
  let saved = lastModels;
  const { models, lists, refresh, isRefreshing } = createCatalogRefresh({
    profile: () => profile,
    connection: Promise.resolve(ok(connection)),
    lastModels,
    saveModels: async (found) => void (saved = found),
    steadyClock: { now: () => 0 },
    learnedImages: () => ({}),
    closing: new AbortController().signal,
    onChange: () => undefined,
    ...options,
  });
  return {
    refresh,
    isRefreshing,
    lists,
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

test('knows about images what was learned, unless a list or the user says it, and forgets the user’s word with it', async () => {
  const learned = { seesImages: false, imagesPerRequest: 4 };
  const { refresh, edit, find, saved } = await openRefresh([{ ...beta, seesImages: true }], catalog, { learnedImages: () => learned });
  expect(find('beta-4-scout')).toMatchObject({ seesImages: true, imagesPerRequest: 4 });
  expect(find('alpha-R1')).toMatchObject(learned);
  const said = { seesImages: false, imagesPerRequest: 2 };
  edit({ catalog: catalog.map((entry) => ({ ...entry, models: entry.models.map((model) => ({ ...model, ...said })) })) });
  await refresh();
  expect(find('beta-4-scout')).toMatchObject(said);
  expect(saved().find(({ id }) => id === 'alpha-R1')).not.toHaveProperty('seesImages');
  edit({ catalog });
  expect(find('beta-4-scout')).toMatchObject({ seesImages: true, imagesPerRequest: 4 });
});

test('believes a refused request more than the list that it contradicts, until the list changes or the user says otherwise', async () => {
  const refused = { seesImages: false, listed: true };
  const { edit, find } = await openRefresh([{ ...beta, seesImages: true }], catalog, { learnedImages: () => refused });
  expect(find('beta-4-scout')?.seesImages).toBe(false);
  edit({ catalog: catalog.map((entry) => ({ ...entry, models: entry.models.map((model) => ({ ...model, seesImages: true })) })) });
  expect(find('beta-4-scout')?.seesImages, 'the user').toBe(true);
  const changed = await openRefresh([{ ...beta, seesImages: true }], catalog, {
    learnedImages: () => ({ seesImages: false, listed: false }),
  });
  expect(changed.find('beta-4-scout')?.seesImages, 'a new list').toBe(true);
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

/** Lets the test end each save. */
function heldSaves() {
  const saves: PromiseWithResolvers<void>[] = [];
  const saveModels = (): Promise<void> => {
    const save = Promise.withResolvers<void>();
    saves.push(save);
    return save.promise;
  };
  /** Returns a save once it has begun. */
  const save = async (index: number): Promise<PromiseWithResolvers<void> | undefined> => {
    await expect.poll(() => saves.length).toBeGreaterThan(index);
    return saves[index];
  };
  return { saveModels, save };
}

test('is refreshing without a pause while a refresh that waited for the tunnel is repeated', async () => {
  const { saveModels, save } = heldSaves();
  let now = 0;
  let isUp = false;
  const seen: boolean[] = [];
  const refreshing = await openRefresh([], catalog, {
    saveModels,
    steadyClock: { now: () => (now += 4000) },
    isTunnelUp: () => {
      const before = isUp;
      isUp = true;
      return before;
    },
    onChange: () => void seen.push(refreshing.isRefreshing()),
  });
  refreshing.edit({ mode: 'direct' });
  const done = refreshing.refresh();
  const first = await save(0);
  expect(refreshing.isRefreshing(), 'it is being saved').toBe(true);
  first?.resolve();
  await done;
  const second = await save(1);
  expect(new Set(seen)).toEqual(new Set([true]));
  second?.resolve();
  await expect.poll(refreshing.isRefreshing).toBe(false);
});

test('waits for a refresh that was requested during the save (catches one that is reported as finished)', async () => {
  const { saveModels, save } = heldSaves();
  const { refresh, isRefreshing } = await openRefresh([], catalog, { saveModels });
  const done = refresh();
  const first = await save(0);
  void refresh();
  first?.resolve();
  const second = await save(1);
  expect(isRefreshing()).toBe(true);
  second?.resolve();
  await done;
  expect(isRefreshing()).toBe(false);
});

test('shows each list as it comes (catches models that wait for the slowest engine)', async () => {
  const slow = Promise.withResolvers<void>();
  const { refresh, edit, find, lists, saved, isRefreshing } = await openRefresh([], catalog, {}, async (path) =>
    path.includes('gamma') ? slow.promise : undefined,
  );
  edit({ mode: 'direct' });
  const done = refresh();
  await expect.poll(() => lists().map(({ segment }) => segment)).toEqual(['engine-b', 'beta-4-scout']);
  const presence = (): readonly unknown[] => ['beta-4-scout', 'gamma-oss-120b'].map((id) => find(id)?.presence.direct);
  expect([...presence(), isRefreshing(), saved()]).toEqual(['gone', 'unchecked', true, []]);
  slow.resolve();
  await done;
  expect([...presence(), isRefreshing()]).toEqual(['gone', 'gone', false]);
});
