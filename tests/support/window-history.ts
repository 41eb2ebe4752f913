import type { Locator, Page } from 'playwright/test';

/** The list of conversations. */
export const conversationList = (page: Page): Locator => page.getByRole('listbox', { name: 'Conversations' });

/** Its lines, or those with these words. */
export const rows = (page: Page, words: string | RegExp = ''): Locator =>
  conversationList(page).getByRole('option').filter({ hasText: words });

/** Folders, archive and trash; they are folded while there is no folder. */
export const folderList = (page: Page): Locator => page.getByRole('listbox', { name: 'Folders and shelves' });

/** One line of them, by its name. */
export const folderOption = (page: Page, name: string): Locator =>
  folderList(page)
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Unfolds them where there is no folder. */
export async function expandFolders(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Folders' }).getByRole('button', { expanded: false }).click();
  await folderList(page).waitFor();
}

/** What was found. */
export const searchHits = (page: Page): Locator => page.getByRole('listbox', { name: 'Found' }).getByRole('option');

/** Takes back what a message over the window tells of. */
export async function undo(page: Page, words: string): Promise<void> {
  await page.getByRole('dialog').filter({ hasText: words }).getByRole('button', { name: 'Undo' }).click();
}
