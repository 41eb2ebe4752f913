import { X509Certificate } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { createProfileTransfer, type ProfileTransfer } from '../../../electron/core/connection/connection.ts';
import { openProfiles } from '../../../electron/core/profiles/profiles.ts';
import { chooseAuthorities, importAuthorities } from '../../../electron/host/files/authority-files.ts';
import { createAuthority } from '../../support/certificates.ts';
import { copyingDialogs, fakeDialogs, type FakeDialogs } from '../../support/fake-dialogs.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hostText } from '../../../electron/host/text.ts';

interface Upload {
  readonly exchange: ProfileTransfer;
  readonly dialogs: FakeDialogs;
  /** Lists the authorities in the data folder. */
  readonly saved: () => Promise<readonly string[]>;
  /** Lists what is left of the upload. */
  readonly left: () => Promise<readonly string[]>;
}

/** Creates a page that uploads a file with this text, and a user who answers. */
async function upload(text: string, isYes: boolean): Promise<Upload> {
  const [data, uploads, own] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const file = path.join(own, 'lab.pem');
  await writeFile(file, text);
  const exchange = createProfileTransfer(await openProfiles({ folder: data, checkService: ok }), data);
  return {
    exchange,
    dialogs: copyingDialogs({ folder: uploads, file, answer: () => isYes }),
    saved: () => readdir(path.join(data, 'authorities')).catch(() => []),
    left: () => readdir(uploads),
  };
}

test('asks by subject and SHA-256, and saves nothing after a no', async () => {
  const { pem } = createAuthority('Lab authority');
  const { exchange, dialogs, saved, left } = await upload(pem, false);
  expect(await importAuthorities(exchange, dialogs)).toEqual(ok({ file: null }));
  expect(dialogs.asked.map(({ message }) => message)).toEqual([hostText.trustAuthorities.message(1)]);
  expect(dialogs.asked[0]?.detail).toContain(
    hostText.trustAuthorities.authority('Lab authority', new X509Certificate(pem).fingerprint256, ''),
  );
  expect([await saved(), await left()]).toEqual([[], []]);
});

// The upload is deleted before a profile uses the file. The text around the certificates may be private.
test('saves only the certificates in the data folder after a yes', async () => {
  const pems = [createAuthority('One').pem, createAuthority('Two').pem];
  const { exchange, dialogs, saved, left } = await upload(`a private remark\n${pems.join('\n')}`, true);
  const { file } = must(await importAuthorities(exchange, dialogs));
  expect(dialogs.asked.map(({ message }) => message)).toEqual([hostText.trustAuthorities.message(2)]);
  expect(await saved()).toEqual([path.basename(file ?? '')]);
  expect(await left()).toEqual([]);
  const text = await readFile(file ?? '', 'utf8');
  expect(text).not.toContain('remark');
  expect(must(await exchange.readAuthorities(file ?? '')).map(({ subject }) => subject)).toEqual(['CN=One', 'CN=Two']);
});

test.each([
  ['holds no certificate', 'hello', 'ca-file'],
  ['holds a damaged one', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'ca-file'],
  // The user would agree to text that has scrolled out of the dialog.
  ['holds more than can be shown', createAuthority().pem.repeat(5), 'unsupported'],
])('rejects a file that %s without asking', async (_what, text, code) => {
  const { exchange, dialogs, saved, left } = await upload(text, true);
  expect(await importAuthorities(exchange, dialogs)).toMatchObject({ ok: false, failure: { code } });
  expect([dialogs.asked, await saved(), await left()]).toEqual([[], [], []]);
});

test('deletes the upload even if reading fails', async () => {
  const { exchange, dialogs, left } = await upload('', true);
  const readAuthorities = () => Promise.reject(new Error('broken'));
  await expect(importAuthorities({ ...exchange, readAuthorities }, dialogs)).rejects.toThrow('broken');
  expect(await left()).toEqual([]);
});

test('does nothing when the user cancels, and returns why an upload was rejected', async () => {
  const { exchange, saved } = await upload('', true);
  expect(await importAuthorities(exchange, fakeDialogs())).toEqual(ok({ file: null }));
  const refused = fail('file-too-large', { name: 'lab.pem', megabytes: 1 });
  const dialogs = { ...fakeDialogs(), chooseFileToOpen: async () => refused };
  expect(await importAuthorities(exchange, dialogs)).toEqual(refused);
  expect(await chooseAuthorities(dialogs)).toEqual(refused);
  expect(await saved()).toEqual([]);
});

test('uses a file of this computer in place', async () => {
  expect(await chooseAuthorities(fakeDialogs({ file: '/own/lab.pem' }))).toEqual(ok({ file: '/own/lab.pem' }));
  expect(await chooseAuthorities(fakeDialogs())).toEqual(ok({ file: null }));
});
