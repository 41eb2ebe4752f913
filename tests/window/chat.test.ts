import {
  waitForAnswer,
  ask,
  chooseFrom,
  chooseModel,
  composer,
  composing,
  lastMessage,
  messagesOf,
  openParameters,
  send,
  startConversation,
} from '../support/window-chat.ts';
import { hoverToast, undo } from '../support/window-history.ts';
import { expect, expectAccessible, quick, reload, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';

test('asks the demo and gets an answer by keyboard alone', quick, async ({ window, page }) => {
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await expectAccessible(window, 'before the first message');
  const answer = await ask(page, 'What is Causeway?');
  await expect(answer).toContainText('Causeway');
  await expect(answer.getByRole('list', { name: chatText.answer.details })).toContainText(sharedText.modes.proxy);
  await expect(composer(page)).toBeFocused();
  await expectAccessible(window, 'a conversation');
});

test('keeps a stopped answer and says so', quick, async ({ open }) => {
  const { page } = await open({ demoSpeed: '100' });
  await send(page, 'Write 5000 words');
  await expect.poll(async () => (await lastMessage(page).innerText()).length).toBeGreaterThan(200);
  await page.keyboard.press('Escape');
  const answer = await waitForAnswer(page);
  await expect(answer).toContainText(chatText.answer.endings.stopped);
  expect((await answer.innerText()).length).toBeGreaterThan(200);
  await reload(page);
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(lastMessage(page)).toContainText(chatText.answer.endings.stopped);
  expect((await lastMessage(page).innerText()).length).toBeGreaterThan(200);
});

test('stays accessible while an answer streams, and stopping it reaches the engine', async ({ window, page, cloud }) => {
  cloud.demo.fault({ kind: 'stall', after: 8, endpoint: 'chat' });
  await send(page, 'What is Causeway?');
  await expect(lastMessage(page)).toContainText(chatText.answer.answering);
  await expectAccessible(window, 'while an answer comes');
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await expect(await waitForAnswer(page)).toContainText(chatText.answer.endings.stopped);
  await expect.poll(() => cloud.demo.aborts()).toBe(1);
});

test('shows a regenerated answer beside the first, with a branch switcher', quick, async ({ page }) => {
  const first = await ask(page, 'Say: one of two');
  await first.hover();
  await chooseFrom(page, first.getByRole('button', { name: chatText.answer.regenerate }), chatText.answer.regenerateWith('gamma-oss-120b'));
  await expect(messagesOf(page, 'gamma-oss-120b')).toBeVisible();
  const second = await waitForAnswer(page);
  const versions = second.getByRole('group', { name: chatText.message.versions });
  await expect(versions).toContainText(chatText.message.version(2, 2));
  await versions.getByRole('button', { name: chatText.message.previousVersion }).click();
  await expect(messagesOf(page, 'beta-4-scout').getByRole('group', { name: chatText.message.versions })).toContainText(
    chatText.message.version(1, 2),
  );
  await expect(messagesOf(page, 'gamma-oss-120b')).toBeHidden();
});

// Catches a retried focus request for the composer that overrides the user's next key.
test('moves to the question with ↑ after regenerating, and stays there', async ({ page }) => {
  const answer = await ask(page, 'Say: one of two');
  // Presses ↑ as soon as the composer gets the focus.
  await composer(page).evaluate((field) => {
    const press = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
    field.addEventListener('focus', () => queueMicrotask(press), { once: true });
  });
  await answer.hover();
  await chooseFrom(page, answer.getByRole('button', { name: chatText.answer.regenerate }), chatText.answer.regenerateWith('beta-4-scout'));
  const editor = page.getByRole('form', { name: chatText.message.edit }).getByRole('textbox');
  await expect(editor).toBeFocused();
  await editor.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expect(editor).toBeFocused();
  await page.keyboard.type(', again');
  await expect(editor).toHaveValue('Say: one of two, again');
});

test('starts a branch for an edited message and keeps the original with its answer', async ({ window, page }) => {
  await ask(page, 'Say: first');
  await composer(page).focus();
  await page.keyboard.press('ArrowUp');
  const editor = page.getByRole('form', { name: chatText.message.edit }).getByRole('textbox');
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue('Say: first');
  await expectAccessible(window, 'editing a message');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Say: second');
  await page.keyboard.press('Enter');
  await expect(messagesOf(page, chatText.message.you)).toContainText('Say: second');
  await expect(await waitForAnswer(page)).toContainText('second');
  await messagesOf(page, chatText.message.you).getByRole('button', { name: chatText.message.previousVersion }).click();
  await expect(messagesOf(page, chatText.message.you)).toContainText('Say: first');
  await expect(lastMessage(page)).toContainText('first');
});

test('leaves an edited message as it was with Esc', async ({ page }) => {
  await ask(page, 'Say: first');
  await composer(page).focus();
  await page.keyboard.press('ArrowUp');
  const editor = page.getByRole('form', { name: chatText.message.edit }).getByRole('textbox');
  await expect(editor).toBeFocused();
  await page.keyboard.type(' and more');
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(messagesOf(page, chatText.message.you)).toHaveText(/Say: first$/);
  await page.keyboard.press('ArrowUp');
  await expect(editor).toHaveValue('Say: first'); // the discarded text isn’t restored
});

test('continues an answer that reached its length limit in the same message', async ({ page }) => {
  const panel = await openParameters(page);
  await panel.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('60');
  await page.keyboard.press('Escape');
  const answer = await ask(page, 'Write 200 words');
  await expect(answer).toContainText(chatText.answer.endings.length);
  const text = answer.locator('.markdown');
  const before = await text.innerText();
  await answer.getByRole('button', { name: chatText.answer.continue }).click();
  await expect.poll(async () => (await text.innerText()).length).toBeGreaterThan(before.length);
  await waitForAnswer(page);
  await expect(messagesOf(page, 'beta-4-scout')).toHaveCount(1);
});

test('restores a deleted message with Undo', async ({ page }) => {
  await ask(page, 'Say: to be deleted');
  const mine = messagesOf(page, chatText.message.you).first();
  await ask(page, 'Say: the end');
  await mine.hover();
  const last = lastMessage(page);
  await last.hover();
  await chooseFrom(page, last.getByRole('button', { name: chatText.message.more }), chatText.message.remove);
  await hoverToast(page, chatText.message.removed);
  await expect(messagesOf(page, 'beta-4-scout')).toHaveCount(1);
  await undo(page, chatText.message.removed);
  await expect(messagesOf(page, 'beta-4-scout')).toHaveCount(2);
});

test('restores each conversation’s draft after a reload', async ({ page }) => {
  await ask(page, 'Say: hello');
  await composer(page).fill('half a thought');
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await startConversation(page);
  await composer(page).fill('another beginning');
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await reload(page);
  await expect(composer(page)).toHaveValue('another beginning');
  await page.getByRole('listbox', { name: conversationsText.title }).getByRole('option').first().click();
  await expect(composer(page)).toHaveValue('half a thought');
});

test('shows reasoning collapsed and separate from the answer', async ({ window, page }) => {
  await chooseModel(page, 'alpha-R1');
  const answer = await ask(page, 'Say: forty-two');
  // A fast answer comes in one piece, and nobody knows how long the model reasoned.
  const thinking = answer
    .getByRole('group')
    .filter({ hasText: new RegExp(`${chatText.answer.reasonedFor('')}|${chatText.answer.reasoned}`) });
  await expect(thinking).not.toHaveAttribute('open');
  expect(await answer.innerText()).not.toMatch(/<\/?think>/);
  await expectAccessible(window, 'thinking, folded');
  await thinking.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(thinking).toHaveAttribute('open');
  await expectAccessible(window, 'thinking, open');
  await expect(answer.locator(':scope > .markdown, :scope > .part-text').last()).toHaveText(/^forty-two\s*$/);
  await expect(composing(page, chatText.send)).toBeVisible();
});
