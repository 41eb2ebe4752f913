import { expect, test } from 'vitest';
import type { Model } from '../../../electron/contract/catalog.ts';
import { mergeListing } from '../../../electron/core/llm-client/catalog.ts';
import { readModelList } from '../../../electron/core/llm-client/fetch-models.ts';
import { catalogModels, putEntry, putModel, removeEntry, removeModel } from '../../../electron/core/llm-client/llm-client.ts';
import { alpha, beta, catalog, gamma } from './models.ts';

const listed = (...ids: readonly string[]) => ids.map((id) => ({ id, contextLength: undefined }));
const states = (models: readonly Model[]) =>
  models.map((model) => `${model.id}@${model.segment ?? '-'} ${model.presence.direct}/${model.presence.proxy}`);

test('reads lists of every dialect', () => {
  expect(readModelList('{"object":"list","data":[{"id":"a","max_model_len":4096,"permission":[]},{"id":"b"}]}')).toEqual({
    ok: true,
    value: [
      { id: 'a', contextLength: 4096 },
      { id: 'b', contextLength: undefined },
    ],
  });
  expect(readModelList('{"data":[{"id":"a"},{"id":"a"},{"id":""},{"name":"x"},null]}')).toEqual({
    ok: true,
    value: [{ id: 'a', contextLength: undefined }],
  });
  expect(readModelList('[]')).toEqual({ ok: true, value: [] });
  for (const bad of ['', '<html>', '{"detail":"x"}', '{"data":{}}'])
    expect(readModelList(bad)).toMatchObject({ ok: false, failure: { code: 'bad-answer' } });
});

test.each([1e30, 2 ** 53, -1, 0, 4096.5, '4096'])(
  'takes the context length %j for unknown (catches profiles that can’t be saved)',
  (length) =>
    expect(readModelList(JSON.stringify({ data: [{ id: 'a', max_model_len: length }] }))).toEqual({ ok: true, value: listed('a') }),
);

test('keeps the declared capabilities of a listed model and takes its context length', () => {
  const models = mergeListing(catalogModels(catalog), catalog, {
    mode: 'direct',
    segment: 'beta-4-scout',
    models: [{ id: 'beta-4-scout', contextLength: 131_072 }],
  });
  expect(models[1]).toMatchObject({
    id: 'beta-4-scout',
    contextLength: 131_072,
    capabilities: { tools: true },
    presence: { direct: 'listed', proxy: 'unchecked' },
  });
  expect(models[0]?.presence.direct).toBe('unchecked');
});

test("keeps the proxy's list apart from the engines' lists", () => {
  const proxied = mergeListing(catalogModels(catalog), catalog, { mode: 'proxy', models: listed('alpha-R1', 'delta') });
  expect(states(proxied)).toEqual([
    'alpha-R1@engine-b unchecked/listed',
    'beta-4-scout@beta-4-scout unchecked/gone',
    'gamma-oss-120b@gamma-oss-120b unchecked/gone',
    'delta@- unchecked/listed',
  ]);
  const merged = mergeListing(proxied, catalog, { mode: 'direct', segment: 'beta-4-scout', models: listed('beta-4-scout', 'delta') });
  expect(states(merged)).toContain('delta@beta-4-scout listed/listed');
  expect(merged).toHaveLength(4);
});

test('keeps discovered models after a restart and an edit, but not those of a removed segment', () => {
  const learned = mergeListing(catalogModels(catalog), catalog, {
    mode: 'direct',
    segment: 'engine-b',
    models: [
      { id: 'alpha-R1', contextLength: 9 },
      { id: 'new', contextLength: 8 },
    ],
  });
  expect(catalogModels(catalog, learned)).toEqual(learned);
  const without = removeEntry(catalog, 'engine-b');
  expect(without.ok && states(catalogModels(without.value, learned))).toEqual([
    'beta-4-scout@beta-4-scout unchecked/unchecked',
    'gamma-oss-120b@gamma-oss-120b unchecked/unchecked',
  ]);
  const capabilities = { chat: true, completion: true, tools: true, reasoning: false, reasoningEffort: false };
  const declared = putModel(catalog, 'engine-b', { id: 'new', capabilities });
  expect(declared.ok && catalogModels(declared.value, learned).find((model) => model.id === 'new')).toMatchObject({
    origin: 'declared',
    contextLength: 8,
    capabilities: { tools: true },
    presence: { direct: 'listed' },
  });
});

test('keeps what the proxy lists after its catalog entry is removed, without the entry’s capabilities', () => {
  const others = catalog.slice(1);
  const models = [{ ...alpha, fillIn: { prefix: '', suffix: 's', middle: 'm' } }, beta, gamma];
  const learned = mergeListing(models, catalog, { mode: 'proxy', models: [{ id: 'alpha-R1', contextLength: 9 }] });
  const left = catalogModels(others, learned);
  expect(states(left)).toEqual([
    'beta-4-scout@beta-4-scout unchecked/gone',
    'gamma-oss-120b@gamma-oss-120b unchecked/gone',
    'alpha-R1@- unchecked/listed',
  ]);
  expect(left[2]).toEqual({
    id: 'alpha-R1',
    segment: null,
    engine: 'unknown',
    capabilities: { chat: true, completion: false, tools: false, reasoning: false, reasoningEffort: false },
    contextLength: 9,
    origin: 'discovered',
    presence: { proxy: 'listed', direct: 'unchecked' },
  });
  const gone = mergeListing(learned, catalog, { mode: 'direct', segment: 'engine-b', models: [] });
  const moved = mergeListing(gone, catalog, { mode: 'direct', segment: 'beta-4-scout', models: listed('alpha-R1') });
  const twice = mergeListing(moved, catalog, { mode: 'proxy', models: listed('alpha-R1') });
  const at = (models: readonly Model[]) => models.filter(({ id }) => id === 'alpha-R1').map(({ segment }) => segment);
  expect([at(twice), at(catalogModels(others, twice)), at(catalogModels(catalog.slice(2), twice))]).toEqual([
    ['engine-b', 'beta-4-scout'],
    ['beta-4-scout'],
    [null],
  ]);
});

