import type { Page } from 'playwright/test';
import { markdownText } from '../../renderer/markdown/text.ts';
import { conversation, lastMessage } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { both, expect, quick, test as base } from '../support/window.ts';

const count = 100;
const paragraph = (index: number) => `Paragraph ${index} of a long answer.`;
const paragraphs = Array.from({ length: count }, (_, index) => `${paragraph(index)} ${'It has some more words. '.repeat(20)}`);

/** A window with a long answer, scrolled to its end. */
const test = base.extend({
  window: async ({ open }, use) => {
    const [first, ...others] = paragraphs;
    const answer = [`${first}[^1]`, ...others, '[^1]: The note.'].join('\n\n');
    const window = await open({ conversations: [{ title: 'Long', turns: [['Write', answer]] }] });
    await rows(window.page, 'Long').click();
    await use(window);
  },
});

/** Scrolls to an end of the answer, and waits until the other end is unmounted. */
async function scrollTo(page: Page, shown: number, hidden: number): Promise<void> {
  await conversation(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, shown === 0 ? -100_000 : 100_000);
    await expect(lastMessage(page).getByText(paragraph(shown))).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(lastMessage(page).getByText(paragraph(hidden))).toHaveCount(0);
}

/** Returns the numbers of the paragraphs in a text. */
function paragraphsIn(text: string): readonly number[] {
  return Array.from(text.matchAll(/Paragraph (\d+) of/g), ([, number]) => Number(number));
}

const all = paragraphs.map((_, index) => index);

test(
  'copies all of a selection that ends out of view of its start (catches a copy that lacks the paragraphs between)',
  both('the clipboard'),
  async ({ window }) => {
    const { page, clipboard } = window;
    const answer = lastMessage(page);
    await scrollTo(page, 0, 50);
    await answer.getByText(paragraph(0)).click({ position: { x: 1, y: 5 } });
    await scrollTo(page, count - 1, 50);
    await answer.getByText(paragraph(count - 1)).click({ modifiers: ['Shift'], position: { x: 300, y: 5 } });
    await page.keyboard.press('Control+C');
    await expect.poll(async () => paragraphsIn(await clipboard())).toEqual(all);
  },
);

test('selects paragraphs out of view too', both('the clipboard'), async ({ window: { clipboard }, page }) => {
  await scrollTo(page, count - 1, 50);
  await lastMessage(page)
    .getByText(paragraph(count - 1))
    .click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+C');
  await expect.poll(async () => paragraphsIn(await clipboard())).toEqual(all);
});

test(
  'copies what is selected in the same moment (catches a copy that lacks the paragraphs out of view)',
  quick,
  async ({ window: { clipboard }, page }) => {
    await scrollTo(page, count - 1, 50);
    await lastMessage(page).evaluate((message) => {
      getSelection()?.selectAllChildren(message);
      document.execCommand('copy');
    });
    await expect.poll(async () => paragraphsIn(await clipboard())).toEqual(all);
  },
);

test('leads from a footnote back to a reference that is out of view', async ({ page }) => {
  await scrollTo(page, count - 1, 0);
  await lastMessage(page)
    .getByRole('link', { name: markdownText.backFromFootnote('1') })
    .press('Enter');
  await expect(lastMessage(page).getByRole('link', { name: markdownText.footnote('1'), exact: true })).toBeFocused();
  await expect(lastMessage(page).getByText(paragraph(0))).toBeInViewport();
  await expect(lastMessage(page).getByText(paragraph(50))).toHaveCount(0);
});
