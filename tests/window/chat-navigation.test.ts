import type { Locator } from 'playwright/test';
import { connectTo, type TestService } from '../support/test-service.ts';
import {
  waitForAnswer,
  ask,
  chooseFrom,
  composer,
  conversation,
  lastMessage,
  messagesOf,
  pendingCallHint,
  send,
} from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { saveTool, offerTool, pendingCall, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, quick, reload, test, type TestWindow } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';

test('shows a found text at the end of a long message', async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Long', turns: [[`${'Water is wet. '.repeat(300)}Only here: zebra.`, 'Yes.']] }],
  });
  await rows(page, 'Long').click();
  const question = messagesOf(page, chatText.message.you).first();
  await expect(conversation(page)).toContainText('Yes.');
  await expect(conversation(page)).not.toContainText('zebra');
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: chatText.find.label }).fill('zebra');
  await expect(question).toContainText('zebra');
  const isInView = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('find-current') ?? [];
      if (range === undefined) return false;
      const whole = document.createRange();
      whole.setStart(range.startContainer, range.startOffset);
      whole.setEnd(range.endContainer, range.endOffset);
      const { top, bottom } = whole.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
  await expect.poll(isInView).toBe(true);
});

test('moves between messages, finds text, and quotes the selection', async ({ window, page }) => {
  await ask(page, 'Say: a **lighthouse** by the sea');
  await ask(page, 'Say: a harbour without a Lighthouse');
  await composer(page).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(lastMessage(page)).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(messagesOf(page, chatText.message.you).last()).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(lastMessage(page)).toBeFocused();

  await page.keyboard.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: chatText.find.label });
  await expect(field).toBeFocused();
  await page.keyboard.type('lighthouse');
  const bar = page.getByRole('search', { name: chatText.find.label });
  const all = [1, 2, 3, 4].map((each) => chatText.find.position(each, 4));
  await expect(bar).toContainText(new RegExp(all.join('|')));
  const positions = new Set<string>();
  for (let find = 0; find < 4; find += 1) {
    const position = await bar.getByRole('status').innerText();
    positions.add(position);
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).not.toHaveText(position);
  }
  expect([...positions].toSorted()).toEqual(all);
  await expect.poll(() => page.evaluate(() => [...CSS.highlights.values()].reduce((sum, { size }) => sum + size, 0))).toBe(4);
  await expectAccessible(window, 'finding');
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();

  // not in the name of a message, which is no part of its text
  await page.keyboard.press('ControlOrMeta+f');
  await field.fill(chatText.message.you);
  await expect(bar).toContainText(chatText.find.none);
  await expect.poll(() => page.evaluate(() => [...CSS.highlights.values()].reduce((sum, { size }) => sum + size, 0))).toBe(0);
  await page.keyboard.press('Escape');

  await lastMessage(page)
    .locator('.markdown p')
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.getByRole('button', { name: chatText.composer.quoteSelection }).click();
  await expect(composer(page)).toHaveValue('> a harbour without a Lighthouse\n\n');
  await expect(composer(page)).toBeFocused();

  const first = messagesOf(page, 'beta-4-scout').first();
  await first.hover();
  await first.getByRole('button', { name: chatText.message.more }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: chatText.answer.showPlain }).click();
  await page.keyboard.press('Escape');
  await expect(first).toContainText('a **lighthouse** by the sea');
  await expectAccessible(window, 'literal text');
});

test('edits an earlier message by keyboard, and switches between its branches', quick, async ({ window, page }) => {
  await ask(page, 'Say: first');
  await ask(page, 'Say: second');
  const mine = messagesOf(page, chatText.message.you);
  await expect(composer(page)).toBeFocused();
  for (const message of (await conversation(page).getByRole('article').all()).toReversed()) {
    await page.keyboard.press('Alt+ArrowUp');
    await expect(message).toBeFocused();
  }
  await expect(mine.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(mine.first().getByRole('button', { name: chatText.message.edit })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: chatText.message.edit }).getByRole('textbox')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Say: other');
  await page.keyboard.press('Enter');
  await expect(mine).toHaveText([/Say: other/]);
  await expect(await waitForAnswer(page)).toContainText('other');
  await expectAccessible(window, 'a branch');
  await mine.first().getByRole('button', { name: chatText.message.previousVersion }).click();
  await expect(mine).toHaveText([/Say: first/, /Say: second/]);
  await reload(page);
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(mine).toHaveText([/Say: first/, /Say: second/]); // still the same branch
});

