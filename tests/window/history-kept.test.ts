import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { seedConversations } from '../support/seed-conversations.ts';
import { ask, composer, composing, conversation, startConversation } from '../support/window-chat.ts';
import { searchHits, rows } from '../support/window-history.ts';
import { expect, expectAccessible, goTo, reload, test } from '../support/window.ts';

test('a history of a newer Causeway is read and searched, and says why nothing is added to it', async ({ open, profile }) => {
  await seedConversations(profile, [{ title: 'From the future', turns: [['Where?', 'In the harbour.']] }]);
  const search = (page: Page) => page.getByRole('textbox', { name: 'Search all conversations' });
  const before = await open();
  await search(before.page).fill('arbou');
  await expect(searchHits(before.page)).toHaveText([/harbour/]); // words are found once they are read
  await before.close();
  const database = new DatabaseSync(path.join(profile, 'history.db'));
  database.exec('PRAGMA user_version = 9999');
  database.close();
  const window = await open();
  const { page } = window;
  await expect(page.getByText('The history was written by a newer Causeway.')).toBeVisible();
  await rows(page, 'From the future').click();
  await expect(conversation(page)).toContainText('In the harbour.');
  await expectAccessible(window, 'a history that is only read');
  await composer(page).fill('And then?');
  await composing(page, 'Send').click();
  await expect(page.getByText(/Update Causeway to go on with it\.$/)).toBeVisible();
  await expect(composer(page)).toHaveValue('And then?'); // what was written stays
  await search(page).fill('arbou');
  await expect(searchHits(page)).toHaveText([/harbour/]);
});

test('a new conversation is named by the model, or by its first words where one likes that better', async ({ window }) => {
  const { page } = window;
  const question = 'Please explain to me in some detail how the tides move under the old stone causeway in winter';
  await ask(page, question);
  await expect(rows(page)).toHaveText([/^Please explain to me in some\d/]); // what follows is the time
  await goTo(page, 'Settings');
  const names = page.getByRole('switch', { name: 'Let the model name new conversations' });
  await names.press('Space');
  await expect(names).not.toBeChecked();
  await goTo(page, 'Chat');
  await startConversation(page);
  await ask(page, question);
  await reload(page);
  await expect(rows(page)).toHaveText([/^Please explain to me in some detail how the tides move…/, /^Please explain to me in some\d/]);
});
