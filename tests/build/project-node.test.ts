import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, packagedNode, projectNode } from '../../build/set-up/places.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('uses the packaged Node, whatever this Node is', () =>
  expect(projectNode(undefined, '18.0.0')).toMatch(/node_modules.*node(?:\.exe)?$/));

// as on Alpine and NixOS
test('uses this Node where the packaged one can’t start, if it is new enough', async () => {
  const file = path.join(await temporaryFolder(), 'node');
  writeFileSync(file, '#!/no/such/loader\n');
  chmodSync(file, 0o755);
  const packaged = packagedNode(file) ?? null;
  expect(packaged).toBeNull();
  expect(projectNode(packaged, '24.0.0')).toBe(process.execPath);
  expect(projectNode(packaged, '22.20.0')).toBeUndefined();
});

test('takes an empty variable for an unset one (catches downloads in the current folder)', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux')).toBe(path.join('/x', 'causeway'));
  expect(cacheFolder({ XDG_CACHE_HOME: '' }, 'linux')).toBe(cacheFolder({}, 'linux'));
});
