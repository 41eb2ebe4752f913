import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSigningKey, signRelease } from '../../build/steps/sign-release.ts';
import { readSignedRelease, releaseFile, signatureFile } from '../../electron/shell/updates/updates.ts';
import { must } from '../support/must.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pair = generateKeyPairSync('ed25519');

/** Signs version 1.1.0 in a folder with these files. Returns the release as the program reads it. */
async function signFolder(...names: readonly string[]) {
  const folder = await temporaryFolder();
  for (const name of names) await writeFile(path.join(folder, name), 'the program');
  signRelease(folder, '1.1.0', pair.privateKey);
  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
  const key = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  return must(readSignedRelease(await read(releaseFile), await read(signatureFile), key));
}

const packages = [
  'causeway-1.1.0-linux-amd64.deb',
  'causeway-1.1.0-linux-x64.AppImage',
  'causeway-1.1.0-mac-arm64.zip',
  'causeway-1.1.0-portable-x64.exe',
  'causeway-1.1.0-setup-x64.exe',
];

test('signs a release that the program accepts', async () => {
  const { version, files } = await signFolder(...packages, 'builder-debug.yml');
  expect(version).toBe('1.1.0');
  expect(files.map(({ name }) => name)).toEqual(packages);
});

// catches a feed that offers an older program under the new version
test('signs no packages of other versions that earlier builds have left', async () => {
  const older = ['causeway-1.0.0-linux-x64.AppImage', 'causeway-1.1.0-beta.1-linux-x64.AppImage', 'causeway-11.1.0-linux-x64.AppImage'];
  const { files } = await signFolder(...older, 'causeway-1.1.0-linux-x64.AppImage');
  expect(files.map(({ name }) => name)).toEqual(['causeway-1.1.0-linux-x64.AppImage']);
  await expect(signFolder(...older)).rejects.toThrow('There is no package of 1.1.0 to sign');
});

// catches a workflow whose secret is taken for the name of a file
test('reads the key from a file or from the variable itself', async () => {
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const file = path.join(await temporaryFolder(), 'key.pem');
  await writeFile(file, pem);
  for (const value of [pem, file]) {
    expect(readSigningKey({ CAUSEWAY_UPDATE_PRIVATE_KEY: value })?.equals(pair.privateKey)).toBe(true);
  }
  for (const environment of [{}, { CAUSEWAY_UPDATE_PRIVATE_KEY: '' }]) expect(readSigningKey(environment)).toBe(undefined);
});
