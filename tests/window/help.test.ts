import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultSettings } from '../../electron/contract/settings.ts';
import { helpText } from '../../renderer/help/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { composer } from '../support/window-chat.ts';
import { expect, expectAccessible, goTo, quick, test } from '../support/window.ts';

test('opens the guide at the part about each section', async ({ window, page }) => {
  const panel = page.getByRole('complementary', { name: helpText.title });
  const parts = [
    ['Chat', 'Chat'],
    ['Notebook', 'Notebook'],
    ['Library', 'Library'],
    ['Tools', 'Tools'],
    ['Connection', 'Modes'],
    ['Settings', 'Settings and your data'],
  ] as const;
  for (const [section, part] of parts) {
    await goTo(page, section);
    await page.getByRole('button', { name: layoutText.help }).click();
    await expect(panel.getByRole('heading', { level: 3 })).toHaveText(part);
    await expect(panel.getByRole('heading', { level: 3 })).toBeFocused();
  }
  await expectAccessible(window, 'the guide');
});

test('shows what’s new once after an update, without taking the focus', async ({ open, profile }) => {
  const updated = { version: 1, data: { ...defaultSettings, lastVersion: '0.0.1' } };
  await writeFile(path.join(profile, 'settings.json'), JSON.stringify(updated));
  const first = await open();
  const title = new RegExp(helpText.whatsNew('.+')); // hosts of tests have another version
  const notes = first.page.getByRole('article', { name: title });
  await expect(notes.getByRole('listitem').first()).toBeVisible();
  await expect(composer(first.page)).toBeFocused();
  await expectAccessible(first, 'the release notes');
  await first.page.getByRole('button', { name: helpText.close }).click();
  await expect(notes).toHaveCount(0);
  await first.close();

  const { page } = await open();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('complementary', { name: helpText.title })).toHaveCount(0);
  await page.keyboard.press('F1');
  await page.getByRole('button', { name: helpText.allTopics }).click();
  await page.getByRole('list', { name: helpText.topics }).getByRole('button', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeFocused();
});

test('finds a topic by keyboard, and returns the focus when it is closed', quick, async ({ window, page }) => {
  await expect(composer(page)).toBeEditable();
  await composer(page).focus();
  await page.keyboard.press('F1');
  const panel = page.getByRole('complementary', { name: helpText.title });
  const search = panel.getByRole('searchbox', { name: helpText.search });
  await search.fill('local key');
  const topics = panel.getByRole('list', { name: helpText.topics }).getByRole('button');
  await expect(topics).toHaveText(['Point a program at the local API']);
  await expectAccessible(window, 'topics found');
  await topics.press('Enter');
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText('Point a program at the local API');
  await expect(panel).toContainText('http://127.0.0.1:');

  await search.fill('nothing like this');
  await expect(panel.getByRole('status')).toHaveText(helpText.noMatches('nothing like this'));
  await page.keyboard.press('Escape'); // clears the search
  await expect(search).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('covers the screen in a narrow window, without moving what is under it', async ({ window, page }) => {
  await window.resize({ width: 720, height: 640 });
  // until then the line below the composer changes its height
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('beta-4-scout') })).toBeVisible();
  await expect(composer(page)).toBeEditable();
  const before = await composer(page).boundingBox();
  await page.keyboard.press('F1');
  await expect(page.getByRole('complementary', { name: helpText.title })).toBeInViewport();
  expect(await composer(page).boundingBox()).toEqual(before);
  await expectAccessible(window, 'the guide in a narrow window');
});
