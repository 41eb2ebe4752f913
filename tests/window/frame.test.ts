import { expect, expectAccessible, goTo, test } from '../support/window.ts';

test('every section is reached by keyboard, says where one is, and can be used by anyone', async ({ window }) => {
  const { page } = window;
  for (const section of ['Library', 'Connection', 'Settings', 'Chat'] as const) {
    await goTo(page, section);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(window, section);
  }
  await goTo(page, 'Connection');
  for (const tab of ['Tunnel', 'Requests']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(window, `Connection, ${tab}`);
  }
});

test('the palette opens, finds and runs a command by keyboard alone', async ({ window }) => {
  const { page } = window;
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await expectAccessible(window, 'the palette');
  await page.keyboard.type('proxy and direct');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Direct' })).toBeChecked();
});

test('theme, sidebar and way of sending are kept over a new start', async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  await first.page.getByRole('radio', { name: 'Dark' }).click();
  await first.page.getByRole('radio', { name: /\+Enter/ }).click();
  await first.page.keyboard.press('ControlOrMeta+b');
  await expect
    .poll(() => first.core.settings.read())
    .toMatchObject({ theme: 'dark', chat: { sendsWith: 'mod-enter' }, sidebar: { isOpen: false } });
  await first.close();

  const { page } = await open();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('listbox', { name: 'Conversations' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Message' }).fill('one line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('one line\n');
});
