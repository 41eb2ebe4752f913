import { expect, type Page } from 'playwright/test';
import type { StoredAnswer, StoredMessage } from '../../electron/contract/history.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { composer, composing, lastMessage, messagesOf } from '../support/window-chat.ts';
import { patienceMs, type Rig } from './rig.ts';

/** Returns the text of an answer or a question as it is stored. */
export const textOf = (message: StoredMessage): string =>
  message.role === 'assistant' ? message.answer.parts.map((part) => ('text' in part ? part.text : '')).join('') : message.text;

/** Types a message and sends it as soon as the window allows it. */
export async function ask(page: Page, text: string): Promise<void> {
  const asked = messagesOf(page, chatText.message.you);
  await expect(composer(page)).toHaveAttribute('aria-busy', 'false', { timeout: patienceMs });
  await composer(page).focus();
  await page.keyboard.insertText(text);
  await expect(page.getByRole('button', { name: chatText.send, exact: true })).toBeEnabled({ timeout: patienceMs });
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('', { timeout: patienceMs });
  await expect(asked.last()).toContainText(text.slice(0, 20), { timeout: patienceMs });
}

/** Waits until the window shows the end of the answer. */
export async function waitForEnd(page: Page): Promise<void> {
  await expect(lastMessage(page).getByRole('list', { name: chatText.answer.details })).toBeVisible({ timeout: patienceMs });
  await expect(composing(page, chatText.stop)).toBeHidden({ timeout: patienceMs });
}

/** Returns the shown conversation's last question and answer as they are stored. */
export async function readTurn({ core, page }: Rig) {
  const shown = page.locator('[role=option][aria-selected=true] [data-conversation]');
  const id = (await shown.getAttribute('data-conversation', { timeout: patienceMs })) ?? '';
  const { messages } = await core.call('history.open', { id, at: null, limit: 500 });
  const [question, answer] = messages.slice(-2);
  if (question?.role !== 'user' || answer?.role !== 'assistant') throw new Error('The question or its answer is lost.');
  return { question, answer };
}

/** Returns what is wrong with an answer that should have been these words, in the history or in the window. */
export async function findProblem(page: Page, answer: StoredAnswer, words: string): Promise<string | undefined> {
  const text = textOf(answer).trim();
  if (answer.state === 'running') return 'The history says that the answer is running.';
  if (!words.startsWith(text)) return `The answer has lost or foreign text: ${text}`;
  const isWhole = answer.state === 'complete' && answer.failure === null && answer.answer.finish === 'stop';
  if (isWhole && text !== words) return `The answer counts as complete without its end: ${text}`;
  const markdown = lastMessage(page).locator('.markdown');
  const shown = (await markdown.count()) === 0 ? '' : (await markdown.innerText()).trim();
  if (shown !== text) return `The window shows another text than the history has: ${shown}`;
  const { stopped, quit } = chatText.answer.endings;
  const ending = { stopped, interrupted: quit, failed: chatText.tryAgain, complete: '' }[answer.state];
  if (!(await lastMessage(page).innerText()).includes(ending)) return `The window doesn’t say how the answer ended: ${answer.state}.`;
  return undefined;
}
