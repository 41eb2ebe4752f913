import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright/test';
import { seedConversations } from '../support/seed-conversations.ts';
import { ask, composer, composing, conversation, startConversation } from '../support/window-chat.ts';
import {
  conversationList,
  searchHits,
  rows,
  folderList,
  folderOption,
  hoverToast,
  undo,
  expandFolders,
} from '../support/window-history.ts';
import { expect, expectAccessible, goTo, quick, reload, test } from '../support/window.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { settingsText } from '../../renderer/settings/text.ts';

test('renames a conversation in place, pins, archives and restores it', quick, async ({ open }) => {
  const window = await open({ conversations: [{ title: 'First of all' }, { title: 'Second to none' }] });
  const { page } = window;
  await rows(page, 'First').click();
  await expect(conversation(page)).toContainText('An answer');
  await conversationList(page).focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: conversationsText.row.rename('First of all') });
  await expect(field).toBeFocused();
  await expectAccessible(window, 'renaming');
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(conversationList(page)).toBeFocused();
  await page.keyboard.press('F2');
  await expect(field).toBeFocused();
  await page.keyboard.type('A better name');
  await page.keyboard.press('Enter');
  await expect(rows(page, 'A better name')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better name');

  const menu = page.getByRole('button', { name: conversationsText.menu.label });
  await menu.click();
  await page.getByRole('menuitem', { name: conversationsText.menu.pin, exact: true }).click();
  await expect(rows(page).first()).toHaveAccessibleName(new RegExp(`${conversationsText.row.pinned}\\s*A better name`));
  await expandFolders(page);
  await menu.click();
  await page.getByRole('menuitem', { name: conversationsText.menu.archive }).click();
  const archived = conversationsText.toasts.archived(conversationsText.quoted('A better name'));
  await hoverToast(page, archived);
  await expect(rows(page)).toHaveCount(1);
  await folderList(page).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(folderOption(page, conversationsText.folders.archive)).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page)).toContainText('A better name');
  await undo(page, archived);
  await expect(page.getByText(conversationsText.empty.archived.title)).toBeVisible();
  await expectAccessible(window, 'the archive');
});

test('edits a title in place from each menu, by keyboard alone', async ({ open }) => {
  const window = await open({ conversations: [{ title: 'First of all' }, { title: 'Second to none' }] });
  const { page } = window;
  const field = (title: string) => page.getByRole('textbox', { name: conversationsText.row.rename(title) });
  const heading = page.getByRole('heading', { level: 1 });
  await rows(page, 'First').click();
  await expect(heading).toHaveText('First of all');
  await conversationList(page).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: conversationsText.menu.rename }).press('Enter');
  await expect(field('First of all')).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(field('First of all')).toBeFocused(); // the menu doesn't take the focus back
  const row = await rows(page, 'First').boundingBox();
  const place = await field('First of all').boundingBox();
  expect(Math.abs((place?.y ?? 0) + (place?.height ?? 0) / 2 - (row?.y ?? 0) - (row?.height ?? 0) / 2)).toBeLessThan(3);
  await page.keyboard.type('From the list');
  await page.keyboard.press('Enter');
  await expect(conversationList(page)).toBeFocused();
  await expect(heading).toHaveText('From the list');

  const menu = page.getByRole('button', { name: conversationsText.menu.label });
  const renameByMenu = async () => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: conversationsText.menu.rename }).press('Enter');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await renameByMenu();
  await expect(field('From the list')).toBeFocused();
  await expectAccessible(window, 'renaming in the heading');
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expect(heading).toHaveText('From the list');
  await renameByMenu();
  await expect(field('From the list')).toBeFocused();
  await page.keyboard.type('From the heading');
  await page.keyboard.press('Tab'); // losing focus saves it
  await expect(heading).toHaveText('From the heading');
  await expect(rows(page, 'From the heading')).toBeVisible();
  await expect(field('From the list')).toHaveCount(0);
});

test('leaves the keys of an input method to it (catches a word in Japanese that ends renaming or clears the search)', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'First of all' }] });
  await rows(page, 'First').click();
  await conversationList(page).focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: conversationsText.row.rename('First of all') });
  await expect(field).toBeFocused();
  await page.keyboard.type('東京');
  for (const key of ['Enter', 'Escape']) await field.dispatchEvent('keydown', { key, isComposing: true });
  await page.keyboard.press('Enter');
  await expect(rows(page, '東京')).toBeVisible();

  const search = page.getByRole('textbox', { name: conversationsText.search.label });
  await search.fill('東京');
  for (const key of ['Escape', 'ArrowDown']) await search.dispatchEvent('keydown', { key, isComposing: true });
  await expect(searchHits(page)).toHaveCount(1);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('東京');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
});

test('applies keys to the open conversation after another one was opened', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'First of all', change: { folder: 'Lab' } }, { title: 'Second to none' }] });
  await rows(page, 'First').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First of all');
  await startConversation(page);
  await ask(page, 'Say: third');
  await conversationList(page).focus();
  await page.keyboard.press('F8');
  const dialog = page.getByRole('dialog', {
    name: new RegExp(`^${conversationsText.move.title(conversationsText.quoted('.*third.*'))}$`, 'i'),
  });
  await expect(dialog).toBeVisible(); // the dialog names it
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(conversationList(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText([/Second to none/, /First of all/]);
});

