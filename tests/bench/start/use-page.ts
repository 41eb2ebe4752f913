import type { Page } from 'playwright';

/** Writes into the page's field as soon as it can be written to; gives the time at which it was. */
export async function write(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Message' }).fill('usable');
  return performance.now();
}

/** Waits until what was written before the window was there can be sent from the window's own composer; gives the time at which it can. */
export async function waitUntilSendable(page: Page): Promise<number> {
  const composer = page.getByRole('form', { name: 'Composer' });
  await composer.locator('button[type="submit"]:not([disabled], [aria-disabled="true"])').waitFor();
  const at = performance.now();
  const text = await composer.getByRole('textbox', { name: 'Message' }).inputValue();
  if (text !== 'usable') throw new Error(`What was written did not arrive: ${JSON.stringify(text)}.`);
  return at;
}
