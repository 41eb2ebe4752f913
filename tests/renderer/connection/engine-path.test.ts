import { expect, test } from 'vitest';
import { isEnginePath, trimEnginePath } from '../../../renderer/connection/models/catalog-draft.ts';

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
