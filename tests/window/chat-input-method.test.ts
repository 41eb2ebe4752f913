import type { Locator } from 'playwright/test';
import { ask, composer, composing, lastMessage, messagesOf, send, waitForAnswer } from '../support/window-chat.ts';
import { expect, quick, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';

/** Presses a key that an input method handles. Safari only marks those that end a composition by their code. */
async function pressComposing(field: Locator, key: string): Promise<void> {
  await field.evaluate((element, pressed) => {
    for (const mark of [{ isComposing: true }, { keyCode: 229 }])
      element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true, ...mark }));
  }, key);
}

test('sends nothing and discards no edit while an input method composes', quick, async ({ page }) => {
  await ask(page, 'Say: first');
  await composer(page).fill('にほん');
  await pressComposing(composer(page), 'Enter');
  await composer(page).fill('');
  await pressComposing(composer(page), '/');
  await composer(page).press('ArrowUp');
  const edited = page.getByRole('form', { name: chatText.message.edit }).getByRole('textbox');
  await expect(edited).toBeFocused();
  await edited.fill('Say: 日本');
  for (const key of ['Escape', 'Enter']) await pressComposing(edited, key);
  await expect(edited).toHaveValue('Say: 日本');
  await page.keyboard.press('Enter');
  await expect(messagesOf(page, chatText.message.you)).toHaveText([/Say: 日本/]);
  await expect(await waitForAnswer(page)).toContainText('日本');
});

test('neither stops the answer nor moves in the search while an input method composes', async ({ page, cloud }) => {
  await ask(page, 'Say: sea, sea');
  await page.keyboard.press('ControlOrMeta+f');
  const find = page.getByRole('search', { name: chatText.find.label });
  await find.getByRole('textbox').fill('sea');
  const first = find.getByText(chatText.find.position(1, 4));
  await expect(first).toBeVisible();
  for (const key of ['Enter', 'Escape']) await pressComposing(find.getByRole('textbox'), key);
  await expect(first).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();

  const release = cloud.demo.fault({ kind: 'stall', after: 8, endpoint: 'chat', count: 'once' });
  await send(page, 'What is Causeway?');
  await expect(lastMessage(page)).toContainText(chatText.answer.answering);
  await pressComposing(composer(page), 'Escape');
  await expect(composing(page, chatText.stop)).toBeVisible();
  release();
  await expect(await waitForAnswer(page)).not.toContainText(chatText.answer.endings.stopped);
});
