import { expect, test } from 'vitest';
import { plainCapabilities, type Model } from '../../../../electron/contract/catalog.ts';
import { destinationFor } from '../../../../electron/core/local-api/forwarding/destination.ts';

const model = (id: string, more: Partial<Model> = {}): Model => ({
  id,
  segment: id,
  engine: 'vllm',
  capabilities: plainCapabilities,
  contextLength: null,
  origin: 'declared',
  presence: { proxy: 'unchecked', direct: 'unchecked' },
  ...more,
});
const listed = { proxy: 'listed', direct: 'listed' } as const;

test("needs a segment for a model in direct mode and doesn't fall back to the proxy", () => {
  const models = [model('a', { segment: 'engine-a' }), model('b', { segment: null, presence: { proxy: 'listed', direct: 'unchecked' } })];
  expect(destinationFor('a', { mode: 'direct', models, lists: [] })).toEqual({ mode: 'direct', segment: 'engine-a' });
  expect(destinationFor('b', { mode: 'direct', models, lists: [] })).toMatchObject({ code: 'unknown_model', known: ['a'], param: 'model' });
});

test('still requests a model that is gone from its list, unless another segment serves it', () => {
  const gone = model('a', { segment: 'old', presence: { proxy: 'gone', direct: 'gone' } });
  expect(destinationFor('a', { mode: 'direct', models: [gone], lists: [] })).toEqual({ mode: 'direct', segment: 'old' });
  expect(
    destinationFor('a', { mode: 'direct', models: [gone, model('a', { segment: 'new', presence: listed })], lists: [] }),
  ).toMatchObject({ segment: 'new' });
});

test('forwards any model to the proxy while its list is unknown', () => {
  expect(destinationFor('x', { mode: 'proxy', models: [model('a')], lists: [] })).toEqual({ mode: 'proxy' });
  const lists = [{ mode: 'proxy', segment: null, ms: 1, failure: null }] as const;
  expect(destinationFor('x', { mode: 'proxy', models: [model('a')], lists })).toEqual({ mode: 'proxy' });
  expect(destinationFor('x', { mode: 'proxy', models: [model('a', { presence: listed })], lists })).toMatchObject({
    code: 'unknown_model',
    known: ['a'],
  });
});
