import { expect, expectAccessible, goTo, test } from '../support/window.ts';

test('raw text: refused through the proxy with the reason, streamed on the direct way, stopped, undone', async ({ window }) => {
  const { page } = window;
  await goTo(page, 'Complete');
  await expect(page.getByText('Not available through the proxy')).toBeVisible();
  await expectAccessible(window, 'Complete, through the proxy');
  await page.getByRole('button', { name: 'Switch to direct' }).click();
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Once upon a time');
  await page.getByRole('textbox', { name: 'Max tokens' }).fill('40');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'More' })).toBeEnabled();
  const written = await text.inputValue();
  expect(written.length).toBeGreaterThan('Once upon a time'.length);
  expect(written.startsWith('Once upon a time')).toBe(true);
  await expect(page.locator('[data-by="model"]')).toHaveText(written.slice('Once upon a time'.length).trimEnd(), { useInnerText: false });
  await expectAccessible(window, 'Complete, with text of the model');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toHaveValue('Once upon a time');
});
