import { expect, expectAccessible, goTo, settingsOf, test } from '../support/window.ts';

test('how long is waited is checked as it is typed, and kept over a new start', async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  const connecting = first.page.getByRole('textbox', { name: 'Connecting (seconds)' });
  await connecting.fill('1');
  await expect(first.page.getByText('From 2 to 300.')).toBeVisible();
  await connecting.fill('');
  await expect(first.page.getByText('A number of seconds is needed here.')).toBeVisible();
  await expectAccessible(first, 'a wrong wait');
  expect((await settingsOf(first)).connection.connectSeconds, 'what is wrong is not kept').toBe(15);
  await connecting.fill('45');
  await first.page.getByRole('textbox', { name: 'Unused tunnel (minutes)' }).fill('20');
  await expect.poll(async () => (await settingsOf(first)).connection).toMatchObject({ connectSeconds: 45, tunnelIdleMinutes: 20 });
  await first.close();

  const second = await open();
  const { page } = second;
  await goTo(page, 'Settings');
  await expect(page.getByRole('textbox', { name: 'Connecting (seconds)' })).toHaveValue('45');
  await page.getByRole('textbox', { name: 'Unused tunnel (minutes)' }).fill('');
  await expect.poll(async () => (await settingsOf(second)).connection.tunnelIdleMinutes).toBeNull();
});
