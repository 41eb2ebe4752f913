import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { ProfileDraft } from '../../../electron/contract/profile.ts';
import { createProfileTransfer } from '../../../electron/core/connection/connection.ts';
import { exportProfile as writeProfile, openProfiles, type Profiles } from '../../../electron/core/profiles/profiles.ts';
import { exportProfile, importProfile, readProfile } from '../../../electron/host/files/profile-files.ts';
import { createAuthority } from '../../support/certificates.ts';
import { fakeDialogs } from '../../support/fake-dialogs.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

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

async function open(): Promise<{
  readonly folder: string;
  readonly profiles: Profiles;
  readonly exchange: ReturnType<typeof createProfileTransfer>;
}> {
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
