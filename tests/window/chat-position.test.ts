import type { Page } from 'playwright/test';
import type { AnswerPart } from '../../electron/contract/answer.ts';
import { keep } from '../support/kept-conversations.ts';
import { conversation, lastMessage } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { expect, test as base } from '../support/window.ts';

/** Of many heights, some known only once they are drawn: code is coloured, formulas are set, thinking can be unfolded. */
function answerOf(turn: number): readonly AnswerPart[] {
  const text = [
    `Answer ${turn}.`,
    'word '.repeat((turn * 37) % 200),
    turn % 3 === 0 ? `\`\`\`python\n${'x = 1\n'.repeat(turn % 20)}\`\`\`` : '',
    turn % 5 === 0 ? '$$\\sum_{i=0}^n i^2$$' : '',
  ].join('\n\n');
  return [
    { kind: 'reasoning', text: `Let me see. ${'Hm. '.repeat(400)}` },
    { kind: 'text', text },
  ];
}

const turns = Array.from({ length: 160 }, (_, turn) => [turn === 2 ? 'Where is the needle?' : `Question ${turn}`, answerOf(turn)] as const);

const test = base.extend<{ readonly reader: Page }>({
  reader: async ({ open, profile }, use) => {
    await keep(profile, [{ title: 'A long one', turns }]);
    const { page } = await open();
    await rows(page, 'A long one').click();
    await expect(lastMessage(page)).toContainText('Answer 159.');
    await use(page);
  },
});

const wheel = 800;

/** Scrolls to a place above the end, away from where more is fetched, and waits until it stays there. */
async function readAbove(page: Page): Promise<void> {
  const log = conversation(page);
  await log.hover();
  const scrolled = () => log.evaluate(({ scrollTop, scrollHeight }) => [scrollTop, scrollHeight].join(' '));
  await page.mouse.wheel(0, -3000);
  let before = '';
  await expect
    .poll(async () => {
      const former = before;
      before = await scrolled();
      return former === before;
    })
    .toBe(true);
}

test('who reads stays where they are when older messages come before', async ({ reader: page }) => {
  const log = conversation(page);
  await readAbove(page);
  // From frame to frame: how far the message in sight moved while the conversation grew by a whole stretch.
  await log.evaluate((area) => {
    const leaps: number[] = [];
    Object.assign(globalThis, { leaps });
    let height = area.scrollHeight;
    let seen: Element | undefined;
    let top = 0;
    const look = () => {
      if (area.scrollHeight - height > 5000) leaps.push((seen?.isConnected === true ? seen.getBoundingClientRect().top : Infinity) - top);
      height = area.scrollHeight;
      seen = [...area.querySelectorAll('article')].find(
        (each) => each.getBoundingClientRect().bottom > area.getBoundingClientRect().top + 200,
      );
      top = seen?.getBoundingClientRect().top ?? 0;
      requestAnimationFrame(look);
    };
    look();
  });
  const leaps = () => page.evaluate(() => (globalThis as unknown as { leaps: readonly number[] }).leaps);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, -wheel);
        return (await leaps()).length;
      },
      { intervals: [100], timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(1);
  // a turn of the wheel may fall into the same frame
  for (const leap of await leaps()) expect(Math.abs(leap - Math.round(leap / wheel) * wheel), `moved by ${leap} pixels`).toBeLessThan(5);
});

test('who reads stays where they are when something above them unfolds', async ({ reader: page }) => {
  const log = conversation(page);
  await readAbove(page);
  const found = await log.evaluate((area) => {
    const { top, bottom } = area.getBoundingClientRect();
    const above = [...area.querySelectorAll('details')].findLast((each) => each.getBoundingClientRect().bottom < top - 20);
    const seen = [...area.querySelectorAll('article')].find((each) => {
      const box = each.getBoundingClientRect();
      return box.top > top && box.top < bottom;
    });
    above?.querySelector('summary')?.click();
    return { id: seen?.dataset['message'] ?? '', top: seen?.getBoundingClientRect().top ?? 0, hasAbove: above !== undefined };
  });
  expect(found.hasAbove).toBe(true);
  await expect(log.locator('details[open] .thinking-text')).not.toBeEmpty();
  const topOf = () =>
    log.evaluate((area, id) => area.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN, found.id);
  await expect.poll(async () => Math.abs((await topOf()) - found.top)).toBeLessThan(4);
});

test('words are found that are not at hand yet, and one is led there', async ({ reader: page }) => {
  const bar = page.getByRole('search', { name: 'Find in this conversation' });
  await page.keyboard.press('ControlOrMeta+f');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('needle');
  await expect(bar.getByRole('status')).toHaveText('1 of 1');
  await expect(conversation(page).getByText('Where is the needle?')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+f');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('nowhere to be found');
  await expect(bar.getByRole('status')).toHaveText('Not found');
});
