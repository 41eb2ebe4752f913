import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../../build/set-up/places.mjs';
import { findForeignLicences } from '../../build/steps/check-licences.ts';

test.each([
  { licence: 'MIT', isForeign: false },
  { licence: '(MPL-2.0 OR Apache-2.0)', isForeign: false },
  { licence: 'Apache-2.0 AND MIT', isForeign: false },
  { licence: 'MIT AND AGPL-3.0-only', isForeign: true },
  { licence: 'GPL-3.0-or-later', isForeign: true },
  { licence: undefined, isForeign: true },
])('reports a package of $licence: $isForeign', ({ licence, isForeign }) => {
  expect(findForeignLicences([{ name: 'part', version: '1.0.0', licence }])).toHaveLength(isForeign ? 1 : 0);
});

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

// catches a new package that runs a program of its own on the developers' computers
test('lets no package but keytar run a script when it is installed', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const withScript = Object.keys(packages)
    .filter((location) => packages[location]?.hasInstallScript)
    .map((location) => location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(packageJson.allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, name === 'keytar'])));
});