test('adds, changes, renames and removes entries without touching the others', () => {
  const entry = { segment: 'delta', engine: 'vllm', models: [] } as const;
  const added = putEntry(catalog, entry);
  expect(added.ok && added.value.map((each) => each.segment)).toEqual(['engine-b', 'beta-4-scout', 'gamma-oss-120b', 'delta']);
  const renamed = putEntry(catalog, { ...entry, segment: 'engine-c' }, 'engine-b');
  expect(renamed.ok && renamed.value.map((each) => each.segment)).toEqual(['engine-c', 'beta-4-scout', 'gamma-oss-120b']);
  const model = { id: 'alpha-R1-long', capabilities: catalog[0]?.models[0]?.capabilities ?? ({} as never), contextLength: 5 };
  const changed = putModel(catalog, 'engine-b', model, 'alpha-R1');
  expect(changed.ok && changed.value[0]?.models).toEqual([model]);
  expect(removeModel(catalog, 'engine-b', 'alpha-R1')).toMatchObject({ ok: true, value: [{ segment: 'engine-b', models: [] }, {}, {}] });
});

test('rejects duplicates, missing entries, and segments that are paths', () => {
  const model = { id: 'alpha-R1', capabilities: catalog[0]?.models[0]?.capabilities ?? ({} as never) };
  for (const result of [
    putModel(catalog, 'beta-4-scout', model),
    putModel(catalog, 'nowhere', model),
    putModel(catalog, 'engine-b', { ...model, id: ' ' }),
    putEntry(catalog, { segment: 'beta-4-scout', engine: 'vllm', models: [] }, 'engine-b'),
    putEntry(catalog, { segment: '../api', engine: 'vllm', models: [] }),
    putEntry(catalog, { segment: '..', engine: 'vllm', models: [] }),
    removeEntry(catalog, 'nowhere'),
    removeModel(catalog, 'engine-b', 'nobody'),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  }
});

test.each([
  ['llama.cpp and OpenRouter', { architecture: { input_modalities: ['text', 'image'] } }, true],
  ['llama.cpp without a projector', { architecture: { input_modalities: ['text'] } }, false],
  ['Mistral', { capabilities: { vision: false, completion_chat: true } }, false],
  ['LM Studio', { capabilities: { vision: true, trained_for_tool_use: false } }, true],
  ['exo', { capabilities: ['text', 'vision'] }, true],
  ['exo, which forgets some', { capabilities: ['text'] }, undefined],
  ['Open WebUI', { info: { meta: { capabilities: { vision: false } } } }, false],
  ['Open WebUI’s default for every model', { info: { meta: { capabilities: { vision: true } } } }, undefined],
  ['vLLM', { root: 'a', max_model_len: 9 }, undefined],
  ['nonsense', { architecture: 7, capabilities: [null], info: 'x' }, undefined],
])('reads whether a model sees images from the list of %s', (_who, fields, seesImages) => {
  const read = readModelList(JSON.stringify({ data: [{ id: 'a', ...fields }] }));
  expect(read.ok && read.value[0]?.seesImages).toBe(seesImages);
});

test('reads it from what older llama.cpp describes beside its list', () => {
  const models = [{ name: 'a', capabilities: ['completion', 'multimodal'] }, null];
  const read = readModelList(JSON.stringify({ models, data: [{ id: 'a', meta: {} }, { id: 'b' }] }));
  expect(read.ok && read.value.map(({ seesImages }) => seesImages)).toEqual([true, undefined]);
});

test('lets the user’s word about images win over a list’s, whose word stays until another list has one', () => {
  const listing = (seesImages?: boolean) =>
    ({
      mode: 'proxy',
      models: [{ id: 'beta-4-scout', contextLength: undefined, ...(seesImages === undefined ? {} : { seesImages }) }],
    }) as const;
  const known = mergeListing(mergeListing(catalogModels(catalog), catalog, listing(true)), catalog, listing());
  expect(known[1]).toMatchObject({ seesImages: true });
  expect(known[0]).not.toHaveProperty('seesImages');
  const capabilities = catalog[1]?.models[0]?.capabilities ?? ({} as never);
  const said = putModel(
    catalog,
    'beta-4-scout',
    { id: 'beta-4-scout', capabilities, seesImages: false, imagesPerRequest: 2 },
    'beta-4-scout',
  );
  expect(said.ok && catalogModels(said.value, known)[1]).toMatchObject({ seesImages: false, imagesPerRequest: 2 });
});