test('doesn’t scroll a user who reads above, and shows that there is something new below', async ({ page, cloud }) => {
  const continueAnswer = cloud.demo.fault({ kind: 'stall', after: 700, endpoint: 'chat', count: 'once' });
  await send(page, 'Write 1500 words');
  const log = conversation(page);
  await expect.poll(() => log.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(400); // it follows the answer
  await log.focus();
  await page.keyboard.press('Home');
  await expect.poll(() => log.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(50);
  const button = page.getByRole('button', { name: chatText.list.newMessages });
  continueAnswer();
  await expect(button).toBeVisible();
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(50);
  await button.press('Enter');
  await expect(button).toBeHidden();
  const toEnd = () => log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await waitForAnswer(page);
  await expect.poll(toEnd).toBeLessThan(30);
});

test.describe('turning the wheel up while an answer streams', () => {
  const toEnd = (log: Locator) => log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);

  /** Starts a long answer, and stalls it once the view follows it. Returns a function that continues it. */
  async function startAnswer({ core, page }: TestWindow, service: TestService): Promise<() => void> {
    await connectTo(core, service, { hasInstance: false });
    await expect(page.getByRole('contentinfo')).toContainText('Cloud');
    const continueAnswer = service.demo.fault({ kind: 'stall', after: 700, endpoint: 'chat', count: 'once' });
    await send(page, 'Write 1500 words');
    await expect.poll(() => conversation(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(400);
    return continueAnswer;
  }

  // Catches a turn that is undone because the scroll event comes too late to count as the user's.
  test('stops following even in a slow frame', async ({ window, service }) => {
    const continueAnswer = await startAnswer(window, service);
    const { page } = window;
    const log = conversation(page);
    await log.evaluate((area) => {
      const block = () => {
        for (const until = performance.now() + 600; performance.now() < until;);
      };
      area.addEventListener('wheel', block, { passive: true });
    });
    await log.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(() => toEnd(log)).toBeGreaterThan(100);
    continueAnswer();
    await expect(page.getByRole('button', { name: chatText.list.newMessages })).toBeVisible();
  });

  // Catches a view that is left behind although it is at the end.
  test('keeps following if that doesn’t scroll', async ({ window, service }) => {
    const continueAnswer = await startAnswer(window, service);
    const log = conversation(window.page);
    await log.evaluate((area) => area.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 })));
    continueAnswer();
    await waitForAnswer(window.page);
    await expect.poll(() => toEnd(log)).toBeLessThan(30);
  });
});

test('focuses a pending call if the user is idle, and otherwise shows the shortcut', async ({ window, core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo?');
  const result = pendingCall(page, 'find_weather').getByRole('textbox', { name: chatText.toolCall.result });
  await expect(result).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: chatText.list.announce.pendingCall('find_weather') })).toBeAttached();
  await page.keyboard.insertText('four degrees');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(composer(page)).toBeFocused();
  await expect(await waitForAnswer(page)).toContainText('four degrees');

  await page.keyboard.insertText('And then');
  const call = messagesOf(page, 'beta-4-scout').first();
  await call.hover();
  await chooseFrom(page, call.getByRole('button', { name: chatText.answer.regenerate }), chatText.answer.regenerateWith('beta-4-scout'));
  await expect(composer(page)).toBeFocused(); // the menu and its button have disappeared
  await expect(pendingCall(page, 'find_weather')).toBeVisible();
  await expect(pendingCallHint(page)).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(result).toBeFocused();
  await expectAccessible(window, 'a call that waits, reached by its key');
  await page.keyboard.insertText('rain');
  await page.keyboard.press('ControlOrMeta+Enter');
  await waitForAnswer(page);
  await expect(composer(page)).toHaveValue('And then');
});

test('opens a long conversation at its end, rendering only that, and scrolls through it', async ({ open }) => {
  const turns = Array.from({ length: 60 }, (_, at) => [`Question ${at}`, `Answer ${at}. ${'More words of it. '.repeat(60)}`] as const);
  const { page } = await open({ conversations: [{ title: 'Long', turns }] });
  await rows(page, 'Long').click();
  await expect(lastMessage(page)).toContainText('Answer 59.');
  await expect(lastMessage(page)).toBeInViewport();
  const log = conversation(page);
  const toEnd = () => log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expect.poll(toEnd).toBeLessThan(2);
  expect(await log.getByRole('article').count()).toBeLessThan(20);
  // Older ones are loaded when the view gets near them.
  await log.focus();
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(log.getByRole('article').first()).toHaveText(/Question 0$/u, { timeout: 2000 });
  }).toPass();
  await page.keyboard.press('End');
  await expect.poll(toEnd).toBeLessThan(2);
  await expect(lastMessage(page)).toContainText('Answer 59.');
});

test('shows a message’s buttons before the pointer gets there, and they take focus, keys and clicks', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'Short' }] });
  await rows(page, 'Short').click();
  const answer = messagesOf(page, 'beta-4-scout');
  await expect(answer).toContainText('An answer');
  const names = () => answer.getByRole('button').evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel));
  const before = await names();
  expect(before).toContain(chatText.answer.regenerate);

  const again = answer.getByRole('button', { name: chatText.answer.regenerate });
  await again.focus();
  await expect(again).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: chatText.answer.regenerateWith('beta-4-scout') })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again).toBeFocused();
  expect(await names()).toEqual(before);

  // As a screen reader does it: a click without pointer events before it.
  const question = messagesOf(page, chatText.message.you);
  await question.getByRole('button', { name: chatText.message.more }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('menuitem', { name: chatText.message.quote })).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: chatText.message.edit }).click();
  await expect(page.getByRole('textbox', { name: chatText.message.editField })).toBeFocused();
});
