import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWithKeyring } from '../../support/keyring.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const here = import.meta.dirname;

/**
 * `data` and `expected.json` were made by the version before the sources were renamed. The account names are those it wrote into
 * the keychain.
 */
test('opens settings, profiles, keys, tools, conversations and the keychain entry of an earlier version unchanged', async () => {
  const { keychain, ...expected } = JSON.parse(await readFile(path.join(here, 'expected.json'), 'utf8')) as Readonly<
    Record<string, unknown>
  >;
  const folder = await temporaryFolder();
  const data = path.join(folder, 'data');
  const keychainFile = path.join(folder, 'keychain.json');
  await cp(path.join(here, 'data'), data, { recursive: true });
  await writeFile(keychainFile, JSON.stringify(keychain));
  const script = path.join(here, 'open-data-script.ts');
  expect(await runWithKeyring(folder, 'unlocked', script, [data, keychainFile])).toEqual({ ...expected, notices: [] });
});
