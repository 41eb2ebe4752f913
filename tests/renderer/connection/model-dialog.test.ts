import { expect, test } from 'vitest';
import { isEnginePath, trimEnginePath, toCatalogModel } from '../../../renderer/connection/models/model-dialog.tsx';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';

test.each([
  ['engine-b', 'engine-b'],
  [' /engine-b/ ', 'engine-b'],
  ['//engine-b', 'engine-b'],
  ['a/b', 'a/b'],
  ['/', ''],
])('leaves out what surrounds an engine path: %j', (text, path) => expect(trimEnginePath(text)).toBe(path));

test.each([
  ['engine-b', true],
  ['a/b', false],
  ['..', false],
  ['a b', false],
  ['', false],
  ['x'.repeat(121), false],
])('accepts one segment of a URL: %j', (path, isValid) => expect(isEnginePath(path)).toBe(isValid));

const fields = {
  id: ' alpha ',
  capabilities: plainCapabilities,
  contextLength: undefined,
  imageSupport: 'unknown',
  imagesPerRequest: undefined,
} as const;
const fillIn = { prefix: '<PRE>', suffix: '<SUF>', middle: '<MID>' };

test('keeps the fill-in template, which the form doesn’t show, but no context length that was removed', () => {
  const before = { id: 'alpha', capabilities: { ...plainCapabilities, tools: true }, contextLength: 4096, fillIn };
  expect(toCatalogModel(fields, before)).toEqual({ id: 'alpha', capabilities: plainCapabilities, fillIn });
  expect(toCatalogModel({ ...fields, contextLength: 9 }, before)).toMatchObject({ contextLength: 9, fillIn });
});

test('saves what the user says about images, and forgets it with “Unknown”', () => {
  const seeing = toCatalogModel({ ...fields, imageSupport: 'yes', imagesPerRequest: 4 }, undefined);
  expect(seeing).toMatchObject({ seesImages: true, imagesPerRequest: 4 });
  expect(toCatalogModel({ ...fields, imageSupport: 'no', imagesPerRequest: 4 }, seeing)).toEqual({
    id: 'alpha',
    capabilities: plainCapabilities,
    seesImages: false,
  });
  expect(toCatalogModel(fields, seeing)).toEqual({ id: 'alpha', capabilities: plainCapabilities });
});

test('creates a model from the fields alone', () =>
  expect(toCatalogModel(fields, undefined)).toEqual({ id: 'alpha', capabilities: plainCapabilities }));
