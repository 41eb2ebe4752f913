import { runResultsText, runStatisticsText } from '../../../renderer/runs/results/text.ts';
import { runsText } from '../../../renderer/runs/text.ts';
import { createDraft, finishRun, openRun, resultGrid } from '../../support/window-runs.ts';
import type { Scene } from '../scene.ts';
import { reviewRecipe, reviewTable } from './reviews.ts';

/** Shows the views of a finished run. */
export const results: Scene = async ({ open, window, page, shoot, button, key, leave }) => {
  await open();
  await page().getByRole('contentinfo').getByText('Demo').first().waitFor();
  const templates = [
    { id: 'a', name: 'Short', system: '', user: 'Say {{truth}}' },
    { id: 'b', name: 'Careful', system: 'Answer with care.', user: 'Say {{product}} {{truth}}' },
  ];
  const { id } = await createDraft(window(), reviewTable(200), {
    ...reviewRecipe,
    models: [reviewRecipe.models[0]],
    templates,
    repeats: 2,
    answer: { kind: 'text' },
  });
  await finishRun(window(), id);
  await openRun(page(), reviewRecipe.name);
  const grid = resultGrid(page());
  await grid.getByText('kettles neutral').first().waitFor();
  await shoot('runs-results', 'in both sizes');
  await grid.focus();
  for (const press of ['g', 'ArrowDown', 'b', 'n']) await key(press);
  await page().getByRole('textbox', { name: runResultsText.cell.noteField }).fill('Ask again with the name of the product.');
  await shoot('runs-note');
  await button(runResultsText.cell.saveNote).click();
  await shoot('runs-labelled');
  await button(runResultsText.addFilter).click();
  await shoot('runs-filter');
  await leave();
  await page().getByRole('searchbox', { name: runResultsText.search }).fill('nothing has this');
  await page().getByText(runResultsText.noneTitle).waitFor();
  await shoot('runs-no-match');
  await page().getByRole('searchbox', { name: runResultsText.search }).fill('');
  await grid.focus();
  for (const press of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await key(press);
  await page().getByRole('dialog').getByText(runResultsText.cell.details).waitFor();
  await shoot('runs-cell', 'in both sizes');
  await leave();
  await page().getByRole('radio', { name: runsText.run.compare }).press('Space');
  await page().getByRole('grid').getByRole('row').nth(2).click();
  await shoot('runs-compare', 'in both sizes');
  await page().getByRole('radio', { name: runsText.run.statistics }).press('Space');
  await page().getByRole('heading', { name: runStatisticsText.agreementVariants }).waitFor();
  await shoot('runs-statistics', 'in both sizes');
  await page().getByRole('heading', { name: runStatisticsText.agreementRepeats }).last().scrollIntoViewIfNeeded();
  await shoot('runs-statistics-end');
  await page().getByRole('radio', { name: runsText.run.recipe }).press('Space');
  await shoot('runs-recipe', 'in both sizes');
  await button(runsText.run.export).click();
  await shoot('runs-export');
  await key('Escape');

  const labelled = await createDraft(window(), `${reviewTable(200)}\n"odd",unsure,kettles`, { ...reviewRecipe, name: 'Labels' });
  await finishRun(window(), labelled.id);
  await button(runsText.heading.all).click();
  await openRun(page(), 'Labels');
  await shoot('runs-failures', 'in both sizes');
  await page().getByRole('switch', { name: runResultsText.errorsOnly }).press('Space');
  await grid.focus();
  for (const press of ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'])
    await key(press);
  await shoot('runs-cell-failed');
  await leave();
  await page().getByRole('radio', { name: runsText.run.statistics }).press('Space');
  await page().getByText(runStatisticsText.matrix).first().scrollIntoViewIfNeeded();
  await shoot('runs-matrix', 'in both sizes');
};
