import { expect, test } from '../support/app.ts';
import { send } from '../support/window-chat.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';

test('answers a new user’s first question in the demo, by keyboard alone', async ({ app: { page } }) => {
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await send(page, 'What is Causeway?');
  const conversation = page.getByRole('log', { name: chatText.list.label });
  await expect(conversation.getByRole('article', { name: chatText.message.you })).toContainText('What is Causeway?');
  await expect(conversation.getByRole('article').last()).toContainText('Causeway');
  await expect(page.getByRole('button', { name: chatText.stop })).toBeHidden();
  await expect(conversation.getByRole('article').last()).toContainText(sharedText.modes.proxy);
  await expect(page.getByRole('textbox', { name: chatText.composer.message })).toHaveValue('');
});

test('keeps the partial answer on Stop, and says so', async ({ app: { page } }) => {
  await expect(page.getByRole('contentinfo')).toContainText('Demo');
  await send(page, 'Write 5000 words');
  const answer = page.getByRole('log', { name: chatText.list.label }).getByRole('article').last();
  await expect(answer).toBeVisible();
  await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(40);
  await page.getByRole('button', { name: chatText.stop }).click();
  await expect(answer).toContainText(chatText.answer.endings.stopped);
  expect((await answer.innerText()).length).toBeGreaterThan(40);
});
