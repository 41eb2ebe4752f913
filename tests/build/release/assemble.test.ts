import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assembleRelease } from '../../../build/steps/release/assemble.ts';
import { billOfMaterials } from '../../../build/steps/release/bill-of-materials.ts';
import { readSignedRelease, releaseFile, signatureFile } from '../../../electron/shell/updates/updates.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const updates = [
  'causeway-1.1.0-linux-amd64.deb',
  'causeway-1.1.0-linux-arm64.AppImage',
  'causeway-1.1.0-linux-x86_64.AppImage',
  'causeway-1.1.0-mac-arm64.dmg',
  'causeway-1.1.0-mac-arm64.zip',
  'causeway-1.1.0-portable-x64.exe',
  'causeway-1.1.0-setup-x64.exe',
];
const others = ['causeway-1.1.0-linux-x64.tar.gz', 'causeway-server-1.1.0.tgz', 'latest-linux.yml'];

/** Assembles a release from the packages of all systems. */
async function assemble({ isSigned = true } = {}) {
  const folder = await temporaryFolder();
  for (const name of [...updates, ...others]) writeFileSync(path.join(folder, name), `the content of ${name}`);
  const assembleAgain = (): void =>
    assembleRelease({ folder, version: '1.1.0', billOfMaterials: { components: [] }, privateKey: isSigned ? privateKey : undefined });
  assembleAgain();
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  /** Checks the signature as the README says. */
  const verify = (): number | null =>
    spawnSync('ssh-keygen', ['-Y', 'verify', '-f', 'allowed_signers', '-I', 'causeway', '-n', 'file', '-s', 'SHA256SUMS.sig'], {
      cwd: folder,
      input: readFileSync(path.join(folder, 'SHA256SUMS')),
    }).status;
  return { folder, read, verify, assembleAgain };
}

test('lists every file in checksums, whose signature ssh-keygen accepts', async () => {
  const { folder, read, verify, assembleAgain } = await assemble();
  assembleAgain(); // over the first
  const listed = read('SHA256SUMS').trim().split('\n');
  expect(listed.map((line) => line.split('  ')[1])).toEqual(
    readdirSync(folder)
      .filter((name) => !['SHA256SUMS', 'SHA256SUMS.sig', 'allowed_signers'].includes(name))
      .sort(),
  );
  expect(listed).toContain(
    `${createHash('sha256')
      .update(read(others[1] ?? ''))
      .digest('hex')}  ${others[1]}`,
  );
  expect(verify()).toBe(0);
  writeFileSync(path.join(folder, 'SHA256SUMS'), read('SHA256SUMS').replace('x86_64', 'x86-64'));
  expect(verify()).not.toBe(0);
});

test('signs the updates of all systems in one list that the program accepts', async () => {
  const { read } = await assemble();
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const { files } = must(readSignedRelease(read(releaseFile), read(signatureFile), key));
  expect(files.map(({ name }) => name)).toEqual(updates);
});

test('makes checksums without a signature if there is no key', async () => {
  const { folder } = await assemble({ isSigned: false });
  expect(existsSync(path.join(folder, 'SHA256SUMS'))).toBe(true);
  expect(existsSync(path.join(folder, 'SHA256SUMS.sig'))).toBe(false);
});

// catches a list of the tools that build Causeway, or one that names the folder of the checkout
test('lists the shipped packages in the bill of materials, from the lock file', () => {
  const { version } = JSON.parse(readFileSync('node_modules/zod/package.json', 'utf8')) as { readonly version: string };
  const document = billOfMaterials([{ name: 'zod', version, licence: 'MIT' }]);
  expect(document).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'causeway' } },
    components: [{ name: 'zod', version, scope: 'required', licenses: [{ license: { id: 'MIT' } }], hashes: [{ alg: 'SHA-512' }] }],
  });
});
