import type { Page } from 'playwright';
import { chatText } from '../../../renderer/chat/text.ts';
import { startText } from '../../../renderer/start/text.ts';

const text = 'usable';

const writeText = (page: Page) => page.getByRole('textbox', { name: chatText.composer.message }).fill(text);

/** When a page was usable, and when its message was sent, which a bare page can't. By the clock of `performance`. */
export interface PageTimes {
  readonly usableAt: number;
  readonly sentAt?: number;
}

/** Types into a page's field as soon as it accepts text. */
export async function write(page: Page): Promise<PageTimes> {
  await writeText(page);
  return { usableAt: performance.now() };
}

/** Types into the window's field, presses Enter, and waits until the window says that the message is waiting or sent, then until it is sent. */
export async function writeAndSend(page: Page): Promise<PageTimes> {
  await writeText(page);
  await page.getByRole('textbox', { name: chatText.composer.message }).press('Enter');
  const sent = page.getByRole('article', { name: chatText.message.you }).filter({ hasText: text });
  await page.getByText(startText.queued).or(page.getByText(chatText.composer.queued)).or(sent).first().waitFor();
  const usableAt = performance.now();
  await sent.waitFor();
  return { usableAt, sentAt: performance.now() };
}
