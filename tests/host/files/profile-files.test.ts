import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { ProfileDraft } from '../../../electron/contract/profile.ts';
import { createProfileTransfer } from '../../../electron/core/connection/connection.ts';
import { exportProfile as writeProfile, openProfiles } from '../../../electron/core/profiles/profiles.ts';
import { exportProfile, importProfile, readProfile, chooseAuthorities } from '../../../electron/host/files/profile-files.ts';
import { createAuthority } from '../../support/certificates.ts';
import { fakeDialogs, copyingDialogs } from '../../support/fake-dialogs.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { X509Certificate } from 'node:crypto';
import { fail } from '../../../electron/contract/failures/fail.ts';

/** Writes a file with the text, which dialogs choose or a page uploads. */
async function chooseFile(text: string) {
  const [data, uploads, own] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const file = path.join(own, 'lab.pem');
  await writeFile(file, text);
  return {
    exchange: createProfileTransfer(await openProfiles({ folder: data, checkService: ok }), data),
    file,
    /** Dialogs of a page that uploads the file. */
    uploading: copyingDialogs({ folder: uploads, file }),
    /** Lists the authorities in the data folder. */
    saved: () => readdir(path.join(data, 'authorities')).catch(() => []),
    /** Lists what is left of the upload. */
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

const draft: ProfileDraft = {
  service: { name: 'Lab', baseUrl: 'https://lab.example/', inferenceServer: null, caFile: null, catalog: [] },
  instance: null,
  mode: 'proxy',
  directRoute: 'auto',
};

/** The text of a file from somebody else. */
function handedOn(...authorities: readonly string[]): string {
  return writeProfile({ ...draft, id: 'lab' }, authorities);
}

async function open() {
  const folder = await temporaryFolder();
  const profiles = await openProfiles({ folder, checkService: ok });
  return { folder, profiles, exchange: createProfileTransfer(profiles, folder) };
}

test('exports a profile and imports it again', async () => {
  const file = path.join(await temporaryFolder(), 'x');
  const { profiles, exchange } = await open();
  const added = await profiles.add(draft);
  const dialogs = fakeDialogs({ file });
  expect(await exportProfile(exchange, dialogs, added.ok ? added.value.id : '')).toEqual(ok({ file }));
  expect(dialogs.suggested).toEqual(['Lab.causeway.json']);
  expect(await exportProfile(exchange, dialogs, 'none')).toMatchObject({ ok: false });

  const other = await open();
  const preview = must(await readProfile(other.exchange, fakeDialogs({ file }), null));
  expect(preview).toMatchObject({ name: 'Lab', baseUrl: draft.service.baseUrl, instance: null, authorities: [] });
  expect(other.profiles.list()).toHaveLength(1);
  expect(await importProfile(other.exchange, preview?.text ?? '')).toMatchObject({ ok: true, value: { service: { name: 'Lab' } } });
  expect(other.profiles.list()).toHaveLength(2);
});

test('shows authorities by subject and SHA-256, and trusts them only once the profile is added', async () => {
  const { pem } = createAuthority('Lab authority');
  const { folder, exchange } = await open();
  const preview = must(await readProfile(exchange, fakeDialogs(), handedOn(pem)));
  expect(preview?.authorities).toMatchObject([{ subject: 'CN=Lab authority', fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}/) }]);
  await expect(readdir(path.join(folder, 'authorities'))).rejects.toThrow('ENOENT');
  const { service } = must(await importProfile(exchange, preview?.text ?? ''));
  expect(await readFile(service.caFile ?? '', 'utf8')).toContain('BEGIN CERTIFICATE');
});

test('escapes misleading characters of the file’s author', async () => {
  const { pem } = createAuthority('Bank\u202e\u200b');
  const { exchange } = await open();
  const text = writeProfile({ ...draft, id: 'lab', service: { ...draft.service, name: 'La\u202eb' } }, [pem]);
  expect(JSON.stringify({ ...must(await readProfile(exchange, fakeDialogs(), text)), text: '' })).not.toMatch(/[\u202e\u200b]/);
});

test('reads nothing when the user cancels the file dialog', async () => {
  const { exchange } = await open();
  expect(await readProfile(exchange, fakeDialogs(), null)).toEqual(ok(null));
});
