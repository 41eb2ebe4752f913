import path from 'node:path';
import { composer } from '../support/window-chat.ts';
import { expect, expectAccessible, goTo, test } from '../support/window.ts';
import { context } from '../support/call-context.ts';
import { must } from '../support/must.ts';

test('creates, edits, removes and restores a prompt', async ({ window }) => {
  const { page } = window;
  await goTo(page, 'Library');
  await expectAccessible(window, 'an empty library');
  await page.getByRole('button', { name: 'New prompt' }).click();
  const dialog = page.getByRole('dialog', { name: 'New prompt' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Review');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Review this {{what}} <b>kindly</b>.');
  await page.getByRole('button', { name: 'Keep' }).click();
  const prompts = page.getByRole('list', { name: 'Prompts' }).getByRole('listitem');
  await expect(prompts).toContainText('Review this {{what}} <b>kindly</b>.');
  await page.getByRole('button', { name: 'Edit Review' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Peer review');
  await page.keyboard.press('Enter');
  await expect(prompts).toContainText('Peer review');
  await page.getByRole('button', { name: 'Remove Peer review' }).click();
  await expect(page.getByText('None yet. A good first one')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(prompts).toContainText('Peer review');
});

test('shares a preset as a file, starts a conversation with it, and imports it beside the first', async ({ open, profile }) => {
  const window = await open({ dialogs: { file: path.join(profile, 'shared.json') } });
  const { core, page } = window;
  const settings = { model: 'gamma-oss-120b', systemPrompt: 'Be brief.', parameters: { temperature: 0.2 }, toolIds: [] };
  must(await core.handlers['library.putPreset']({ id: 'p', name: 'Brief <i>answers</i>', settings }, context));
  await goTo(page, 'Library');
  await page.getByRole('tab', { name: 'Presets' }).click();
  const presets = page.getByRole('list', { name: 'Presets' }).getByRole('listitem');
  await expect(presets).toContainText('Brief <i>answers</i>');
  await page.getByRole('button', { name: 'Export Brief' }).click();
  await expect(page.getByText('Preset “Brief <i>answers</i>” saved')).toBeVisible();
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(presets).toHaveText([/Brief <i>answers<\/i>/, /Brief <i>answers<\/i> \(2\)/]);
  await expectAccessible(window, 'presets');
  await page.getByRole('button', { name: 'New conversation with Brief <i>answers</i> (2)' }).click();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Model: gamma-oss-120b' })).toBeVisible();
});
