import type { Page } from 'playwright/test';
import { ask, startConversation } from '../support/window-chat.ts';
import { conversationList, rows, folderOption, folderList, hoverToast, undo } from '../support/window-history.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { both, expect, expectAccessible, quick, readSettings, reload, test } from '../support/window.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

test('creates a folder, fills it by mouse, counts, renames and removes it, and keeps its conversations', quick, async ({ open }) => {
  const window = await open({ conversations: [{ title: 'Methods' }, { title: 'Reviewer two' }, { title: 'Groceries' }] });
  const { page } = window;
  await page.getByRole('button', { name: conversationsText.folders.create }).click();
  await expect(page.getByRole('dialog', { name: conversationsText.folders.create }).getByRole('textbox')).toBeFocused();
  await expectAccessible(window, 'a new folder');
  await page.keyboard.type('Paper');
  await page.keyboard.press('Enter');
  await expect(folderOption(page, 'Paper')).toContainText('0');

  await rows(page, 'Methods').dragTo(folderOption(page, 'Paper'));
  await expect(folderOption(page, 'Paper')).toContainText('1');
  // Dragging one selected conversation moves all selected ones.
  await rows(page, 'Methods').click({ modifiers: ['ControlOrMeta'] });
  await rows(page, 'Reviewer').click({ modifiers: ['ControlOrMeta'] });
  await rows(page, 'Reviewer').dragTo(folderOption(page, 'Paper'));
  await expect(folderOption(page, 'Paper')).toContainText('2');
  await folderOption(page, 'Paper').click();
  await expect(rows(page)).toHaveText([/Reviewer two/, /Methods/]);
  await folderOption(page, conversationsText.folders.none).click();
  await expect(rows(page)).toHaveText([/Groceries/]);
  await expectAccessible(window, 'folders');

  const paper = folderOption(page, 'Paper');
  await paper.click();
  await folderList(page).focus();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: conversationsText.folders.renameField('Paper') });
  await expect(field).toBeFocused();
  await expectAccessible(window, 'renaming a folder');
  await page.keyboard.press('Escape');
  await expect(folderList(page)).toBeFocused();
  await page.getByRole('button', { name: conversationsText.folders.menu('Paper') }).press('Enter');
  await page.getByRole('menuitem', { name: conversationsText.folders.rename }).press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.type('Paper of 2026');
  await page.keyboard.press('Enter');
  await expect(folderOption(page, 'Paper of 2026')).toContainText('2');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: conversationsText.folders.menu('Paper of 2026') }).click();
  await page.getByRole('menuitem', { name: conversationsText.folders.remove }).click();
  const deleted = conversationsText.toasts.folderDeleted('Paper of 2026', 2);
  await hoverToast(page, deleted);
  await expect(rows(page)).toHaveCount(3);
  await undo(page, deleted);
  await expect(folderOption(page, 'Paper of 2026')).toContainText('2');
});

test('opens a context menu on folders only (catches an empty menu on “All conversations”, “Archive” and “Trash”)', async ({ open }) => {
  const { page } = await open({ conversations: [{ title: 'Methods', change: { folder: 'Paper' } }] });
  for (const name of [conversationsText.folders.all, conversationsText.folders.archive, conversationsText.folders.trash]) {
    // a menu that opens stops the event
    const unhandled = page.evaluate(() => new Promise((resolve) => addEventListener('contextmenu', resolve, { once: true })));
    await folderOption(page, name).click({ button: 'right' });
    await unhandled;
  }
  await expect(page.getByRole('menu')).toHaveCount(0);
  await folderOption(page, 'Paper').click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveCount(2);
});

test('moves conversations into and out of folders by keyboard, and collapses the folders', async ({ open }) => {
  const window = await open({ conversations: [{ title: 'Two' }, { title: 'One' }] });
  const { page } = window;
  await window.core.call('history.putFolder', { name: 'Lab', replaces: null });
  await expect(rows(page)).toHaveCount(2);
  await reload(page);
  await expect(rows(page)).toHaveCount(2);
  await conversationList(page).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('F8');
  await expect(page.getByRole('dialog', { name: conversationsText.move.title(conversationsText.count(2)) })).toBeVisible();
  await expect(page.getByRole('textbox', { name: conversationsText.move.field })).toBeFocused();
  await expectAccessible(window, 'moving');
  await page.keyboard.type('la');
  await expect(page.getByRole('listbox', { name: conversationsText.move.targets }).getByRole('option')).toHaveText([
    /Lab/,
    conversationsText.folders.createNamed('la'),
  ]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: conversationsText.move.title(conversationsText.count(2)) })).toHaveCount(0);
  await expect(folderOption(page, 'Lab')).toContainText('2');

  await conversationList(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('F8');
  await expect(page.getByRole('textbox', { name: conversationsText.move.field })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: conversationsText.folders.none }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  const removed = conversationsText.toasts.removedFromFolder(conversationsText.quoted('One'));
  await hoverToast(page, removed);
  await expect(folderOption(page, 'Lab')).toContainText('1');
  await undo(page, removed);
  await expect(folderOption(page, 'Lab')).toContainText('2');

  // A new conversation belongs to the shown folder.
  await folderOption(page, 'Lab').click();
  await startConversation(page);
  await ask(page, 'Say: in the lab');
  await expect(rows(page)).toHaveCount(3);
  await expect(folderOption(page, 'Lab')).toContainText('3');

  await page.getByRole('button', { name: conversationsText.folders.label, exact: true }).click();
  await expect(page.getByRole('listbox', { name: conversationsText.folders.label })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lab', exact: true })).toBeVisible();
});

