import type { Page } from 'playwright/test';
import { ask, waitForAnswer, composer, conversation, lastMessage, messagesOf, send } from '../support/window-chat.ts';
import { saveTool, offerTool, pendingCall, weatherTool } from '../support/window-tools.ts';
import { expect, expectAccessible, goTo, quick, test, type TestWindow } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';

/** Moves the only conversation to the trash from outside the window. */
async function throwAway({ core, page }: TestWindow): Promise<void> {
  const { conversations } = await core.call('history.list', { shelf: 'current', limit: 5 });
  await core.call('history.trash', { ids: conversations.map(({ id }) => id) });
  await expect(note(page)).toBeVisible();
}

const note = (page: Page) =>
  page
    .getByText(sharedText.trashNotice.conversationInTrash, { exact: true })
    .or(page.getByText(sharedText.trashNotice.notebookInTrash, { exact: true }))
    .first();

test('shows a trashed conversation read-only, and continues it when restored', quick, async ({ window, page, cloud }) => {
  cloud.demo.fault({ kind: 'stall', after: 40, endpoint: 'chat', count: 'once' });
  await send(page, 'Write 300 words');
  await expect(lastMessage(page)).toContainText('raised road');
  const mine = messagesOf(page, chatText.message.you);
  await mine.hover();
  await mine.getByRole('button', { name: chatText.message.edit }).click();
  const editor = page.getByRole('form', { name: chatText.message.edit });
  await expect(editor.getByRole('textbox')).toBeFocused();

  await throwAway(window);
  // Running answers and edits end.
  const answer = await waitForAnswer(page);
  await expect(answer).toContainText(chatText.answer.endings.stopped);
  await expect(editor).toBeHidden();
  await expect(
    conversation(page).getByRole('button', { name: new RegExp(`${chatText.answer.continue}|${chatText.tryAgain}`) }),
  ).toHaveCount(0);
  await answer.hover();
  await expect(answer.getByRole('button', { name: chatText.answer.copy })).toBeVisible();
  await expect(answer.getByRole('button', { name: chatText.answer.regenerate })).toHaveCount(0);
  await answer.getByRole('button', { name: chatText.message.more }).press('Enter');
  await expect(page.getByRole('menuitem', { name: chatText.answer.copyRequest('curl') })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: new RegExp(`${chatText.message.remove}|${chatText.message.quote}`) })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expectAccessible(window, 'an answer in the trash', { without: ['heading-order'] });
  await mine.hover();
  await expect(mine.getByRole('button')).toHaveText(['']); // the copy button
  await expect(mine.getByRole('button', { name: chatText.message.copy })).toBeVisible();
  await composer(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('x');
  await expect(composer(page)).toHaveValue('x');
  await expect(editor).toHaveCount(0);

  await page.getByRole('button', { name: sharedText.trashNotice.restore }).click();
  await expect(note(page)).toBeHidden();
  await answer.getByRole('button', { name: chatText.answer.continue }).click();
  await expect(answer).not.toContainText(chatText.answer.endings.stopped);
  await expect(await waitForAnswer(page)).not.toContainText(chatText.answer.endings.stopped);
});

// Catches a focus on nothing, because the button disappears.
test('focuses the message field after a conversation is restored by keyboard', async ({ window, page }) => {
  await ask(page, 'Say: not forever');
  await throwAway(window);
  await page.getByRole('button', { name: sharedText.trashNotice.restore }).press('Enter');
  await expect(note(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
});

test('shows a trashed tool call without its form, and with it when restored', async ({ window, core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo?');
  const form = pendingCall(page, 'find_weather');
  await expect(form).toBeVisible();
  await throwAway(window);
  await expect(form).toBeHidden();
  await expect(lastMessage(page)).toContainText('Oslo');
  await page.getByRole('button', { name: sharedText.trashNotice.restore }).click();
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('{"sky": "clear"}');
  await form.getByRole('button', { name: chatText.toolCall.sendResult }).click();
  const result = messagesOf(page, chatText.toolResult.resultOf('find_weather'));
  await expect(result).toBeVisible();
  await expect(await waitForAnswer(page)).toContainText('clear');
  await throwAway(window);
  await result.hover();
  await expect(result.getByRole('button', { name: chatText.toolResult.copy })).toBeVisible();
  await expect(result.getByRole('button', { name: chatText.toolResult.edit })).toHaveCount(0);
});

test('doesn’t edit or continue a trashed text, and says why', async ({ window, page }) => {
  await goTo(page, 'Notebook');
  await page.getByRole('button', { name: notebookText.proxy.switch }).click();
  const text = page.getByRole('textbox', { name: notebookText.text, exact: true });
  await text.fill('Once upon a time');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.locator('#notebook-reason')).toHaveText(new RegExp(Object.values(notebookText.endings).join('|')));
  await expect(page.getByRole('button', { name: notebookText.continue, exact: true })).toBeEnabled();
  await throwAway(window);
  await expect(page.getByRole('button', { name: notebookText.continue, exact: true })).toBeDisabled();
  await expect(page.locator('#notebook-reason')).toHaveText(notebookText.trashed);
  await expect(text).not.toBeEditable();
  await expectAccessible(window, 'a text in the trash');
  await page.getByRole('button', { name: sharedText.trashNotice.restore }).press('Enter');
  await expect(page.getByRole('button', { name: notebookText.continue, exact: true })).toBeEnabled();
  await expect(text).toBeFocused();
});
