import type { Page } from 'playwright/test';
import { createKeytarVault } from '../../electron/core/credentials/credentials.ts';
import { connectTo } from '../support/test-service.ts';
import { ask } from '../support/window-chat.ts';
import { both, browserOnly, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

/** Enters a token that the keychain rejects, and keeps it for the session. */
async function keepUntilQuit(page: Page, token: string, problem: Failure): Promise<void> {
  await page.getByRole('button', { name: profilesText.token.enter }).click();
  await page.getByRole('textbox', { name: profilesText.token.field }).fill(token);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: profilesText.token.dialogTitle('Cloud') });
  const { message, remedy } = describeFailure(problem);
  await expect(dialog.getByRole('alert')).toContainText(message);
  await expect(dialog.getByRole('alert')).toContainText(remedy);
  await dialog.getByRole('button', { name: profilesText.token.saveUntilQuit }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.tokenUntilQuit(token.slice(-4)));
  await goTo(page, 'Chat');
  await expect(await ask(page, 'Say: until I quit')).toContainText('until I quit');
}

test('reports a missing keychain, and keeps the token until quitting', quick, async ({ open, keyring, service }) => {
  const window = await open({ keyring: await keyring('no-service') });
  await connectTo(window.core, service, { hasInstance: false, hasToken: false });
  await expect(window.page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(window.page, 'Connection');
  await expect(window.page.getByRole('alert')).toContainText(describeFailure(failure('no-keychain', { detail: '' })).message);
  await expectAccessible(window, 'no keychain');
  await keepUntilQuit(window.page, service.demo.token, failure('no-keychain', { detail: '' }));
});

test('reports a locked keychain, and keeps its entries', both('the keychain'), async ({ open, keyring, service }) => {
  const unlocked = await keyring();
  const before = await open({ keyring: unlocked });
  await connectTo(before.core, service, { hasInstance: false });
  const saved = await unlocked.list();
  expect(saved).toHaveLength(1);
  await before.close();
  await unlocked.close();

  const locked = await keyring('locked');
  const window = await open({ keyring: locked });
  const { page } = window;
  await goTo(page, 'Connection');
  await expect(page.getByText(profilesText.token.unreadable)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(describeFailure(failure('keychain-is-locked')).message);
  await expectAccessible(window, 'a locked keychain');
  await keepUntilQuit(page, service.demo.createToken(), failure('keychain-is-locked'));
  await window.close();
  await locked.close();

  expect(await (await keyring()).list()).toEqual(saved);
});

const refusing = browserOnly('no daemon can be made to say no, so a vault speaks in its place');
test('reports a keychain that denies access', refusing, async ({ open, service }) => {
  const no = () => Promise.reject(new Error('User canceled the operation.'));
  const vault = createKeytarVault({
    load: async () => ({ getPassword: async () => null, setPassword: no, deletePassword: async () => false }),
    readLock: async () => 'unlocked',
  });
  const { core, page } = await open({ core: { vault } });
  await connectTo(core, service, { hasInstance: false, hasToken: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Connection');
  await expect(page.getByRole('alert')).toContainText(describeFailure(failure('token-missing')).remedy); // the button moves to it
  await keepUntilQuit(page, service.demo.token, failure('keychain-denied', { detail: 'User canceled the operation.' }));
});
