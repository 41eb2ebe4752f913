import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Creates a checkout with a downloader that gets everything at once. */
async function checkout(name: string): Promise<string> {
  const folder = path.join(await temporaryFolder(), name);
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  cpSync(path.join(root, 'build/set-up'), path.join(folder, 'build/set-up'), { recursive: true });
  write('node_modules/electron/package.json', '{ "version": "1.0.0" }');
  write('node_modules/electron/checksums.json', '{}');
  write('node_modules/electron/install.js', "require('node:fs').writeFileSync(`${__dirname}/path.txt`, '')");
  write('node_modules/@electron/get/package.json', '{ "type": "module", "exports": "./index.js" }');
  write('node_modules/@electron/get/index.js', 'export const downloadArtifact = async () => undefined;');
  return folder;
}

// catches the path of a module that is taken for a URL, which on Windows every path is
test.each(['causeway', 'causeway #2 100%41'])('installs Electron in a folder named “%s”', async (name) => {
  const folder = await checkout(name);
  const { status, stderr } = spawnSync(process.execPath, [path.join(folder, 'build/set-up/official-electron.mjs')], { encoding: 'utf8' });
  expect([status, stderr, existsSync(path.join(folder, 'node_modules/electron/path.txt'))]).toEqual([0, '', true]);
});
