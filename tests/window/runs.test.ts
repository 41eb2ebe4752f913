import path from 'node:path';
import { runEditorText } from '../../renderer/runs/editor/text.ts';
import { runResultsText, runStatisticsText } from '../../renderer/runs/results/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import { readSavedFile } from '../support/saved-file.ts';
import { colours, createDraft, finishRun, openRun, resultGrid } from '../support/window-runs.ts';
import { expect, expectAccessible, goTo, quick, reload, test } from '../support/window.ts';
import { runsText as runTexts } from '../../electron/core/runs/text.ts';

const labels = { kind: 'labels', labels: ['red', 'blue', 'green'] } as const;
const twoModels = [
  { id: 'm1', model: 'beta-4-scout', parameters: { temperature: 0, seed: 7 } },
  { id: 'm2', model: 'gamma-oss-120b', parameters: { temperature: 0, seed: 7 } },
];

test('creates, previews, tests and runs a pasted table by keyboard', quick, async ({ window, page }) => {
  await expect(page.getByRole('contentinfo')).toContainText('Demo'); // a run created before has no model
  await goTo(page, 'Runs');
  await expect(page.getByRole('heading', { name: runsText.list.emptyTitle })).toBeVisible();
  await expectAccessible(window, 'no runs');
  await expect(page.getByRole('button', { name: runsText.list.create })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: runEditorText.steps.label })).toBeVisible();
  await expectAccessible(window, 'an empty draft');
  await page.getByRole('textbox', { name: runEditorText.name }).fill('Colours');

  await page.getByRole('button', { name: runEditorText.data.paste }).press('Enter');
  await page.getByRole('textbox', { name: runEditorText.data.pasteField }).fill(`${colours}\nred\nred,red,red`);
  await expectAccessible(window, 'the paste dialog');
  await page.getByRole('button', { name: runEditorText.data.pasteUse }).press('Enter');
  const preview = page.getByRole('region', { name: runEditorText.data.previewLabel(runTexts.pastedTable) });
  await expect(preview.getByRole('row')).toHaveCount(10);
  await expect(page.getByRole('region', { name: runEditorText.data.problems(2) })).toContainText(
    runTexts.rowProblems['too-many-fields'](runTexts.positions.csv(11), {
      kind: 'too-many-fields',
      effect: 'row-skipped',
      number: 11,
      found: 3,
      expected: 2,
    }),
  );
  await expectAccessible(window, 'a table with bad lines');
  await page.getByRole('checkbox', { name: runEditorText.data.hasHeader }).press('Space');
  await expect(preview.getByRole('row')).toHaveCount(11);
  await page.getByRole('checkbox', { name: runEditorText.data.hasHeader }).press('Space');
  await expect(preview.getByRole('row')).toHaveCount(10);
  await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
  await expect(page.getByText(runEditorText.data.summary(9, 2))).toBeVisible();

  const stepList = page.getByRole('navigation', { name: runEditorText.steps.label });
  await stepList.getByRole('button', { name: runEditorText.steps.prompt }).press('Enter');
  await expect(page.getByRole('region', { name: runEditorText.steps.prompt })).toBeFocused();
  await page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true }).fill('Say ');
  await page.getByRole('button', { name: runEditorText.prompt.insert('text') }).press('Enter');
  await expect(page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true })).toHaveValue('Say {{text}}');
  await expect(page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true })).toBeFocused();
  const request = page.getByRole('region', { name: runEditorText.prompt.previewTitle });
  await expect(request).toContainText('Say red');
  await request.getByRole('button', { name: runEditorText.prompt.nextRow }).press('Enter');
  await expect(request).toContainText('Say blue');
  await page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true }).fill('Say {{text}} or {{colour}}');
  await expect(request).toContainText(runEditorText.prompt.unknown(['colour']));
  await page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true }).fill('Say {{text}}');
  await expect(page.getByText(runEditorText.models.totalIs(9))).toBeVisible();

  await page.getByRole('radio', { name: runEditorText.answer.labels.title }).press('Space');
  await expect(page.getByText(runEditorText.start.problems.labels)).toBeVisible();
  await page.getByRole('textbox', { name: runEditorText.answer.labelsField }).fill('red\nblue\ngreen');
  await page.getByRole('combobox', { name: runEditorText.answer.truth }).press('Enter');
  await page.getByRole('option', { name: 'truth' }).press('Enter');
  await expectAccessible(window, 'a complete draft');

  await page.getByRole('button', { name: runEditorText.start.dryRun(5) }).press('Enter');
  const tested = page.getByRole('region', { name: runEditorText.start.testResults });
  await expect(tested.getByRole('row')).toHaveCount(6);
  await expect(tested).toContainText('green');
  const start = page.getByRole('button', { name: runEditorText.start.start });
  await expect(start).toBeEnabled(); // once the test has ended
  await expectAccessible(window, 'a tested draft');
  await start.press('Enter');
  await expect(page.getByText(runsText.run.done(9, 9))).toBeVisible();
  await expect(page.getByText(runsText.reasons.complete)).toBeVisible();
  await expectAccessible(window, 'a finished run');
  await page.getByRole('button', { name: runsText.heading.all }).press('Enter');
  await expect(page.getByRole('list', { name: runsText.list.title })).toContainText('Colours');
  await expectAccessible(window, 'the list of runs');
});

