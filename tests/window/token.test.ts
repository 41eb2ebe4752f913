import type { Locator } from 'playwright/test';
import { connectTo, type TestService } from '../support/test-service.ts';
import { expect, goTo, test, type TestWindow } from '../support/window.ts';
import { pathText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { connectionStateText } from '../../electron/contract/connection-text.ts';

/** Opens the token form of a profile without a token. */
async function openForm({ core, page }: TestWindow, service: TestService): Promise<Locator> {
  await connectTo(core, service, { hasToken: false, hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.noToken);
  await goTo(page, 'Connection');
  await expect(page.getByRole('region', { name: pathText.title }).getByRole('alert')).toBeVisible(); // the button moves to it
  await page.getByRole('button', { name: profilesText.token.enter }).click();
  return page.getByRole('dialog', { name: profilesText.token.dialogTitle('Cloud') });
}

// Catches lost focus or a lost token when the pressed button disappears, and a Stop that starts the check again.
test('keeps the token in its field when its check is stopped, and checks again on Enter', async ({ window, service }) => {
  const { page } = window;
  const dialog = await openForm(window, service);
  const field = dialog.getByRole('textbox', { name: profilesText.token.field });
  const lift = service.demo.fault('slow-first-byte');
  await field.fill(service.demo.token);
  await dialog.getByRole('button', { name: profilesText.token.checkAndSave }).click();
  await expect(field).toBeFocused();
  const submits = await page.evaluateHandle(() => {
    const counted = { count: 0 };
    document.addEventListener('submit', () => (counted.count += 1), { capture: true });
    return counted;
  });
  await dialog.getByRole('button', { name: profilesText.token.stop }).click();
  await expect(dialog.getByRole('button', { name: profilesText.token.checkAndSave })).toBeVisible();
  expect(await submits.evaluate(({ count }) => count)).toBe(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(service.demo.token);
  lift();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
});

// Catches a user who can't save a token while the service is unreachable.
test('saves a token without a check when it can’t be checked', async ({ window, service }) => {
  const { page } = window;
  const dialog = await openForm(window, service);
  service.demo.fault('status,status=503');
  await dialog.getByRole('textbox', { name: profilesText.token.field }).fill(service.demo.token);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: profilesText.token.saveUnchecked }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: profilesText.token.title })).toContainText(
    profilesText.token.ending(service.demo.token.slice(-4)),
  );
});
