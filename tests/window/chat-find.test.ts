import type { Page } from 'playwright/test';
import { ask, composer, conversation, messagesOf, startConversation } from '../support/window-chat.ts';
import { rows, searchHits } from '../support/window-history.ts';
import { expect, quick, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { markdownText } from '../../renderer/markdown/text.ts';

const filler = 'Water is wet. '.repeat(300);

async function openConversation(page: Page, title: string): Promise<void> {
  await rows(page, title).click();
  await expect(messagesOf(page, chatText.message.you)).toBeVisible();
}

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: chatText.find.label }).fill(text);
}

const status = (page: Page) => page.getByRole('search', { name: chatText.find.label }).getByRole('status');

/** Returns the texts highlighted under some names. */
function highlighted(page: Page, ...names: readonly string[]): Promise<readonly string[]> {
  return page.evaluate(
    (of) =>
      of.flatMap((name) =>
        [...(CSS.highlights.get(name) ?? [])].map(
          ({ startContainer, startOffset, endOffset }) => startContainer.textContent?.slice(startOffset, endOffset) ?? '',
        ),
      ),
    names,
  );
}

test('highlights no labels of buttons or code, only the text of messages', async ({ open }) => {
  const answer = 'Copy the text:\n\n```\none\n```\n\n```js\ntwo\n```\n\n```python\nthree\n```';
  const { page } = await open({ conversations: [{ title: 'Code', turns: [['A question', answer]] }] });
  await openConversation(page, 'Code');
  await expect(conversation(page).getByText('three')).toBeVisible();
  for (const [text, matches] of [
    [markdownText.copy, ['Copy']],
    [markdownText.codeWithoutLanguage, ['text']],
    ['JavaScript', []],
    ['python', ['Python']], // written after the fence
  ] as const) {
    await find(page, text);
    await expect(status(page)).toHaveText(matches.length === 0 ? chatText.find.none : chatText.find.position(1, matches.length));
    await expect.poll(() => highlighted(page, 'find', 'find-current')).toEqual(matches);
  }
});

test('unfolds a message for a match that is also in the label of its button', quick, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Long', turns: [[`${filler}Only here: ${chatText.message.showAll}.`, 'Yes.']] }],
  });
  await openConversation(page, 'Long');
  const question = messagesOf(page, chatText.message.you).first();
  await expect(question).not.toContainText('Only here');
  await find(page, chatText.message.showAll);
  await expect(question).toContainText('Only here');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: chatText.message.showLess }).click();

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
  await page.keyboard.insertText(chatText.message.showAll);
  await searchHits(page).click();
  await expect(question).toContainText('Only here');
});

test('lets the user collapse a message while its match is shown, and unfolds it for the next', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'Long', turns: [[`${filler}Only here: zebra and zebra.`, 'Yes.']] }] });
  await openConversation(page, 'Long');
  const question = messagesOf(page, chatText.message.you).first();
  await find(page, 'zebra');
  for (const position of [1, 2]) {
    await expect(status(page)).toHaveText(chatText.find.position(position, 2));
    await expect(question).toContainText('zebra');
    await question.getByRole('button', { name: chatText.message.showLess }).click();
    await expect(question.getByRole('button', { name: chatText.message.showAll })).toBeVisible();
    await expect(question).not.toContainText('zebra');
    await page.getByRole('textbox', { name: chatText.find.label }).press('Enter');
  }
  await expect(question).toContainText('zebra');
});

// catches a window that is replaced by an error, because a call takes no more than about 120,000 arguments
test('finds a letter that occurs very often', async ({ open }) => {
  const count = 150_000;
  const { page } = await open({ conversations: [{ title: 'Long', turns: [['z '.repeat(count), 'Yes.']] }] });
  await openConversation(page, 'Long');
  await find(page, 'z');
  await expect(status(page)).toHaveText(chatText.find.position(1, count));
  await expect.poll(() => highlighted(page, 'find-current')).toEqual(['z']);
  await expect.poll(async () => (await highlighted(page, 'find')).length).toBe(999); // the others would take seconds to paint
  await expect(conversation(page)).toBeVisible();
});

test('closes when another conversation is shown (catches a field that takes the focus from the composer)', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'Tides', turns: [['A question', 'An answer']] }] });
  await openConversation(page, 'Tides');
  await find(page, 'answer');
  await expect(status(page)).toHaveText(chatText.find.position(1, 1));
  await startConversation(page);
  await ask(page, 'Say: hello');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('search', { name: chatText.find.label })).toHaveCount(0);
});