test(
  'keeps the folders collapsed after a restart, and still renames the current one',
  both('the program is started again'),
  async ({ open }) => {
    const first = await open({ conversations: [{ title: 'One', change: { folder: 'Lab' } }] });
    const fold = (page: Page) => page.getByRole('region', { name: conversationsText.folders.label }).getByRole('button').first();
    await expect(fold(first.page)).toHaveAttribute('aria-expanded', 'true'); // expanded by default if there are folders
    await fold(first.page).press('Enter');
    await expect(fold(first.page)).toHaveAttribute('aria-expanded', 'false');
    await expect.poll(async () => (await readSettings(first)).sidebar.areFoldersOpen).toBe(false);
    const { width } = (await readSettings(first)).sidebar;
    await first.page.getByRole('separator', { name: layoutText.sidebar.width }).press('ArrowRight');
    await expect.poll(async () => (await readSettings(first)).sidebar).toMatchObject({ areFoldersOpen: false, width: width + 16 });
    await first.close();

    const { page } = await open();
    await expect(rows(page)).toHaveCount(1);
    await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
    await fold(page).press('Enter');
    await folderOption(page, 'Lab').click();
    await fold(page).press('Enter');
    await expect(page.getByRole('button', { name: 'Lab', exact: true })).toBeVisible();
    await page.getByRole('button', { name: conversationsText.folders.menu('Lab') }).press('Enter');
    await page.getByRole('menuitem', { name: conversationsText.folders.rename }).press('Enter');
    await expect(page.getByRole('textbox', { name: conversationsText.folders.renameField('Lab') })).toBeFocused();
    await page.keyboard.type('Laboratory');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Laboratory', exact: true })).toBeFocused();
    await expect(rows(page)).toHaveCount(1);
  },
);

test('creates a folder once, and leaves a dialog open that was opened since', slowBridge, async ({ open }) => {
  const { page } = await open({ prepare: (opened) => holdReplies(opened, 'history.putFolder') });
  const create = page.getByRole('button', { name: conversationsText.folders.create });
  const dialog = page.getByRole('dialog', { name: conversationsText.folders.create });
  const name = dialog.getByRole('textbox');
  await create.click();
  await name.fill('Paper');
  await name.press('Enter');
  await expect(dialog.getByRole('button', { name: conversationsText.folders.createSubmit })).toBeDisabled();
  await name.press('Enter'); // catches a failure that the name is taken
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(dialog).toHaveCount(0);
  await create.click();
  await name.fill('Thesis');
  await releaseReplies(page);
  await expect(page.getByText('Paper', { exact: true })).toBeVisible(); // behind the dialog
  await expect(name).toHaveValue('Thesis');
  await name.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(folderOption(page, 'Thesis')).toHaveCount(1);
});

test('keeps a dialog and a selection that are newer than a slow move', slowBridge, async ({ open }) => {
  const { page } = await open({
    conversations: [{ title: 'Three' }, { title: 'Two' }, { title: 'One' }],
    prepare: (opened) => holdReplies(opened, 'history.move'),
  });
  const field = page.getByRole('textbox', { name: conversationsText.move.field });
  await rows(page, 'One').click();
  await conversationList(page).focus();
  await page.keyboard.press('F8');
  await field.fill('Lab');
  await field.press('Enter');
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(rows(page, 'One')).toContainText('Lab');
  await rows(page, 'Two').click({ modifiers: ['ControlOrMeta'] });
  await rows(page, 'Three').click({ modifiers: ['ControlOrMeta'] });
  await conversationList(page).focus();
  await page.keyboard.press('F8');
  await expect(field).toBeFocused();
  await releaseReplies(page);
  await expect(page.getByText(conversationsText.toasts.moved(conversationsText.quoted('One'), 'Lab'))).toBeVisible();
  await expect(page.getByRole('dialog', { name: conversationsText.move.title(conversationsText.count(2)) })).toBeVisible();
  await field.fill('Lab');
  await field.press('Enter');
  await expect(folderOption(page, 'Lab')).toContainText('3');
});
