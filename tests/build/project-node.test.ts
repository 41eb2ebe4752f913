import { expect, test } from 'vitest';
import { projectNode } from '../../build/set-up/places.mjs';

test('uses this Node on musl, where the packaged one can’t start, if it is new enough', () => {
  expect(projectNode(true, '24.0.0')).toBe(process.execPath);
  expect(projectNode(true, '22.20.0')).toBeUndefined();
});

test('uses the packaged Node elsewhere, whatever this Node is', () => {
  expect(projectNode(false, '18.0.0')).toMatch(/node_modules.*node(?:\.exe)?$/);
});
