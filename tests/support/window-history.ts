import type { Locator, Page } from 'playwright/test';
import { conversationsText } from '../../renderer/conversations/text.ts';

export const conversationList = (page: Page): Locator => page.getByRole('listbox', { name: conversationsText.title });

/** Returns the rows of the list, or those with a text. */
export const rows = (page: Page, text: string | RegExp = ''): Locator =>
  conversationList(page).getByRole('option').filter({ hasText: text });

/** Returns the list of folders, archive and trash. It is collapsed while there is no folder. */
export const folderList = (page: Page): Locator => page.getByRole('listbox', { name: conversationsText.folders.label });

/** Returns a row of that list by its name. */
export const folderOption = (page: Page, name: string): Locator =>
  folderList(page)
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Expands that list while there is no folder. */
export async function expandFolders(page: Page): Promise<void> {
  await page.getByRole('region', { name: conversationsText.folders.label }).getByRole('button', { expanded: false }).click();
  await folderList(page).waitFor();
}

/** Returns the results of a search. */
export const searchHits = (page: Page): Locator =>
  page.getByRole('listbox', { name: conversationsText.search.results }).getByRole('option');

const toast = (page: Page, text: string): Locator => page.getByRole('dialog').filter({ hasText: text });

/** Moves the pointer to the toast with a text. It stays while the pointer is on it. */
export async function hoverToast(page: Page, text: string): Promise<void> {
  await toast(page, text).hover();
}

/** Presses Undo in the toast with a text. */
export async function undo(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: conversationsText.undo }).click();
}
