import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addNativeParts } from '../../build/steps/package-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// catches a server package that saves no secrets on the systems it wasn't built on
test('adds keytar’s native parts of other systems to the server package, and names the systems', async () => {
  const [folder, others] = [await temporaryFolder(), await temporaryFolder()];
  mkdirSync(path.join(others, 'sunos-sparc'));
  writeFileSync(path.join(others, 'sunos-sparc/keytar.node'), 'native');
  const systems = addNativeParts(folder, others);
  expect(readFileSync(path.join(folder, 'native/sunos-sparc/keytar.node'), 'utf8')).toBe('native');
  expect(systems.split(', ')).toEqual([`${process.platform} ${process.arch}`, 'sunos sparc'].toSorted());
});