test(
  'selects and trashes several conversations by keyboard, restores them with Undo, and purges them with the trash',
  quick,
  async ({ open }) => {
    const window = await open({ conversations: ['Four', 'Three', 'Two', 'One'].map((title) => ({ title })) });
    const { page } = window;
    await expect(rows(page)).toHaveCount(4);
    await conversationList(page).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(page.getByRole('region', { name: conversationsText.selection.label })).toContainText(conversationsText.selection.count(2));
    await expect(rows(page, 'Two')).toHaveAccessibleName(new RegExp(`^${conversationsText.row.selected}\\s*Two`));
    await expectAccessible(window, 'selected conversations');
    await page.keyboard.press('Delete');
    const trashed = conversationsText.toasts.trashed(conversationsText.count(2));
    await hoverToast(page, trashed);
    await expect(rows(page)).toHaveText([/Three/, /Four/]);
    await undo(page, trashed);
    await expect(rows(page)).toHaveCount(4);

    // When a row disappears, the next one is selected, so each takes one key.
    await conversationList(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect(rows(page)).toHaveCount(3);
    await page.keyboard.press('Delete');
    await expect(rows(page)).toHaveText([/Three/, /Four/]);

    await expandFolders(page);
    await folderOption(page, conversationsText.folders.trash).click();
    await rows(page, 'One').click();
    await expect(page.getByText(chatText.blocked.trashed)).toBeVisible();
    await page.getByRole('button', { name: conversationsText.trash.empty }).click();
    await expectAccessible(window, 'before the trash is emptied');
    await page.getByRole('button', { name: conversationsText.trash.deletePermanently }).click();
    await expect(page.getByText(conversationsText.empty.trash.title)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(chatText.newConversation);
  },
);

test('focuses the list when a row is pressed, and marks the row that keys apply to', async ({ open }) => {
  const { page } = await open({ conversations: ['Four', 'Three', 'Two', 'One'].map((title) => ({ title })) });
  await expect(rows(page)).toHaveText([/One/, /Two/, /Three/, /Four/]);
  await rows(page, 'One').click({ modifiers: ['ControlOrMeta'] });
  await expect(conversationList(page)).toBeFocused();
  await page.keyboard.press('Escape'); // clears the selection
  await page.keyboard.press('ArrowDown');
  await expect(rows(page, 'Two')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText([/One/, /Three/, /Four/]);
  await expect(conversationList(page)).toBeFocused();
  await expect(rows(page, 'Three')).toHaveCSS('outline-style', 'solid');

  // The menu is that of the row under the pointer, and its keys those of the same row.
  await rows(page, 'Four').click({ button: 'right' });
  await page.getByRole('menuitem', { name: conversationsText.menu.rename }).click();
  await expect(page.getByRole('textbox', { name: conversationsText.row.rename('Four') })).toBeFocused();
});

test('shows and searches the history of a newer Causeway, and says why it is read-only', async ({ open, profile }) => {
  await seedConversations(profile, [{ title: 'From the future', turns: [['Where?', 'In the harbour.']] }]);
  const search = (page: Page) => page.getByRole('textbox', { name: conversationsText.search.label });
  const before = await open();
  await search(before.page).fill('arbou');
  await expect(searchHits(before.page)).toHaveText([/harbour/]); // the text is searchable once it is indexed
  await before.close();
  const database = new DatabaseSync(path.join(profile, 'history.db'));
  database.exec('PRAGMA user_version = 9999');
  database.close();
  const window = await open();
  const { page } = window;
  await expect(page.getByText(describeFailure(failure('database-newer', { database: 'history', file: '' })).message)).toBeVisible();
  await rows(page, 'From the future').click();
  await expect(conversation(page)).toContainText('In the harbour.');
  await expectAccessible(window, 'a history that is only read');
  await composer(page).fill('And then?');
  await composing(page, chatText.send).click();
  await expect(page.getByText(describeFailure(failure('database-read-only', { database: 'history' })).message)).toBeVisible();
  await expect(composer(page)).toHaveValue('And then?'); // typed text stays
  await search(page).fill('arbou');
  await expect(searchHits(page)).toHaveText([/harbour/]);
});

test('names a new conversation by the model, or by its first words if the setting says so', async ({ page }) => {
  const question = 'Please explain to me in some detail how the tides move under the old stone causeway in winter';
  await ask(page, question);
  const names = rows(page).locator('.list-row-name');
  await expect(names).toHaveText(['Please explain to me in some']);
  await goTo(page, 'Settings');
  const byModel = page.getByRole('switch', { name: settingsText.chat.titles.label });
  await byModel.press('Space');
  await expect(byModel).not.toBeChecked();
  await goTo(page, 'Chat');
  await startConversation(page);
  await ask(page, question);
  await reload(page);
  await expect(names).toHaveText(['Please explain to me in some detail how the tides move…', 'Please explain to me in some']);
});
