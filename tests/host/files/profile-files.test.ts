import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import type { ProfileDraft } from '../../../electron/contract/profile.ts';
import { createProfileTransfer } from '../../../electron/core/connection/connection.ts';
import { exportProfile as writeProfile, openProfiles, type Profiles } from '../../../electron/core/profiles/profiles.ts';
import { exportProfile, importProfile } from '../../../electron/host/files/profile-files.ts';
import type { UserAnswer } from '../../../electron/host/user-activation.ts';
import { createAuthority } from '../../support/certificates.ts';
import { fakeDialogs } from '../../support/fake-dialogs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { hostText } from '../../../electron/host/text.ts';

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
  expect(await importProfile(other.exchange, fakeDialogs({ file }), null)).toMatchObject({ ok: true, value: { service: { name: 'Lab' } } });
  expect(other.profiles.list()).toHaveLength(1);
});

test('shows authorities by subject and SHA-256, and trusts them only after a yes', async () => {
  const { pem } = createAuthority('Lab authority');
  const { folder, profiles, exchange } = await open();
  const no = fakeDialogs();
  expect(await importProfile(exchange, no, handedOn(pem))).toEqual(ok(null));
  expect(profiles.list()).toEqual([]);
  await expect(readdir(path.join(folder, 'authorities'))).rejects.toThrow('ENOENT');
  expect(no.asked[0]?.message).toBe(hostText.trustAuthorities.messageFor(1, 'Lab', 'lab.example'));
  expect(no.asked[0]?.detail).toMatch(/Lab authority\nSHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\nvalid until /);

  const yes = await importProfile(exchange, fakeDialogs({ answer: () => true }), handedOn(pem));
  const caFile = yes.ok ? yes.value?.service.caFile : null;
  expect(await readFile(caFile ?? '', 'utf8')).toContain('BEGIN CERTIFICATE');
});

// The user would agree to text that has scrolled out of the dialog.
test('rejects more authorities than can be shown', async () => {
  const { pem } = createAuthority();
  const { profiles, exchange } = await open();
  const dialogs = fakeDialogs({ answer: () => true });
  expect(await importProfile(exchange, dialogs, handedOn(pem, pem, pem, pem, pem))).toMatchObject({ ok: false });
  expect([dialogs.asked, profiles.list()]).toEqual([[], []]);
});

test('escapes an authority’s name in the question', async () => {
  const { pem } = createAuthority('Bank\u202e\u200b');
  const { exchange } = await open();
  const dialogs = fakeDialogs();
  await importProfile(exchange, dialogs, handedOn(pem));
  expect(dialogs.asked[0]?.detail).not.toMatch(/[\u202e\u200b]/);
});

test('adds nothing when the user cancels the file dialog', async () => {
  const { profiles, exchange } = await open();
  expect(await importProfile(exchange, fakeDialogs(), null)).toEqual(ok(null));
  expect(profiles.list()).toEqual([]);
});

test('adds a profile without authorities only after a yes where clicks can’t be observed (catches a script that redirects requests)', async () => {
  const { profiles, exchange } = await open();
  const asked: string[] = [];
  const answer = (given: UserAnswer) => async (action: string) => {
    asked.push(action);
    return given;
  };
  expect(await importProfile(exchange, fakeDialogs(), handedOn(), answer('no'))).toMatchObject({ failure: { code: 'cancelled' } });
  expect(await importProfile(exchange, fakeDialogs(), handedOn(), answer('paused'))).toMatchObject({
    failure: { reason: 'approvals-paused' },
  });
  expect(profiles.list()).toEqual([]);
  expect(await importProfile(exchange, fakeDialogs(), handedOn(), answer('yes'))).toMatchObject({ ok: true });
  expect(profiles.list()).toHaveLength(1);
  expect(asked[0]).toBe(hostText.actions.addProfile([hostText.actions.address.service('https://lab.example/')]));
});
