import { seedConversations } from '../support/seed-conversations.ts';
import { ask, conversation, startConversation } from '../support/window-chat.ts';
import { conversationList, rows, folderOption, undo, expandFolders } from '../support/window-history.ts';
import { expect, expectAccessible, test } from '../support/window.ts';

test('a conversation is renamed where it stands, pinned, archived, and brought back', async ({ open, profile }) => {
  await seedConversations(profile, [{ title: 'First of all' }, { title: 'Second to none' }]);
  const window = await open();
  const { page } = window;
  await rows(page, 'First').click();
  await expect(conversation(page)).toContainText('An answer');
  await conversationList(page).focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'New title of “First of all”' });
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

  const menu = page.getByRole('button', { name: 'This conversation' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(rows(page).first()).toHaveAccessibleName(/Pinned\s*A better name/);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expandFolders(page);
  await folderOption(page, 'Archive').click();
  await expect(rows(page)).toContainText('A better name');
  await undo(page, '“A better name” archived');
  await expect(page.getByText('The archive is empty')).toBeVisible();
  await expectAccessible(window, 'the archive');
});

test('from each menu a title is edited where it stands, by keyboard alone', async ({ open, profile }) => {
  await seedConversations(profile, [{ title: 'First of all' }, { title: 'Second to none' }]);
  const window = await open();
  const { page } = window;
  const field = (title: string) => page.getByRole('textbox', { name: `New title of “${title}”` });
  const heading = page.getByRole('heading', { level: 1 });
  await rows(page, 'First').click();
  await expect(heading).toHaveText('First of all');
  await conversationList(page).focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  await expect(field('First of all')).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(field('First of all')).toBeFocused(); // the menu does not take it back
  const row = await rows(page, 'First').boundingBox();
  const place = await field('First of all').boundingBox();
  expect(Math.abs((place?.y ?? 0) + (place?.height ?? 0) / 2 - (row?.y ?? 0) - (row?.height ?? 0) / 2)).toBeLessThan(3);
  await page.keyboard.type('From the list');
  await page.keyboard.press('Enter');
  await expect(conversationList(page)).toBeFocused();
  await expect(heading).toHaveText('From the list');

  const menu = page.getByRole('button', { name: 'This conversation' });
  const renameByMenu = async () => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
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
  await page.keyboard.press('Tab'); // leaving keeps it
  await expect(heading).toHaveText('From the heading');
  await expect(rows(page, 'From the heading')).toBeVisible();
  await expect(field('From the list')).toHaveCount(0);
});

test('keys are about the conversation that is open, once another one is', async ({ open, profile }) => {
  await seedConversations(profile, [{ title: 'First of all', change: { folder: 'Lab' } }, { title: 'Second to none' }]);
  const { page } = await open();
  await rows(page, 'First').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First of all');
  await startConversation(page);
  await ask(page, 'Say: third');
  await conversationList(page).focus();
  await page.keyboard.press('F8');
  const dialog = page.getByRole('dialog', { name: /^Move “.*third.*”$/i });
  await expect(dialog).toBeVisible(); // which one is said, too
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(conversationList(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText([/Second to none/, /First of all/]);
});

test('several are marked and thrown away by keyboard, come back by Undo, and go for good with the trash', async ({ open, profile }) => {
  await seedConversations(
    profile,
    ['Four', 'Three', 'Two', 'One'].map((title) => ({ title })),
  );
  const window = await open();
  const { page } = window;
  await expect(rows(page)).toHaveCount(4);
  await conversationList(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByRole('region', { name: 'Marked conversations' })).toContainText('2 marked');
  await expect(rows(page, 'Two')).toHaveAccessibleName(/^Marked\s*Two/);
  await expectAccessible(window, 'marked conversations');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText([/Three/, /Four/]);
  await undo(page, '2 conversations moved to the trash');
  await expect(rows(page)).toHaveCount(4);

  // A line that goes leaves its place to the next one: each is one key.
  await conversationList(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveText([/Three/, /Four/]);

  await expandFolders(page);
  await folderOption(page, 'Trash').click();
  await rows(page, 'One').click();
  await expect(page.getByText('Can’t send: this conversation is in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the trash…' }).click();
  await expectAccessible(window, 'before the trash is emptied');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New conversation');
});
