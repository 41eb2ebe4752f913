import type { Page } from 'playwright/test';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { ask, chooseFrom, composer, waitForAnswer, send } from '../support/window-chat.ts';
import { offerTool, pendingCall, saveTool, weatherTool } from '../support/window-tools.ts';
import { expect, quick, test } from '../support/window.ts';

// Each test moves the focus in the same task as the action, before any reply can arrive.

const search = (page: Page) => page.getByRole('textbox', { name: conversationsText.search.label });

test('leaves the focus where the user moved it after deciding a call', async ({ core, page }) => {
  await saveTool(core, weatherTool());
  await offerTool(page, 'find_weather');
  await send(page, 'What is the weather in Oslo?');
  const form = pendingCall(page, 'find_weather');
  await form.getByRole('textbox', { name: chatText.toolCall.result }).fill('clear');
  const field = await search(page).elementHandle();
  await form.evaluate((element: HTMLFormElement, other) => {
    element.requestSubmit();
    (other as HTMLElement).focus();
  }, field);
  await expect(form).toHaveCount(0);
  await waitForAnswer(page);
  await expect(search(page)).toBeFocused();
});

test('leaves the focus where the user moved it while a file was read', async ({ page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  const field = await search(page).elementHandle();
  await composer(page).evaluate((element, other) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['some text'], 'notes.txt'));
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    (other as HTMLElement).focus();
  }, field);
  await expect(page.getByRole('list', { name: chatText.composer.attachedFiles })).toContainText('notes.txt');
  await expect(search(page)).toBeFocused();
});

test('leaves the focus where the user clicked after choosing from a menu', quick, async ({ page }) => {
  const answer = await ask(page, 'Say: one of two');
  const field = await search(page).elementHandle();
  // Clicks as soon as the composer gets the focus.
  await composer(page).evaluate((element, other) => {
    const click = () => {
      (other as HTMLElement).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      (other as HTMLElement).focus();
    };
    element.addEventListener('focus', () => queueMicrotask(click), { once: true });
  }, field);
  await answer.hover();
  await chooseFrom(page, answer.getByRole('button', { name: chatText.answer.regenerate }), chatText.answer.regenerateWith('beta-4-scout'));
  await expect(search(page)).toBeFocused();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expect(search(page)).toBeFocused();
});
