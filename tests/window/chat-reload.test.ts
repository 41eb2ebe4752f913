import type { Locator } from 'playwright/test';
import {
  waitForAnswer,
  ask,
  chooseModel,
  composer,
  conversation,
  lastMessage,
  messagesOf,
  send,
  startConversation,
} from '../support/window-chat.ts';
import { expect, quick, reload, test, reloads } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';

/** Parses “3 s” or “1 min 2 s”. */
const seconds = async (clock: Locator): Promise<number> => {
  const [, minutes = '0', rest = '0'] = /(?:(\d+) min )?([\d.]+) s/.exec(await clock.innerText()) ?? [];
  return Number(minutes) * 60 + Number(rest);
};

/** Returns how far a timer is ahead of the time since `from`. This is constant while the timer is right. */
const ahead = async (clock: Locator, from: number): Promise<number> => (await seconds(clock)) - (performance.now() - from) / 1000;

/** Numbers the words, so that a lost, doubled or moved one is noticed. */
const words = Array.from({ length: 4000 }, (_, index) => `w${index}`).join(' ');

test('continues a streaming answer after a reload, with its timer and without lost or doubled words', quick, async ({ open }) => {
  const { page } = await open({ demoSpeed: '100' });
  await send(page, `Say: ${words}`);
  const text = lastMessage(page).locator('.markdown');
  const clock = lastMessage(page).locator('.answer-progress');
  await expect.poll(() => seconds(clock)).toBeGreaterThanOrEqual(4);
  await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(200);
  const before = (await text.innerText()).length;
  const from = performance.now();
  await reload(page);
  await expect(clock).toContainText(chatText.answer.answering);
  await expect.poll(() => ahead(clock, from)).toBeGreaterThan(2); // a restarted timer never would be
  await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(before + 50);
  const shown = await text.innerText();
  expect(words.slice(0, shown.length)).toBe(shown);
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(await waitForAnswer(page)).toContainText(chatText.answer.endings.stopped);
  const saved = await text.innerText();
  expect(words.slice(0, saved.length)).toBe(saved);
  await reload(page);
  await expect(lastMessage(page)).toContainText(chatText.answer.endings.stopped);
  await expect.poll(() => text.innerText()).toBe(saved); // as saved
});

test('continues streaming reasoning after a reload, collapsed, with its timer and all of its text', reloads, async ({ open }) => {
  const { page } = await open({ demoSpeed: 'real' });
  await chooseModel(page, 'alpha-R1');
  await send(page, 'Think 4000 words, then answer');
  const thinking = lastMessage(page).locator('details');
  const clock = thinking.locator('summary');
  const length = async () => Number(/([\d,]+) characters/.exec(await clock.innerText())?.[1]?.replaceAll(',', '') ?? 0);
  await expect.poll(() => seconds(clock)).toBeGreaterThanOrEqual(4);
  await expect.poll(length).toBeGreaterThan(200);
  await clock.press('Enter');
  const before = await thinking.locator('.thinking-text').innerText();
  const spent = await seconds(clock);
  const [from, written] = [performance.now(), await length()];
  await reload(page);
  await expect(clock).toContainText(chatText.answer.reasoning);
  await expect(thinking).not.toHaveAttribute('open');
  await expect.poll(() => ahead(clock, from)).toBeGreaterThan(2);
  await expect.poll(length).toBeGreaterThanOrEqual(written);
  await expect.poll(length).toBeGreaterThan(written + 50);
  await clock.press('Enter');
  expect((await thinking.locator('.thinking-text').innerText()).slice(0, 200)).toBe(before.slice(0, 200));
  await composer(page).focus();
  await page.keyboard.press('Escape');
  const answer = await waitForAnswer(page);
  await expect(clock).toContainText(chatText.answer.reasonedFor(''));
  expect(await seconds(clock)).toBeGreaterThanOrEqual(spent);
  await expect(answer.locator(':scope > .markdown')).toHaveCount(0); // stopped before the answer began
  await reload(page);
  await expect(clock).toContainText(chatText.answer.reasonedFor(''));
  expect(await seconds(clock)).toBeGreaterThanOrEqual(spent);
});

test('returns to the same conversation after a reload, and starts a new one in a new window', reloads, async ({ open }) => {
  const first = await open();
  await ask(first.page, 'Say: where one was');
  await reload(first.page);
  await expect(messagesOf(first.page, chatText.message.you)).toHaveText([/where one was/]);
  await startConversation(first.page);
  await expect(conversation(first.page)).toHaveCount(0);
  await reload(first.page);
  await expect(first.page.getByRole('heading', { level: 1 })).toHaveText(chatText.newConversation);
  await first.page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').click();
  await expect(messagesOf(first.page, chatText.message.you)).toHaveText([/where one was/]);
  await first.close();

  const { page } = await open();
  await expect(page.getByRole('listbox', { name: conversationsText.title }).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chatText.newConversation);
});
