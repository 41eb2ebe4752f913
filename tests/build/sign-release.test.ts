import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signRelease } from '../../build/steps/sign-release.ts';
import { readSignedRelease, releaseFile, signatureFile } from '../../electron/shell/updates/signed-release.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('signs a release that the program accepts', async () => {
  const folder = await temporaryFolder();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keyFile = path.join(folder, 'key.pem');
  await writeFile(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  await writeFile(path.join(folder, 'causeway-1.1.0-linux-x64.AppImage'), 'the program');
  await writeFile(path.join(folder, 'builder-debug.yml'), 'no update');
  signRelease(folder, '1.1.0', keyFile);

  const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const release = readSignedRelease(await read(releaseFile), await read(signatureFile), key);
  expect(release).toMatchObject({ ok: true, value: { version: '1.1.0', files: [{ name: 'causeway-1.1.0-linux-x64.AppImage' }] } });
});
