import path from 'node:path';
import { expect, test } from 'vitest';
import { runWithKeyring, type KeyringState } from '../../support/keyring.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const script = path.join(import.meta.dirname, 'secrets-script.ts');
const run = async (folder: string, state: KeyringState, ...steps: readonly string[]) =>
  (await runWithKeyring(folder, state, script, [path.join(folder, 'causeway'), ...steps])) as readonly unknown[];
const done = { ok: true };
const isSet = { state: 'set', keeping: 'keychain', since: 42, tail: 'tery' };
const failedWith = (code: string) => expect.objectContaining({ ok: false, failure: expect.objectContaining({ code }) });
const unreadable = (code: string) => ({ state: 'unreadable', failure: expect.objectContaining({ code }) });

test('keeps a secret with its date over a restart in a real keyring, and removes it with its profile only', async () => {
  const folder = await temporaryFolder();
  expect(await run(folder, 'unlocked', 'status', 'keep', 'status')).toEqual([{ state: 'not-set' }, done, done, done, isSet]);
  expect(await run(folder, 'unlocked', 'status', 'remove-all', 'status', 'foreign', 'accounts')).toEqual([
    isSet,
    done,
    { state: 'not-set' },
    isSet,
    ['API token · https://models.example.org · other-xyz99'],
  ]);
});

test('reports a locked keyring, removes nothing, works in memory, and finds everything once unlocked', async () => {
  const folder = await temporaryFolder();
  await run(folder, 'unlocked', 'keep');
  expect(await run(folder, 'locked', 'status', 'remove-all', 'until-quit', 'status')).toEqual([
    unreadable('keychain-locked'),
    failedWith('keychain-locked'),
    done,
    { state: 'set', keeping: 'until-quit', since: 42, tail: 'aple' },
  ]);
  expect(await run(folder, 'unlocked', 'status')).toEqual([isSet]);
});

test('reports a missing keyring, and a secret can be kept in memory', async () => {
  const folder = await temporaryFolder();
  expect(await run(folder, 'no-service', 'status', 'until-quit', 'status', 'remove-all')).toEqual([
    unreadable('keychain-missing'),
    done,
    { state: 'set', keeping: 'until-quit', since: 42, tail: 'aple' },
    done,
  ]);
});
