import { expect, type Locator, type Page } from 'playwright/test';
import { chatText } from '../../renderer/chat/text.ts';
import { parametersText } from '../../renderer/chat/parameters/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import type { TestService } from './test-service.ts';

/** Returns the composer's field. The form excludes the start page's field, which has the same name. */
export const composer = (page: Page): Locator =>
  page.getByRole('form', { name: chatText.composer.label }).getByRole('textbox', { name: chatText.composer.message });

/** Returns the shown conversation. */
export const conversation = (page: Page): Locator => page.getByRole('log', { name: chatText.list.label });

/** Returns the messages of one author: `You`, a model's id, or `Result of …`. */
export const messagesOf = (page: Page, name: string): Locator => conversation(page).getByRole('article', { name, exact: true });

export const lastMessage = (page: Page): Locator => conversation(page).getByRole('article').last();

/** Types a message and sends it, by keyboard. Returns when the conversation shows it, so that an earlier answer isn't taken for its own. */
export async function send(page: Page, text: string): Promise<void> {
  await expect(composer(page)).toHaveAttribute('aria-busy', 'false'); // once its draft is loaded
  await composer(page).focus();
  await page.keyboard.insertText(text);
  await expect(page.getByRole('button', { name: chatText.send, exact: true })).toBeEnabled();
  const before = await conversation(page)
    .getByRole('article')
    .evaluateAll((messages) => messages.at(-1)?.dataset['message']);
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('');
  if (before !== undefined) await expect(lastMessage(page)).not.toHaveAttribute('data-message', before);
}

/** Pastes or drops files, given as text or bytes, on the composer or another element, as a desktop does. */
export async function giveFiles(
  page: Page,
  how: 'paste' | 'drop',
  files: Readonly<Record<string, string | Buffer>>,
  target = composer(page),
): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')] as const);
  await target.evaluate(
    (element, [kind, contents]) => {
      const data = new DataTransfer();
      for (const [name, base64] of contents) data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
      const how = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...how, clipboardData: data })
          : new DragEvent('drop', { ...how, dataTransfer: data }),
      );
    },
    [how, given] as const,
  );
}

/** Stated, because screenshots are taken outside the test runner, whose configuration would say it. */
const answerTimeoutMs = 60_000;

/** Waits until the last message is a finished answer, and returns it. */
export async function waitForAnswer(page: Page): Promise<Locator> {
  const last = lastMessage(page);
  await expect(last.getByRole('list', { name: chatText.answer.details })).toBeVisible({ timeout: answerTimeoutMs });
  await expect(composing(page, chatText.stop)).toBeHidden({ timeout: answerTimeoutMs });
  return last;
}

/** Returns a button of the composer. */
export const composing = (page: Page, name: string): Locator =>
  page.getByRole('form', { name: chatText.composer.label }).getByRole('button', { name, exact: true });

/** Returns the hint that a tool call needs a decision. Its shortcut depends on the platform. */
export const pendingCallHint = (page: Page): Locator => page.getByText(chatText.blocked.pendingCall('').split('(')[0] ?? '');

/** Sends a message and waits for its answer. */
export async function ask(page: Page, text: string): Promise<Locator> {
  await send(page, text);
  await expect(messagesOf(page, chatText.message.you).last()).toContainText(text.slice(0, 40).trim());
  return waitForAnswer(page);
}

/** Asks a model that reasons, and holds it for a second, because reasoning that arrives in one piece has no duration. */
export async function askToThink(page: Page, { demo }: TestService, text: string): Promise<Locator> {
  const continueAnswer = demo.fault({ kind: 'stall', after: 12, endpoint: 'chat', count: 'once' });
  await send(page, text);
  await expect(lastMessage(page).locator('summary .elapsed')).toHaveText(/[1-9]/);
  continueAnswer();
  return waitForAnswer(page);
}

/** Starts a new conversation by its shortcut, which differs in a browser because that reserves Ctrl+N. */
export async function startConversation(page: Page): Promise<void> {
  const isInBrowser = await page.evaluate(() => document.body.dataset['shell'] === 'browser');
  await page.keyboard.press(isInBrowser ? 'ControlOrMeta+Alt+n' : 'ControlOrMeta+n');
}

/** Opens the model picker by its shortcut, and waits until it lists the models. */
export async function openModelPicker(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(page.getByRole('combobox', { name: sharedText.modelPicker.search })).toBeFocused();
}

/** Chooses a model in the model picker, by keyboard. */
export async function chooseModel(page: Page, id: string): Promise<void> {
  await openModelPicker(page);
  await page.keyboard.type(id);
  await expect(page.getByRole('listbox', { name: sharedText.modelPicker.models }).locator('[data-highlighted]')).toContainText(id);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: sharedText.modelPicker.models })).toHaveCount(0);
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label(id) })).toBeVisible();
}

/** Opens the conversation's parameters by keyboard. */
export async function openParameters(page: Page): Promise<Locator> {
  const panel = page.getByRole('complementary', { name: parametersText.label });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  if (!(await panel.isVisible())) await page.keyboard.press('ControlOrMeta+.');
  await expect(panel).toBeVisible();
  return panel;
}

/** Opens a button's menu and chooses an entry. */
export async function chooseFrom(page: Page, trigger: Locator, entry: string): Promise<void> {
  await trigger.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: entry }).click();
}