test('pauses, continues and stops a run, and keeps its answers', quick, async ({ open }) => {
  const window = await open({ demoSpeed: '30' });
  const { page } = window;
  const rows = Array.from({ length: 5000 }, (_, index) => `row ${index + 1} with some more words to say`).join('\n');
  const templates = [{ id: 'a', name: 'Prompt', system: '', user: 'Say answered {{text}}' }];
  await createDraft(window, `text\n${rows}`, { name: 'Long', concurrency: 2, templates });
  await openRun(page, 'Long');
  const firstRow = resultGrid(page).getByRole('row').nth(1);
  await page.getByRole('button', { name: runEditorText.start.start }).press('Enter');
  await expect(firstRow).toContainText('answered row 1');
  await page.getByRole('button', { name: runsText.run.pause }).press('Enter');
  await expect(page.getByText(runsText.states.paused)).toBeVisible();
  await expect(firstRow).toContainText('answered row 1');
  await expectAccessible(window, 'a paused run');
  await page.getByRole('button', { name: runsText.run.continue }).press('Enter');
  await expect(page.getByText(runsText.states.running)).toBeVisible();
  await expectAccessible(window, 'a running run');
  await page.getByRole('button', { name: runsText.run.stop }).press('Enter');
  await page.getByRole('button', { name: runsText.run.stopConfirm }).press('Enter');
  await expect(page.getByText(runsText.states.stopped)).toBeVisible();
  await expect(page.getByRole('button', { name: runsText.run.continue })).toBeVisible();
  await reload(page);
  await openRun(page, 'Long');
  await expect(firstRow).toContainText('answered row 1');
});

test('sorts, filters, labels and opens results by keyboard', quick, async ({ window, page }) => {
  const { id } = await createDraft(window, `${colours}\nsomething else,red`, { name: 'Labelled', answer: labels, truthColumn: 'truth' });
  await finishRun(window, id);
  await openRun(page, 'Labelled');
  const grid = resultGrid(page);
  await expect(grid.getByRole('row')).toHaveCount(10);
  await grid.focus();
  await page.keyboard.press('g');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('b');
  await expect(grid.getByRole('row').nth(1)).toContainText(runResultsText.good);
  await expect(grid.getByRole('row').nth(2)).toContainText(runResultsText.bad);
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: runResultsText.cell.noteField }).fill('look again');
  await page.getByRole('button', { name: runResultsText.cell.saveNote }).press('Enter');
  await expect(grid.getByRole('row').nth(2)).toContainText('look again');
  await expectAccessible(window, 'results with labels');

  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: runResultsText.row })).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.getByRole('row').nth(1)).toContainText('something else');

  await page.getByRole('switch', { name: runResultsText.errorsOnly }).press('Space');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(page.getByText(runResultsText.total(1, 9))).toBeVisible();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('something else');
  await expect(dialog.getByRole('button', { name: runResultsText.cell.retry })).toBeVisible();
  await dialog.getByText(runResultsText.cell.request, { exact: true }).press('Enter');
  await expect(dialog).toContainText('"model": "beta-4-scout"');
  await expectAccessible(window, 'an answer');
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: runResultsText.errorsOnly }).press('Space');

  await page.getByRole('button', { name: runResultsText.addFilter, exact: true }).press('Enter');
  await page.getByRole('combobox', { name: runResultsText.filterColumn }).press('Enter');
  await page.getByRole('option', { name: 'truth', exact: true }).press('Enter');
  await page.getByRole('textbox', { name: runResultsText.filterText }).fill('green');
  await page.keyboard.press('Enter');
  await expect(page.getByText(runResultsText.total(2, 9))).toBeVisible();
  await page.getByRole('textbox', { name: runResultsText.search }).or(page.getByRole('searchbox')).fill('nothing like it');
  await expect(page.getByText(runResultsText.noneTitle)).toBeVisible();
  await page.getByRole('button', { name: runResultsText.clearFilters }).press('Enter');
  await expect(page.getByText(runResultsText.total(9, 9))).toBeVisible();
});

