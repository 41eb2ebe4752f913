import type { Locator, Page } from 'playwright/test';
import type { AnswerPart } from '../../electron/contract/answer.ts';
import { conversation, lastMessage } from '../support/window-chat.ts';
import { conversationList, rows } from '../support/window-history.ts';
import { expect, quick, test as base } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';

/** Messages of many heights. Some change when rendered: highlighted code, formulas, collapsed reasoning. */
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

const test = base.extend<{ readonly reader: Page; readonly longAnswer: Awaited<ReturnType<typeof readLongAnswer>> }>({
  reader: async ({ open }, use) => {
    const { page } = await open({ conversations: [{ title: 'A long one', turns }] });
    await rows(page, 'A long one').click();
    await expect(lastMessage(page)).toContainText('Answer 159.');
    await use(page);
  },
  longAnswer: async ({ open }, use) => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}. ${'More words of it. '.repeat(20)}`).join('\n\n');
    const answer = [
      { kind: 'reasoning', text: 'Let me see. '.repeat(400) },
      { kind: 'text', text: paragraphs },
    ] as const;
    const { page } = await open({ conversations: [{ title: 'One answer', turns: [['A question', answer]] }] });
    await rows(page, 'One answer').click();
    await use(await readLongAnswer(page));
  },
});

const wheel = 800;

/** Scrolls to a position above the end, but not so far that older messages are loaded. */
async function readAbove(page: Page): Promise<void> {
  await conversation(page).hover();
  await scroll(page, -3000);
}

/** Turns the wheel, and waits until the view stops scrolling. */
async function scroll(page: Page, by: number): Promise<void> {
  await page.mouse.wheel(0, by);
  await waitForStandstill(page);
}

/** Waits until the view has stopped scrolling and growing. */
async function waitForStandstill(page: Page): Promise<void> {
  const scrolled = () =>
    conversation(page).evaluate(async (area) => {
      // a busy window scrolls late, but in one of the next two frames
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return [area.scrollTop, area.scrollHeight].join(' ');
    });
  let before = '';
  await expect
    .poll(async () => {
      const former = before;
      before = await scrolled();
      return former === before;
    })
    .toBe(true);
}

test('keeps the reading position when older messages are loaded', async ({ reader: page }) => {
  const log = conversation(page);
  await readAbove(page);
  // Measures in every frame how far the visible message moves while a page of older messages is added.
  await log.evaluate((area) => {
    const leaps: number[] = [];
    Object.assign(globalThis, { leaps });
    let height = area.scrollHeight;
    let seen = '';
    let top = 0;
    const measure = () => {
      // the message rather than its element, because the list may recreate the element
      const same = area.querySelector(`[data-message="${seen}"]`);
      if (area.scrollHeight - height > 5000) leaps.push((same?.getBoundingClientRect().top ?? Infinity) - top);
      height = area.scrollHeight;
      const first = [...area.querySelectorAll('article')].find(
        (each) => each.getBoundingClientRect().bottom > area.getBoundingClientRect().top + 200,
      );
      seen = first?.dataset['message'] ?? '';
      top = first?.getBoundingClientRect().top ?? 0;
      requestAnimationFrame(measure);
    };
    measure();
  });
  const leaps = () => page.evaluate(() => (globalThis as unknown as { leaps: readonly number[] }).leaps);
  await expect
    .poll(
      async () => {
        // Nearer to the top the older messages are already being loaded, and the top would cut a turn short.
        const canTurn = await log.evaluate(({ scrollTop }) => scrollTop >= 1200);
        if (canTurn) await scroll(page, -wheel); // several turns in one frame would scroll the message out of view, and so out of the list
        return (await leaps()).length;
      },
      { intervals: [100], timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(1);
  // the same frame may include a turn of the wheel
  for (const leap of await leaps()) expect(Math.abs(leap - Math.round(leap / wheel) * wheel), `moved by ${leap} pixels`).toBeLessThan(5);
});

test('keeps the reading position when a section above opens', async ({ reader: page }) => {
  const log = conversation(page);
  await readAbove(page);
  /** Expands the reasoning of a rendered message above the view, if there is one. */
  const unfold = () =>
    log.evaluate((area) => {
      const { top, bottom } = area.getBoundingClientRect();
      const boxes = [...area.querySelectorAll('article')].map((article) => ({ article, box: article.getBoundingClientRect() }));
      const above = boxes.findLast(({ article, box }) => box.bottom < top && article.querySelector('details'));
      const seen = boxes.find(({ box }) => box.top > top && box.top < bottom);
      if (!above || !seen) return undefined;
      above.article.querySelector('summary')?.click();
      return { id: seen.article.dataset['message'] ?? '', top: seen.box.top };
    });
  let found: Awaited<ReturnType<typeof unfold>>;
  await expect
    .poll(async () => {
      await waitForStandstill(page); // while it scrolls, the list may remove what is above the view
      found = await unfold();
      if (!found) await scroll(page, 60);
      return found;
    })
    .toBeDefined();
  await expect(log.locator('details[open] .thinking-text')).not.toBeEmpty();
  const moved = () =>
    log.evaluate(
      (area, { id, top }) => (area.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN) - top,
      found ?? { id: '', top: 0 },
    );
  await expect.poll(async () => Math.abs(await moved())).toBeLessThan(4);
});

/** Scrolls up in a long answer, until its reasoning is above the view. */
async function readLongAnswer(page: Page) {
  const log = conversation(page);
  await expect(log.getByText('Paragraph 59.')).toBeInViewport();
  await log.hover();
  await scroll(page, -1500);
  const thinking = lastMessage(page).locator('details').first();
  await expect(thinking).not.toBeInViewport();
  await expect(lastMessage(page).getByRole('heading')).not.toBeInViewport();
  /** Returns the paragraph in the middle of the view, and its position. */
  const middle = () =>
    log.evaluate((area) => {
      const { top, height } = area.getBoundingClientRect();
      const seen = [...area.querySelectorAll('.message > .markdown p, .message > .part-text p')].find(
        (each) => each.getBoundingClientRect().bottom > top + height / 2,
      );
      return { words: seen?.textContent.slice(0, 14), top: Math.round(seen?.getBoundingClientRect().top ?? Number.NaN) };
    });
  return { page, log, thinking, middle, length: () => log.evaluate(({ scrollHeight }) => scrollHeight) };
}

test('keeps the reading position if a section above opens or closes just when scrolling stops', async ({ longAnswer }) => {
  const { log, thinking, middle, length } = longAnswer;
  const before = await middle();
  const folded = await length();
  // Several times, because a frame between the click and the list's timer hides the difference.
  for (let round = 0; round < 8; round += 1) {
    const isOpen = round % 2 === 0;
    await log.evaluate(
      async (area, by) => {
        area.scrollTop += by;
        await new Promise((resolve) => area.addEventListener('scroll', resolve, { once: true, capture: true }));
        // The list sets its timer for the end of scrolling after this one, so it is the next to run.
        await new Promise((resolve) => setTimeout(resolve, 150));
        area.querySelector('summary')?.click();
      },
      isOpen ? 1 : -1,
    );
    if (isOpen) await expect.poll(length).toBeGreaterThan(folded + 500);
    else await expect.poll(length).toBe(folded);
    await expect.poll(middle).toEqual({ words: before.words, top: expect.closeTo(before.top, -0.5) });
  }
  await expect(thinking).not.toBeInViewport();
});

test('keeps the reading position inside a message when its beginning opens and closes', quick, async ({ longAnswer }) => {
  const { page, log, thinking, middle, length } = longAnswer;
  const before = await middle();
  expect(before.words).toContain('Paragraph');
  const folded = await length();
  for (const isOpen of [true, false]) {
    // As a screen reader does it, because the line is not in view.
    await thinking.locator('summary').evaluate((line: HTMLElement) => line.click());
    if (isOpen) await expect.poll(length).toBeGreaterThan(folded + 500);
    else await expect.poll(length).toBe(folded);
    await expect.poll(middle).toEqual({ words: before.words, top: expect.closeTo(before.top, -0.5) });
  }
  // A visible line stays where it is when pressed.
  await log.focus();
  await page.keyboard.press('Home');
  await expect(thinking).toBeInViewport();
  await waitForStandstill(page);
  const line = async () => Math.round((await thinking.boundingBox())?.y ?? Number.NaN);
  const there = await line();
  const foldedAtTop = await length(); // sections far from the view have estimated heights, so it depends on the position
  await thinking.locator('summary').click();
  await expect.poll(length).toBeGreaterThan(foldedAtTop + 500);
  await expect.poll(line).toBe(there);
});

/** Returns true if the first visible part can be pressed right after a scroll. */
function canBePressedOnScroll(list: Locator, part: string): Promise<boolean> {
  return list.evaluate(async (area, selector) => {
    const frame = () => new Promise(requestAnimationFrame);
    const isScrolled = new Promise((resolve) => area.addEventListener('scroll', resolve, { once: true }));
    area.scrollTop += 40;
    await isScrolled;
    await frame();
    await frame();
    const { top, bottom } = area.getBoundingClientRect();
    const middle = (of: Element) => {
      const box = of.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const seen = [...area.querySelectorAll(selector)].find((each) => middle(each)[1] > top && middle(each)[1] < bottom);
    if (seen === undefined) throw new Error(`No ${selector} is in sight.`);
    return document.elementFromPoint(...middle(seen))?.closest(selector) === seen;
  }, part);
}

// Catches an ignored press: while an answer streams, the view scrolls all the time.
test('handles a press while a list is still scrolling', async ({ open }) => {
  const short = Array.from({ length: 40 }, (_, at) => ({ title: `No. ${at}` }));
  const { page } = await open({ conversations: [...short, { title: 'The long one', turns: turns.slice(0, 20) }] });
  await rows(page, 'The long one').click();
  await expect(lastMessage(page)).toContainText('Answer 19.');
  await conversation(page).focus();
  await page.keyboard.press('Home');
  await expect(conversation(page).getByText('Question 0')).toBeInViewport();
  expect(await canBePressedOnScroll(conversation(page), 'summary')).toBe(true);
  expect(await canBePressedOnScroll(conversationList(page), '[role=option]')).toBe(true);
});

test('shows enough of a section that is opened at the bottom of the view', async ({ open }) => {
  const answer = [
    { kind: 'reasoning', text: 'Let me see. '.repeat(400) },
    { kind: 'text', text: 'In short: yes.' },
  ] as const;
  const window = await open({
    conversations: [{ title: 'Short ones', turns: Array.from({ length: 8 }, (_, turn) => [`Question ${turn}`, answer] as const) }],
  });
  const { page } = window;
  await window.resize({ width: 900, height: 640 });
  await rows(page, 'Short ones').click();
  await expect(lastMessage(page).getByText('In short')).toBeInViewport();
  const line = lastMessage(page).locator('summary');
  /** Returns the line's distance from the top of the view, and the visible height of its section. */
  const seen = () =>
    line.evaluate((element) => {
      const view = element.closest('[role="log"]')?.getBoundingClientRect() ?? new DOMRect();
      const { top, bottom } = element.getBoundingClientRect();
      return { isThere: top >= view.top, share: (view.bottom - bottom) / view.height };
    });
  expect((await seen()).share).toBeLessThan(0.3);
  await line.press('Enter');
  await expect.poll(seen).toEqual({ isThere: true, share: expect.closeTo(1 / 3, 1) });
  await expect(lastMessage(page).locator('.thinking-text')).toBeInViewport();
});

test('scrolls to a match in a message longer than the view, and highlights only that one', async ({ open }) => {
  const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at}${at % 50 === 4 ? ' with a needle' : ''}. ${'Words. '.repeat(40)}`);
  const { page } = await open({ conversations: [{ title: 'One answer', turns: [['A question', text.join('\n\n')]] }] });
  await rows(page, 'One answer').click();
  await expect(conversation(page).getByText('Paragraph 59.')).toBeInViewport();
  await page.keyboard.press('ControlOrMeta+f');
  const bar = page.getByRole('search', { name: chatText.find.label });
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.insertText('needle');
  for (const [place, paragraph] of [
    [chatText.find.position(1, 2), 'Paragraph 4 with'],
    [chatText.find.position(2, 2), 'Paragraph 54 with'],
    [chatText.find.position(1, 2), 'Paragraph 4 with'],
  ] as const) {
    await expect(bar.getByRole('status')).toHaveText(place);
    await expect(conversation(page).getByText(paragraph)).toBeInViewport();
    const current = () =>
      page.evaluate(() => [...(CSS.highlights.get('find-current') ?? [])].map(({ startContainer }) => startContainer.textContent));
    await expect.poll(current).toEqual([expect.stringContaining(paragraph)]);
    await page.keyboard.press('Enter');
  }
});

test('finds text in messages that are not loaded yet, and scrolls there', async ({ reader: page }) => {
  const bar = page.getByRole('search', { name: chatText.find.label });
  await page.keyboard.press('ControlOrMeta+f');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('needle');
  await expect(bar.getByRole('status')).toHaveText(chatText.find.position(1, 1));
  await expect(conversation(page).getByText('Where is the needle?')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+f');
  await expect(bar.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('nowhere to be found');
  await expect(bar.getByRole('status')).toHaveText(chatText.find.none);
});
