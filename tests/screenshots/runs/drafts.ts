import { runEditorText } from '../../../renderer/runs/editor/text.ts';
import { runsText } from '../../../renderer/runs/text.ts';
import { createDraft, openRun } from '../../support/window-runs.ts';
import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { reviewRecipe, reviewTable } from './reviews.ts';
import { runsText as runTexts } from '../../../electron/core/runs/text.ts';

/** Shows the empty list and each step up to a tested draft. */
export const drafts: Scene = async ({ open, window, page, shoot, button, leave }) => {
  await open();
  await page().getByRole('contentinfo').getByText('Demo').first().waitFor();
  await goTo(page(), 'Runs');
  await button(runsText.list.create).waitFor();
  await shoot('runs-none', 'in both sizes');
  await button(runsText.list.create).click();
  await button(runEditorText.data.paste).waitFor();
  await shoot('runs-draft-empty', 'in both sizes');
  await button(runEditorText.data.paste).click();
  await page()
    .getByRole('textbox', { name: runEditorText.data.pasteField })
    .fill(`${reviewTable(8)}\nalone\n"too",many,values,here`);
  await shoot('runs-paste');
  await button(runEditorText.data.pasteUse).click();
  await page()
    .getByRole('region', { name: runEditorText.data.previewLabel(runTexts.pastedTable) })
    .waitFor();
  await shoot('runs-table-preview', 'in both sizes');

  await createDraft(window(), reviewTable(4000), { ...reviewRecipe, repeats: 2 });
  await button(runsText.heading.all).click();
  await openRun(page(), reviewRecipe.name);
  await page().getByText(runEditorText.data.firstOf(20, 4000)).waitFor();
  await shoot('runs-draft-data');
  const steps = page().getByRole('navigation', { name: runEditorText.steps.label });
  const showStep = async (step: 'prompt' | 'models' | 'answer' | 'start'): Promise<void> => {
    await steps.getByRole('button', { name: runEditorText.steps[step] }).click();
  };
  await showStep('prompt');
  await page().getByText('Say positive').first().waitFor();
  await shoot('runs-draft-prompt', 'in both sizes');
  await showStep('models');
  await shoot('runs-draft-models', 'in both sizes');
  await showStep('answer');
  await shoot('runs-draft-labels', 'in both sizes');
  await page().getByRole('radio', { name: runEditorText.answer.json.title }).press('Space');
  await page().getByRole('textbox', { name: runEditorText.answer.fieldName }).fill('tone');
  await button(runEditorText.answer.addField).click();
  await page().getByRole('textbox', { name: runEditorText.answer.fieldName }).last().fill('tone');
  await shoot('runs-draft-fields', 'in both sizes');
  await button(runEditorText.answer.writeSchema).click();
  await shoot('runs-draft-schema');
  await page().getByRole('radio', { name: runEditorText.answer.pattern.title }).press('Space');
  await page().getByRole('textbox', { name: runEditorText.answer.patternField }).fill('(');
  await showStep('start');
  await shoot('runs-draft-problems', 'in both sizes');
  await page().getByRole('radio', { name: runEditorText.answer.text.title }).press('Space');
  await button(runEditorText.start.dryRun(5)).click();
  await page().getByRole('region', { name: runEditorText.start.testResults }).getByText('positive').nth(3).waitFor();
  await showStep('start');
  await shoot('runs-draft-tested', 'in both sizes');
  await button(runsText.heading.actions).click();
  await page().getByRole('menuitem', { name: runsText.list.delete }).click();
  await shoot('runs-delete');
  await leave();
  await button(runsText.heading.all).click();
  await shoot('runs-drafts', 'in both sizes');
};
