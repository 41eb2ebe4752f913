import type { Locator } from 'playwright/test';
import { connectTo, type TestService } from '../support/test-service.ts';
import { browserOnly, expect, goTo, quick, test, type TestWindow } from '../support/window.ts';
import { connectionText, pathText, modelsText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

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
test('keeps the token in its field when its check is stopped, and checks again on Enter', async ({ window, page, service }) => {
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
test('saves a token without a check when it can’t be checked', quick, async ({ window, page, service }) => {
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

// Catches a token of one service that is saved for another one, chosen in another tab.
test('closes a dialog about a profile when another one becomes active', async ({ window, core, page, service }) => {
  const dialog = await openForm(window, service);
  await dialog.getByRole('textbox', { name: profilesText.token.field }).fill('typed for Cloud');
  const { id } = await connectTo(core, service, { name: 'Other', hasToken: false, hasInstance: false });
  const profiles = page.getByRole('combobox', { name: profilesText.profile, includeHidden: true });
  await expect(profiles).toContainText('Other');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: profilesText.actions }).click();
  await page.getByRole('menuitem', { name: profilesText.edit }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: profilesText.service.name.label }).fill('Renamed');
  await core.call('profiles.activate', { id: 'demo' });
  await expect(profiles).toContainText('Demo');
  await core.call('profiles.activate', { id });
  await expect(profiles).toContainText('Other');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('tab', { name: connectionText.tabs.models }).click();
  await page.getByRole('button', { name: modelsText.catalog.addPath }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: modelsText.pathDialog.path }).fill('delta');
  await connectTo(core, service, { name: 'Third', hasToken: false, hasInstance: false });
  await expect(profiles).toContainText('Third');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'opens a link by a click, but not by the click that opens its menu',
  browserOnly('it replaces window.open'),
  async ({ window, service }) => {
    const dialog = await openForm(window, service);
    const opened = await window.page.evaluateHandle(() => {
      const urls: string[] = [];
      globalThis.open = (url) => {
        urls.push(String(url));
        return null;
      };
      return urls;
    });
    const link = dialog.getByRole('link', { name: service.demo.baseUrl });
    await link.click({ button: 'right' });
    expect(await opened.jsonValue()).toEqual([]);
    await link.click({ button: 'middle' });
    await link.click();
    expect(await opened.jsonValue()).toHaveLength(2);
  },
);