test('compares two variants, shows statistics and exports', quick, async ({ open, profile }) => {
  const file = path.join(profile, 'out.csv');
  const window = await open({ dialogs: { file } });
  const { page } = window;
  const templates = [
    { id: 'a', name: 'Plain', system: '', user: 'Say {{text}}' },
    { id: 'b', name: 'Shouting', system: '', user: 'Say {{text}} loud' },
  ];
  const { id } = await createDraft(window, colours, { name: 'Two', templates, truthColumn: 'truth' });
  await finishRun(window, id);
  await openRun(page, 'Two');
  await page.getByRole('radio', { name: runsText.run.compare }).press('Space');
  await expect(page.getByRole('grid', { name: runResultsText.compare.label })).toHaveAttribute('aria-rowcount', '9');
  await expect(page.locator('mark').first()).toContainText('loud');
  await expectAccessible(window, 'two variants side by side');
  await page.getByRole('radio', { name: runsText.run.statistics }).press('Space');
  await expect(page.getByRole('heading', { name: runStatisticsText.agreementVariants })).toBeVisible();
  await expect(page.locator('figure').first()).toContainText(runStatisticsText.lengths);
  await expectAccessible(window, 'statistics');
  await page.getByRole('radio', { name: runsText.run.recipe }).press('Space');
  await expect(page.getByText('Say {{text}} loud')).toBeVisible();
  await expectAccessible(window, 'the recipe');
  await page.getByRole('button', { name: runsText.run.export, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: runsText.exports.csv }).press('Enter');
  await expect(page.getByText(runsText.exported)).toBeVisible();
  expect(await readSavedFile(file)).toContain('red loud');
});

test('shows the confusion matrix, and duplicates and deletes a run', quick, async ({ window, page }) => {
  const { id } = await createDraft(window, colours, { name: 'Truth', answer: labels, truthColumn: 'truth', models: twoModels, repeats: 2 });
  await finishRun(window, id);
  await openRun(page, 'Truth');
  await page.getByRole('radio', { name: runsText.run.statistics }).press('Space');
  const matrix = page.getByRole('region', { name: runStatisticsText.of(runStatisticsText.matrix, 'beta-4-scout') });
  await expect(matrix.getByRole('row')).toHaveCount(4);
  await expect(page.getByText(runStatisticsText.percent(7 / 8)).first()).toBeVisible();
  await expectAccessible(window, 'a confusion matrix');
  await page.getByRole('button', { name: runsText.heading.actions }).press('Enter');
  await page.getByRole('menuitem', { name: runsText.list.duplicate }).press('Enter');
  await expect(page.getByRole('navigation', { name: runEditorText.steps.label })).toBeVisible();
  await page.getByRole('button', { name: runsText.heading.actions }).press('Enter');
  await page.getByRole('menuitem', { name: runsText.list.delete }).press('Enter');
  await page.getByRole('button', { name: runsText.list.confirmDelete }).press('Enter');
  await expect(page.getByRole('list', { name: runsText.list.title }).getByRole('listitem')).toHaveCount(1);
});

test('replaces the table and shows which column is missing', async ({ window, page }) => {
  await createDraft(window, colours, { name: 'Replaced', truthColumn: 'truth' });
  await openRun(page, 'Replaced');
  await page.getByRole('button', { name: runEditorText.data.pasteOther }).press('Enter');
  await page.getByRole('textbox', { name: runEditorText.data.pasteField }).fill('word\none\ntwo');
  await page.getByRole('button', { name: runEditorText.data.pasteUse }).press('Enter');
  await expect(page.getByRole('region', { name: runEditorText.data.previewLabel(runTexts.pastedTable) })).toContainText('two');
  await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
  await expect(page.getByText(runEditorText.start.problems.column('truth'))).toBeVisible();
  await expect(page.getByRole('button', { name: runEditorText.start.start })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(window, 'a draft with problems');
});
