import type { Page } from 'playwright/test';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { context } from '../support/call-context.ts';
import { madePng } from '../support/made-images.ts';
import { must } from '../support/must.ts';
import { connectTo } from '../support/test-service.ts';
import { ask } from '../support/window-chat.ts';
import { both, expect, expectAccessible, goTo, quick, readSettings, reload, test, reloads } from '../support/window.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { settingsText } from '../../renderer/settings/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

test('validates timeouts as they are typed, and restores them after a restart', quick, async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  const connecting = first.page.getByRole('textbox', { name: settingsText.timeouts.connectSeconds.label });
  await connecting.fill('1');
  await expect(first.page.getByText(describeFailure(failure('number-out-of-range', { min: 2, max: 300 })).message)).toBeVisible();
  await connecting.fill('');
  await expect(first.page.getByText(describeFailure(failure('setting-number-missing', { unit: 'seconds' })).message)).toBeVisible();
  await expectAccessible(first, 'a wrong wait');
  expect((await readSettings(first)).connection.connectSeconds, 'what is wrong is not kept').toBe(15);
  const timeouts = {
    connectSeconds: 45,
    tunnelWaitSeconds: 100,
    firstByteSeconds: 600,
    idleSeconds: 90,
    silenceMinutes: 10,
    tunnelIdleMinutes: 20,
  };
  for (const [name, value] of Object.entries(timeouts) as [keyof typeof timeouts, number][]) {
    await first.page.getByRole('textbox', { name: settingsText.timeouts[name].label }).fill(String(value));
  }
  await expect.poll(async () => (await readSettings(first)).connection).toMatchObject(timeouts);
  await first.close();

  const second = await open();
  const { page } = second;
  await goTo(page, 'Settings');
  await expect(page.getByRole('textbox', { name: settingsText.timeouts.connectSeconds.label })).toHaveValue('45');
  await page.getByRole('textbox', { name: settingsText.timeouts.tunnelIdleMinutes.label }).fill('');
  await expect.poll(async () => (await readSettings(second)).connection.tunnelIdleMinutes).toBeNull();
});

test('asks the model for no titles once they are turned off', async ({ window, core, page, service }) => {
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Settings');
  await page.getByRole('switch', { name: settingsText.chat.titles.label }).press('Space');
  await expect.poll(async () => (await readSettings(window)).chat.makesTitles).toBe(false);
  await goTo(page, 'Chat');
  for (const question of ['Say: one', 'Say: two']) await ask(page, question);
  expect(service.demo.requests().filter(({ endpoint }) => endpoint === 'chat')).toHaveLength(2);
});

test('sets the size of images and whether tools go with them, and shows the space that images take', async ({ window, core, page }) => {
  const data = madePng(40, 30).toString('base64');
  const { bytes } = must(await core.handlers['history.saveImage']({ data }, context));
  await goTo(page, 'Settings');
  const side = page.getByRole('textbox', { name: settingsText.chat.imageSide.label });
  await side.fill('100');
  await expect(page.getByText(describeFailure(failure('number-out-of-range', { min: 256, max: 4096 })).message)).toBeVisible();
  await side.fill('');
  await expect(page.getByText(describeFailure(failure('setting-number-missing', { unit: 'pixels' })).message)).toBeVisible();
  await side.fill('1024');
  await page.getByRole('switch', { name: settingsText.chat.toolsWithImages.label }).press('Space');
  await expect.poll(async () => (await readSettings(window)).chat).toMatchObject({ imageSide: 1024, offersToolsWithImages: true });
  await expect(page.getByText(settingsText.dataLocations.images.space(1, `${bytes} B`))).toBeVisible();
});

test('leads to a section by its link, and marks the one being read', async ({ window, page }) => {
  await window.resize({ width: 1280, height: 640 });
  await goTo(page, 'Settings');
  const links = page.getByRole('navigation', { name: settingsText.sections });
  const link = (name: string) => links.getByRole('link', { name });
  await expect(link(settingsText.appearance.title)).toHaveAttribute('aria-current', 'true');
  await link(settingsText.shortcuts.title).press('Enter');
  await expect(page.getByRole('heading', { name: settingsText.shortcuts.title })).toBeInViewport();
  await expect(link(settingsText.shortcuts.title)).toHaveAttribute('aria-current', 'true');
  await expect(links).toBeInViewport({ ratio: 1 });
  await expectAccessible(window, 'settings, scrolled');
  await page.getByRole('heading', { name: settingsText.chat.title }).scrollIntoViewIfNeeded();
  await expect(links.locator('[aria-current]')).not.toHaveText(settingsText.shortcuts.title);
});

// Catches a name in the address that the start page takes for a used link.
test('can be reloaded after a link to a section, and continues there by keyboard', reloads, async ({ page }) => {
  await goTo(page, 'Settings');
  const url = page.url();
  await page.getByRole('navigation', { name: settingsText.sections }).getByRole('link', { name: settingsText.timeouts.title }).click();
  await expect(page.getByRole('heading', { name: settingsText.timeouts.title })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollTop)).toBe(0); // only the pane scrolls
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: settingsText.timeouts.connectSeconds.label })).toBeFocused();
  expect(page.url()).toBe(url);
  await reload(page);
});

/** Runs the command that shows the data locations. */
async function showDataLocations(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: uiText.palette.title });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('privacy');
  await expect(palette.locator('[data-highlighted]')).toContainText(layoutText.commands.dataLocations.title);
  await page.keyboard.press('Enter');
}

// Catches a heading that the command no longer finds.
test('shows the data locations by their command in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 420 });
  await showDataLocations(page);
  await expect(page.getByRole('heading', { name: settingsText.dataLocations.title })).toBeInViewport();
});

// Catches a missing location, which a user needs to move or delete their data.
test('lists all data locations, and secrets by their names in the keychain', both('the keychain'), async ({ window, service, profile }) => {
  const { core, page } = window;
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText(service.demo.token.slice(-4));
  await showDataLocations(page);
  const section = page.getByRole('region', { name: settingsText.dataLocations.title });
  await expect(section).toBeVisible();
  for (const place of [profile, 'logs', 'known_hosts', `API token · ${service.demo.baseUrl}`]) await expect(section).toContainText(place);
  await expect(section).not.toContainText(service.demo.token);
  await expectAccessible(window, 'where my data are');
});
