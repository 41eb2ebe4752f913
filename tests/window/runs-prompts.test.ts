import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { connectionText } from '../../renderer/connection/text.ts';
import { runEditorText } from '../../renderer/runs/editor/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { madePng } from '../support/made-images.ts';
import { createDraft, openRun, resultGrid } from '../support/window-runs.ts';
import { both, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';

const text = runEditorText.prompt;

const request = (page: Page) => page.getByRole('region', { name: text.previewTitle });

test('inserts a prompt from the library at the caret', quick, async ({ window, core, page }) => {
  await createDraft(window, 'text\nred\nblue', { name: 'From the library' });
  await openRun(page, 'From the library');
  const library = page.getByRole('button', { name: text.library });
  await expect(library).toBeDisabled();
  const prompt = { id: 'politely', name: 'Politely', text: 'Answer politely. ' };
  await core.call('library.putPrompt', prompt);
  const field = page.getByRole('textbox', { name: text.user, exact: true });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(library).toBeEnabled();
  await library.press('Enter');
  await page.getByRole('menuitem', { name: 'Politely' }).press('Enter');
  await expect(field).toHaveValue('Answer politely. Say {{text}}');
  await expect(request(page)).toContainText('Answer politely. Say red');
});

test('runs text completions in Direct mode only', async ({ window, page }) => {
  await createDraft(window, 'text\nOnce upon a time\nIn the beginning', {
    name: 'Continuations',
    templates: [{ id: 'a', name: 'Prompt', system: '', user: '{{text}}' }],
  });
  await openRun(page, 'Continuations');
  await page.getByRole('radiogroup', { name: text.kind }).getByRole('radio', { name: text.text }).press('Space');
  await expect(page.getByText(text.textHint)).toBeVisible();
  await expect(page.getByRole('textbox', { name: text.system })).toHaveCount(0);
  await expect(request(page)).toContainText('Once upon a time');
  const start = page.getByRole('button', { name: runEditorText.start.start });
  await expect(page.getByText(runEditorText.start.problems.directMode)).toBeVisible();
  await expect(start).toBeDisabled();
  await expectAccessible(window, 'the draft of text completions');
  await page.keyboard.press('ControlOrMeta+Shift+d');
  const modes = page.getByRole('contentinfo').getByRole('radiogroup', { name: connectionText.mode.label });
  await expect(modes.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
  await expect(start).toBeEnabled();
  await start.press('Enter');
  await expect(page.getByText(runsText.reasons.complete)).toBeVisible();
  await expect(page.getByText(runsText.run.done(2, 2))).toBeVisible();
});

test(
  'attaches the files named in a column if the table is a file on this computer',
  both('file dialogs'),
  async ({ open, profile, runsIn }) => {
    const folder = path.join(profile, 'reviews');
    await mkdir(folder);
    const file = path.join(folder, 'table.csv');
    await writeFile(path.join(folder, 'first.txt'), 'The soup was cold.');
    await writeFile(path.join(folder, 'figure.png'), madePng(30, 20));
    await writeFile(file, 'text,file\nOne,first.txt; figure.png\nTwo,missing.txt\n');
    const window = await open({ dialogs: { file } });
    const { page } = window;
    await expect(page.getByRole('contentinfo')).toContainText('Demo'); // a run created before has no model
    await goTo(page, 'Runs');
    await page.getByRole('button', { name: runsText.list.create }).press('Enter');
    await page.getByRole('button', { name: runEditorText.data.choose }).press('Enter');
    await expect(page.getByRole('region', { name: runEditorText.data.previewLabel('table.csv') })).toContainText('missing.txt');
    await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
    const field = page.getByRole('combobox', { name: text.attachments });
    if (runsIn === 'browser') {
      await expect(field).toBeDisabled();
      await expect(page.getByText(text.attachmentsUnavailable)).toBeVisible();
      return;
    }
    await page.getByRole('textbox', { name: text.user, exact: true }).fill('Say {{text}}');
    await expect(field).toBeEnabled();
    await field.press('Enter');
    await page.getByRole('option', { name: 'file' }).press('Enter');
    await expect(request(page)).toContainText('The soup was cold.');
    await expect(request(page).getByText(text.image('figure.png (30 × 20)'))).toBeVisible();
    const start = page.getByRole('button', { name: runEditorText.start.start });
    await expect(start).toBeEnabled();
    await start.press('Enter');
    await expect(page.getByText(runsText.reasons.complete)).toBeVisible();
    await expect(resultGrid(page)).toContainText('missing.txt');
  },
);
