import { keep } from '../support/kept-conversations.ts';
import { conversation } from '../support/window-chat.ts';
import { conversationList, rows, shelf, undo, unfoldShelves } from '../support/window-history.ts';
import { expect, expectAccessible, test } from '../support/window.ts';

test('a conversation is renamed where it stands, pinned, archived, and brought back', async ({ window }) => {
  const { core, page } = window;
  await keep(core, [{ title: 'First of all' }, { title: 'Second to none' }]);
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
  await unfoldShelves(page);
  await shelf(page, 'Archive').click();
  await expect(rows(page)).toContainText('A better name');
  await undo(page, '“A better name” archived');
  await expect(page.getByText('The archive is empty')).toBeVisible();
  await expectAccessible(window, 'the archive');
});

test('several are marked and thrown away by keyboard, come back by Undo, and go for good with the trash', async ({ window }) => {
  const { core, page } = window;
  await keep(
    core,
    ['Four', 'Three', 'Two', 'One'].map((title) => ({ title })),
  );
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

  await unfoldShelves(page);
  await shelf(page, 'Trash').click();
  await rows(page, 'One').click();
  await expect(page.getByText('Can’t send: this conversation is in the trash.')).toBeVisible();
  await page.getByRole('button', { name: 'Empty the trash…' }).click();
  await expectAccessible(window, 'before the trash is emptied');
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New conversation');
});
