import type { Page } from 'playwright';

/** Runs the connection check to its end. */
export async function runCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check (the connection|again)$/ }).click();
  await page.getByRole('button', { name: 'Copy as text' }).waitFor({ timeout: 60_000 });
}
