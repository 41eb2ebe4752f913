import { connectTo } from '../support/test-service.ts';
import { waitForAnswer, ask, askToThink, chooseModel, composer, composing, lastMessage, messagesOf, send } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { expect, expectAccessible, quick, readSettings, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { markdownText } from '../../renderer/markdown/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { formatRate } from '../../renderer/shared/format.ts';
import { anyNumbers } from '../support/text-pattern.ts';

test('grows the composer with its lines up to a limit, and inserts a line break with the other send key', async ({ window }) => {
  const { core, page } = window;
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await expect(composing(page, chatText.send)).toBeDisabled();
  await expect(page.locator('#send-reason')).toBeEmpty(); // an empty field explains itself
  const height = () => composer(page).evaluate(({ clientHeight }) => clientHeight);
  const small = await height();
  await page.keyboard.type('Say: one');
  for (let line = 0; line < 6; line += 1) {
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('more');
  }
  await expect(composer(page)).toHaveValue(/^Say: one(?:\nmore){6}$/);
  await expect.poll(height).toBeGreaterThan(small + 60);
  await page.keyboard.insertText('\nand on'.repeat(200));
  expect(await height()).toBeLessThan(400); // at most half of the window
  await expectAccessible(window, 'a long message');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('Say: by Enter');
  await page.keyboard.press('Enter');
  await expect(await waitForAnswer(page)).toContainText('by Enter');

  const { chat } = await readSettings(window);
  await core.call('settings.change', { theme: 'dark', chat: { ...chat, sendsWith: 'mod-enter' } });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark'); // both changes have arrived
  await composer(page).focus();
  await page.keyboard.type('Say: two');
  await page.keyboard.press('Enter');
  await page.keyboard.type('lines');
  await expect(composer(page)).toHaveValue('Say: two\nlines');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(messagesOf(page, chatText.message.you).last()).toContainText('lines');
  await waitForAnswer(page);
});

test('opens reasoning while it streams if the setting says so, and collapses it when the answer begins', async ({ window, service }) => {
  const { core, page } = window;
  const { chat } = await readSettings(window);
  await core.call('settings.change', { chat: { ...chat, opensThinking: true } });
  await connectTo(core, service, { hasInstance: false });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await chooseModel(page, 'alpha-R1');
  service.demo.fault({ kind: 'stall', after: 12, endpoint: 'chat', count: 'once' });
  await send(page, 'Think 300 words, then say: done');
  const thinking = lastMessage(page).locator('details');
  await expect(thinking).toHaveAttribute('open');
  await expect(thinking.locator('summary')).toContainText(chatText.answer.reasoning);
  await expect(thinking.locator('.thinking-text')).not.toBeEmpty();
  await expectAccessible(window, 'while a model thinks');
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await waitForAnswer(page);
  await askToThink(page, service, 'Think 30 words, then say: done');
  await expect(thinking.locator('summary')).toContainText(chatText.answer.reasonedFor(''));
  await expect(thinking).not.toHaveAttribute('open');
});

test('highlights code behind a block that would take minutes (catches a worker without a time limit)', async ({ open }) => {
  const answer = `\`\`\`ini\n${'a'.repeat(120_000)}\n\`\`\`\n\n\`\`\`ts\nconst a = 1;\n\`\`\``;
  const { page } = await open({ conversations: [{ title: 'Two blocks', turns: [['Show me', answer]] }] });
  await rows(page, 'Two blocks').click();
  await expect(lastMessage(page).locator('.hl-keyword')).toHaveText('const');
});

test('copies an answer, its code and a message as written, without highlighting', quick, async ({ window }) => {
  const { page, clipboard } = window;
  const written = 'Use **this** in a program of your own, today:\n\n```python\ndef f(x):\n    return x  # "same"\n```';
  const answer = await ask(page, `Say: ${written}`);
  await expect(answer.locator('.hl-keyword').first()).toHaveText('def');
  await answer.hover();
  await answer.getByRole('button', { name: chatText.answer.copy }).click();
  await expect.poll(async () => (await clipboard()).trim()).toBe(written);
  await answer.getByRole('button', { name: markdownText.copy, exact: true }).press('Enter');
  await expect.poll(clipboard).toBe('def f(x):\n    return x  # "same"\n');
  const mine = messagesOf(page, chatText.message.you);
  await mine.hover();
  await mine.getByRole('button', { name: chatText.message.copy }).click();
  await expect.poll(clipboard).toBe(`Say: ${written}`);
});

test('retries a failed question with one key, and shows the model’s speed in the model picker', async ({ window, page, cloud }) => {
  cloud.demo.fault({ kind: 'status', status: 500, endpoint: 'chat', count: 'once' });
  await send(page, 'Say: at the second try');
  const failed = await waitForAnswer(page);
  await expect(failed).toContainText(chatText.answer.noAnswer);
  await expectAccessible(window, 'no answer');
  await failed.getByRole('button', { name: chatText.tryAgain }).press('Enter');
  await expect(lastMessage(page)).toContainText('at the second try');
  const answer = await waitForAnswer(page);
  await expect(answer.getByRole('group', { name: chatText.message.versions })).toContainText(chatText.message.version(2, 2));
  await expect(answer.getByRole('list', { name: chatText.answer.details })).toContainText(
    new RegExp(
      [
        anyNumbers(formatRate(20)),
        anyNumbers(chatText.answer.stats.promptTokens(20)),
        anyNumbers(chatText.answer.stats.completionTokens(20)),
        chatText.answer.finishes.stop,
      ].join('.*'),
      's',
    ),
  );

  await ask(page, `Say: ${'words to measure by '.repeat(40)}`);
  await page.keyboard.press('ControlOrMeta+Shift+m');
  const models = page.getByRole('listbox', { name: sharedText.modelPicker.models });
  await expect(models.getByRole('option', { name: /beta-4-scout/ })).toContainText(new RegExp(anyNumbers(formatRate(20))));
});
