import type { Page } from 'playwright/test';
import { ask, conversation, messagesOf } from '../support/window-chat.ts';
import { expect, expectAccessible, test } from '../support/window.ts';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Conversations' }).getByRole('option');

async function showShelf(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name }).click();
}

test('search finds a word anywhere, by part of it, and opens at the message', async ({ window }) => {
  const { page } = window;
  await ask(page, 'Say: the albatross flies');
  await ask(page, 'Say: another thing');
  await page.keyboard.press('ControlOrMeta+n');
  await ask(page, 'Say: unrelated');
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await page.keyboard.type('batros');
  const found = page.getByRole('listbox', { name: 'Found' });
  await expect(found.getByRole('option').first()).toContainText('albatross');
  await expect(found.locator('mark').first()).toHaveText('batros');
  await expectAccessible(window, 'search');
  await found.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(conversation(page)).toContainText('albatross');
  await expect(messagesOf(page, 'You').first()).toBeInViewport();
});

test('a conversation is renamed, pinned, archived, thrown away and restored', async ({ window }) => {
  const { page } = window;
  await ask(page, 'Say: first of all');
  await page.keyboard.press('ControlOrMeta+n');
  await ask(page, 'Say: second to none');
  await rows(page).filter({ hasText: /first/i }).click();
  await expect(conversation(page)).toContainText('first of all');
  await page.getByRole('listbox', { name: 'Conversations' }).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename the conversation' })).toBeVisible();
  await expectAccessible(window, 'renaming');
  await page.keyboard.type('A better name');
  await page.keyboard.press('Enter');
  await expect(rows(page).filter({ hasText: 'A better name' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A better name');

  const menu = page.getByRole('button', { name: 'This conversation' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(rows(page).first()).toContainText('A better name');
  await expect(rows(page).first()).toHaveAccessibleName(/Pinned/);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveCount(1);
  await showShelf(page, 'Archive');
  await expect(rows(page)).toContainText('A better name');

  await menu.click();
  await page.getByRole('menuitem', { name: 'Move to the trash' }).click();
  await showShelf(page, 'Trash');
  await expect(rows(page)).toContainText('A better name');
  await rows(page).first().click();
  await expect(page.getByText('Can’t send: this conversation is in the trash.')).toBeVisible();
  await expectAccessible(window, 'the trash');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await showShelf(page, 'Archive');
  await expect(rows(page)).toContainText('A better name');
});
