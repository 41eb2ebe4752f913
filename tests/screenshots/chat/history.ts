import { seedConversations, type SeedConversation } from '../../support/seed-conversations.ts';
import { conversationList, searchHits, rows, folderOption, undo } from '../../support/window-history.ts';
import type { Scene } from '../scene.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';

const river = 'The wandering albatross flies over the river.';
const kept: readonly SeedConversation[] = [
  { title: 'Notes of the meeting in Trondheim about the second run of measurements', turns: [['What was said?', river]] },
  { title: 'Why is the sea salt?', change: { isPinned: true } },
  { title: '東京の天気', turns: [['北京は?', river]] },
  { title: 'Reviewer two', change: { folder: 'Paper' } },
  {
    title: 'Draft of the abstract',
    turns: [['Shorter, please', river]],
    change: { folder: 'A folder with quite a long name for a folder' },
  },
  { title: 'Regular expressions for part numbers', change: { isArchived: true } },
  { title: 'Old model', model: 'gone-7b' },
];

/** The list of conversations, its folders, and the search. */
export const history: Scene = async ({ open, page, shoot, button, key, profile, leave }) => {
  await seedConversations(profile, kept);
  await open();
  await rows(page()).first().waitFor();
  await shoot('list', 'in both sizes');
  await rows(page(), 'Reviewer').click();
  await page().getByRole('article').first().waitFor();
  await conversationList(page()).focus();
  await key('F2');
  await page()
    .getByRole('textbox', { name: conversationsText.row.rename('Reviewer two') })
    .waitFor();
  await shoot('list-renaming');
  await key('Escape');
  await rows(page(), 'Reviewer').click({ button: 'right' });
  await page().getByRole('menu').waitFor();
  await shoot('list-menu');
  await key('Escape');
  await page().getByRole('menu').waitFor({ state: 'hidden' });
  await rows(page(), 'Notes of').click({ modifiers: ['ControlOrMeta'] });
  await rows(page(), '東京').click({ modifiers: ['ControlOrMeta'] });
  await shoot('list-marked', 'in both sizes');
  await conversationList(page()).focus();
  await key('F8');
  await page().getByRole('dialog').waitFor();
  await shoot('move');
  await page().keyboard.type('New one');
  await shoot('move-new');
  await leave();
  await conversationList(page()).focus();
  await key('Delete');
  await page().getByText(conversationsText.toasts.trashed('').trim()).waitFor();
  await shoot('list-trashed');
  await undo(page(), conversationsText.toasts.trashed('').trim());
  await button(conversationsText.folders.create).click();
  await page().getByRole('dialog').first().waitFor();
  await shoot('folder-new');
  await leave();
  await folderOption(page(), 'Paper').click();
  await button(conversationsText.folders.menu('Paper')).press('Enter');
  await page().getByRole('menu').waitFor();
  await shoot('folder-menu');
  await key('Escape');
  await page().getByRole('menu').waitFor({ state: 'hidden' });
  await folderOption(page(), conversationsText.folders.archive).click();
  await rows(page(), 'Regular').waitFor();
  await shoot('shelf-archive');
  await folderOption(page(), conversationsText.folders.trash).click();
  await page().getByText(conversationsText.empty.trash.title).waitFor();
  await shoot('shelf-trash-empty');
  await folderOption(page(), conversationsText.folders.all).click();
  await rows(page(), 'Old model').click();
  await conversationList(page()).focus();
  await key('Delete');
  await folderOption(page(), conversationsText.folders.trash).click();
  await button(conversationsText.trash.empty).click();
  await shoot('trash-emptying');
  await button(conversationsText.cancel).click();
  await page().getByRole('alertdialog').waitFor({ state: 'hidden' });
  await folderOption(page(), conversationsText.folders.all).click();

  await key('ControlOrMeta+Shift+f');
  const field = page().getByRole('textbox', { name: conversationsText.search.label });
  await field.fill('albatr');
  await searchHits(page()).first().waitFor();
  await shoot('search', 'in both sizes');
  await searchHits(page()).first().click();
  await page().locator('[data-found]').waitFor();
  await shoot('search-opened');
  await button(conversationsText.search.filters).click();
  await shoot('search-filters', 'in both sizes');
  await page().getByRole('combobox', { name: conversationsText.search.model }).click();
  await shoot('search-filter-choice');
  await page().getByRole('option', { name: 'gone-7b' }).click();
  await page().getByText(conversationsText.search.tryWithoutFilters).waitFor();
  await shoot('search-filtered-nothing');
  await button(conversationsText.search.clearFilters).click();
  await field.fill('nothing of the kind');
  await page().getByText(conversationsText.search.noResults('nothing of the kind')).first().waitFor();
  await shoot('search-nothing');
};
