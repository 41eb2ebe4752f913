import path from 'node:path';
import { composer } from '../support/window-chat.ts';
import { hoverToast, undo } from '../support/window-history.ts';
import { expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { plainConversationSettings } from '../../electron/contract/constants.ts';
import { libraryText } from '../../renderer/library/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
const { prompts, presets } = libraryText;

test('creates, edits, removes and restores a prompt', quick, async ({ window, page }) => {
  await goTo(page, 'Library');
  await expectAccessible(window, 'an empty library');
  await page.getByRole('button', { name: prompts.create }).click();
  const dialog = page.getByRole('dialog', { name: prompts.create });
  await dialog.getByRole('textbox', { name: prompts.name.label }).fill('Review');
  await dialog.getByRole('textbox', { name: prompts.text.label }).fill('Review this {{what}} <b>kindly</b>.');
  await page.getByRole('button', { name: uiText.save }).click();
  const list = page.getByRole('list', { name: prompts.title }).getByRole('listitem');
  await expect(list).toContainText('Review this {{what}} <b>kindly</b>.');
  await page.getByRole('button', { name: prompts.edit('Review') }).click();
  await page.getByRole('textbox', { name: prompts.name.label }).fill('Peer review');
  await page.keyboard.press('Enter');
  await expect(list).toContainText('Peer review');
  await page.getByRole('button', { name: prompts.delete('Peer review') }).click();
  await hoverToast(page, prompts.deleted('Peer review'));
  await expect(page.getByText(prompts.emptyTitle)).toBeVisible();
  await undo(page, prompts.deleted('Peer review'));
  await expect(list).toContainText('Peer review');
});

test('keeps the focus in the list after a deletion, and puts an item back in its place (catches a focus on nothing)', async ({
  window: { core, page },
}) => {
  for (const name of ['First', 'Second', 'Third']) {
    await core.call('library.putPrompt', { id: name, name, text: 'x' });
    await core.call('library.putPreset', { id: name, name, settings: plainConversationSettings });
  }
  await goTo(page, 'Library');
  const list = page.getByRole('list', { name: prompts.title }).getByRole('listitem');
  const deletePrompt = (name: string) => page.getByRole('button', { name: prompts.delete(name) });
  await deletePrompt('Second').press('Enter');
  await hoverToast(page, prompts.deleted('Second'));
  await expect(deletePrompt('Third')).toBeFocused();
  await undo(page, prompts.deleted('Second'));
  await expect(list).toHaveText([/^First/, /^Second/, /^Third/]);
  await deletePrompt('Third').press('Enter');
  await expect(deletePrompt('Second')).toBeFocused();
  await page.keyboard.down('Enter');
  await expect(deletePrompt('First')).toBeFocused();
  await page.keyboard.down('Enter'); // repeats while it is held
  await page.keyboard.up('Enter');
  expect((await core.call('library.read')).prompts.map(({ name }) => name)).toEqual(['First']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: prompts.create })).toBeFocused();

  await page.getByRole('tab', { name: presets.title }).click();
  const deletePreset = (name: string) => page.getByRole('button', { name: presets.delete(name) });
  await deletePreset('First').press('Enter');
  await expect(deletePreset('Second')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(deletePreset('Third')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: presets.import })).toBeFocused();
});

test('shares a preset as a file, starts a conversation with it, and imports it beside the first', quick, async ({ open, profile }) => {
  const window = await open({ dialogs: { file: path.join(profile, 'shared.json') } });
  const { core, page } = window;
  const settings = { model: 'gamma-oss-120b', systemPrompt: 'Be brief.', parameters: { temperature: 0.2 }, toolIds: [] };
  await core.call('library.putPreset', { id: 'p', name: 'Brief <i>answers</i>', settings });
  await goTo(page, 'Library');
  await page.getByRole('tab', { name: presets.title }).click();
  const list = page.getByRole('list', { name: presets.title }).getByRole('listitem');
  await expect(list).toContainText('Brief <i>answers</i>');
  await page.getByRole('button', { name: presets.export('Brief') }).click();
  await expect(page.getByText(presets.exported('Brief <i>answers</i>'))).toBeVisible();
  await page.getByRole('button', { name: presets.import }).click();
  await expect(list).toHaveText([/Brief <i>answers<\/i>/, /Brief <i>answers<\/i> \(2\)/]);
  await expectAccessible(window, 'presets');
  await page.getByRole('button', { name: presets.use('Brief <i>answers</i> (2)') }).click();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: sharedText.modelPicker.label('gamma-oss-120b') })).toBeVisible();
});
