import { expect, test } from 'vitest';
import { plainCapabilities } from '../../../electron/contract/catalog.ts';
import { toCatalogModel } from '../../../renderer/connection/models/catalog-draft.ts';

const fields = { id: ' alpha ', capabilities: plainCapabilities, contextLength: undefined };
const fillIn = { prefix: '<PRE>', suffix: '<SUF>', middle: '<MID>' };

test('keeps the fill-in template, which the form doesn’t show, but no context length that was removed', () => {
  const before = { id: 'alpha', capabilities: { ...plainCapabilities, tools: true }, contextLength: 4096, fillIn };
  expect(toCatalogModel(fields, before)).toEqual({ id: 'alpha', capabilities: plainCapabilities, fillIn });
  expect(toCatalogModel({ ...fields, contextLength: 9 }, before)).toMatchObject({ contextLength: 9, fillIn });
});

test('creates a model from the fields alone', () => {
  expect(toCatalogModel(fields, undefined)).toEqual({ id: 'alpha', capabilities: plainCapabilities });
});
