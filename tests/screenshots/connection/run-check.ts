import type { Page } from 'playwright';
import { checkText } from '../../../renderer/connection/text.ts';

/** Runs the connection check to its end. */
export async function runCheck(page: Page): Promise<void> {
  const button = (name: string) => page.getByRole('button', { name });
  await button(checkText.check).or(button(checkText.checkAgain)).click();
  await page.getByRole('button', { name: checkText.copy }).waitFor({ timeout: 60_000 });
}
