import { connectTo } from '../support/test-service.ts';
import { expect, expectAccessible, goTo, readSettings, test } from '../support/window.ts';

test('validates timeouts as they are typed, and restores them after a restart', async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  const connecting = first.page.getByRole('textbox', { name: 'Connecting (seconds)' });
  await connecting.fill('1');
  await expect(first.page.getByText('From 2 to 300.')).toBeVisible();
  await connecting.fill('');
  await expect(first.page.getByText('A number of seconds is needed here.')).toBeVisible();
  await expectAccessible(first, 'a wrong wait');
  expect((await readSettings(first)).connection.connectSeconds, 'what is wrong is not kept').toBe(15);
  await connecting.fill('45');
  await first.page.getByRole('textbox', { name: 'Unused tunnel (minutes)' }).fill('20');
  await expect.poll(async () => (await readSettings(first)).connection).toMatchObject({ connectSeconds: 45, tunnelIdleMinutes: 20 });
  await first.close();

  const second = await open();
  const { page } = second;
  await goTo(page, 'Settings');
  await expect(page.getByRole('textbox', { name: 'Connecting (seconds)' })).toHaveValue('45');
  await page.getByRole('textbox', { name: 'Unused tunnel (minutes)' }).fill('');
  await expect.poll(async () => (await readSettings(second)).connection.tunnelIdleMinutes).toBeNull();
});

// Catches a heading that the command no longer finds.
test('shows the data locations by their command in a low window', async ({ window: { page } }) => {
  await page.setViewportSize({ width: 1000, height: 420 });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('Where are my data');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Where are my data?' })).toBeInViewport();
});

// Catches a missing location, which a user needs to move or delete their data.
test('lists all data locations, and secrets by their names in the keychain', async ({ window, service, profile }) => {
  const { core, page } = window;
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('API token …');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('where are my data');
  await page.keyboard.press('Enter');
  const section = page.getByRole('region', { name: 'Where are my data?' });
  await expect(section).toBeVisible();
  for (const place of [profile, 'logs', 'known_hosts', `API token · ${service.demo.baseUrl}`]) await expect(section).toContainText(place);
  await expect(section).not.toContainText(service.demo.token);
  await expectAccessible(window, 'where my data are');
});
