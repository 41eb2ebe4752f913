import type { Page } from 'playwright';
import { chatText } from '../../../renderer/chat/text.ts';

/** Types into the page's field as soon as it accepts text, and returns that time. */
export async function write(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: chatText.composer.message }).fill('usable');
  return performance.now();
}

/** Waits until the typed text can be sent from the window's composer, and returns that time. */
export async function waitUntilSendable(page: Page): Promise<number> {
  const composer = page.getByRole('form', { name: chatText.composer.label });
  await composer.locator('button[type="submit"]:not([disabled], [aria-disabled="true"])').waitFor();
  const at = performance.now();
  const text = await composer.getByRole('textbox', { name: chatText.composer.message }).inputValue();
  if (text !== 'usable') throw new Error(`What was written did not arrive: ${JSON.stringify(text)}.`);
  return at;
}
