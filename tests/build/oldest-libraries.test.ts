import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findNewerNeeds } from '../../build/steps/oldest-libraries.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('finds libraries that the promised systems lack (catches a native part that was built on a newer one)', async () => {
  const folder = await temporaryFolder();
  mkdirSync(path.join(folder, 'resources'));
  const program = (...versions: readonly string[]): string => `\x7fELF${versions.join('\0')}\0`;
  writeFileSync(path.join(folder, 'causeway'), program('GLIBC_2.2.5', 'GLIBC_2.31', 'GLIBCXX_3.4.28', 'GLIBC_PRIVATE'));
  writeFileSync(path.join(folder, 'resources/keytar.node'), program('GLIBC_2.4', 'GLIBC_2.34', 'GLIBC_2.14', 'GLIBCXX_3.4.29'));
  writeFileSync(path.join(folder, 'notes.txt'), 'GLIBC_2.99');
  expect(findNewerNeeds(folder)).toEqual([
    expect.stringContaining(`${path.join('resources', 'keytar.node')} needs GLIBC 2.34, `),
    expect.stringContaining(`${path.join('resources', 'keytar.node')} needs GLIBCXX 3.4.29, `),
  ]);
});
