import { X509Certificate } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createProfileTransfer, type ProfileTransfer } from '../../../electron/core/connection/connection.ts';
import { openProfiles } from '../../../electron/core/profiles/profiles.ts';
import { chooseAuthorities } from '../../../electron/host/files/authority-files.ts';
import { createAuthority } from '../../support/certificates.ts';
import { copyingDialogs, fakeDialogs, type FakeDialogs } from '../../support/fake-dialogs.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Chosen {
  readonly exchange: ProfileTransfer;
  readonly file: string;
  /** Dialogs of a page that uploads the file. */
  readonly uploading: FakeDialogs;
  /** Lists the authorities in the data folder. */
  readonly saved: () => Promise<readonly string[]>;
  /** Lists what is left of the upload. */
  readonly left: () => Promise<readonly string[]>;
}

async function chooseFile(text: string): Promise<Chosen> {
  const [data, uploads, own] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const file = path.join(own, 'lab.pem');
  await writeFile(file, text);
  return {
    exchange: createProfileTransfer(await openProfiles({ folder: data, checkService: ok }), data),
    file,
    uploading: copyingDialogs({ folder: uploads, file }),
    saved: () => readdir(path.join(data, 'authorities')).catch(() => []),
    left: () => readdir(uploads),
  };
}

test('returns subject and SHA-256 of each authority, and uses a file of this computer in place', async () => {
  const { pem } = createAuthority('Bank\u202e');
  const { exchange, file, saved } = await chooseFile(pem);
  const chosen = must(await chooseAuthorities(exchange, fakeDialogs({ file })));
  expect(chosen).toMatchObject({
    file,
    authorities: [{ subject: String.raw`CN=Bank\u{202e}`, fingerprint: new X509Certificate(pem).fingerprint256 }],
  });
  expect(await saved()).toEqual([]);
});

// The upload is deleted before a profile uses the file. The text around the certificates may be private.
test('saves only the certificates of an upload in the data folder', async () => {
  const pems = [createAuthority('One').pem, createAuthority('Two').pem];
  const { exchange, uploading, saved, left } = await chooseFile(`a private remark\n${pems.join('\n')}`);
  const chosen = must(await chooseAuthorities(exchange, uploading));
  expect(await saved()).toEqual([path.basename(chosen?.file ?? '')]);
  expect(await left()).toEqual([]);
  expect(await readFile(chosen?.file ?? '', 'utf8')).not.toContain('remark');
  expect(chosen?.authorities.map(({ subject }) => subject)).toEqual(['CN=One', 'CN=Two']);
});

test.each([
  ['holds no certificate', 'hello', 'ca-file'],
  ['holds a damaged one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'ca-file'],
])('rejects a file that %s', async (_what, text, code) => {
  const { exchange, uploading, saved, left } = await chooseFile(text);
  expect(await chooseAuthorities(exchange, uploading)).toMatchObject({ ok: false, failure: { code } });
  expect([await saved(), await left()]).toEqual([[], []]);
});

test('deletes the upload even if reading fails', async () => {
  const { exchange, uploading, left } = await chooseFile('');
  const readAuthorities = () => Promise.reject(new Error('broken'));
  await expect(chooseAuthorities({ ...exchange, readAuthorities }, uploading)).rejects.toThrow('broken');
  expect(await left()).toEqual([]);
});

test('does nothing when the user cancels, and returns why an upload was rejected', async () => {
  const { exchange, saved } = await chooseFile('');
  expect(await chooseAuthorities(exchange, fakeDialogs())).toEqual(ok(null));
  const refused = fail('file-too-large', { name: 'lab.pem', megabytes: 1 });
  expect(await chooseAuthorities(exchange, { ...fakeDialogs(), chooseFileToOpen: async () => refused })).toEqual(refused);
  expect(await saved()).toEqual([]);
});
