import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright/test';
import { demoProfileId } from '../../electron/contract/constants.ts';
import { runEditorText } from '../../renderer/runs/editor/text.ts';
import { runResultsText, runStatisticsText } from '../../renderer/runs/results/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { connectTo, startTestService } from '../support/test-service.ts';
import { createDraft, finishRun, openRun, resultGrid } from '../support/window-runs.ts';
import { both, expect, expectAccessible, goTo, quick, reload, test, reloads } from '../support/window.ts';

test('shows why a run waits while the service can’t be reached', quick, async ({ window, core, page }) => {
  const service = await startTestService({ speed: 20 }); // so that the run lasts for minutes
  await connectTo(core, service, { hasInstance: false, keeping: 'until-quit' });
  const rows = Array.from({ length: 2000 }, (_, index) => `row ${index}`).join('\n');
  const { id } = await createDraft(window, `text\n${rows}`, { name: 'Cut off', concurrency: 1 });
  await openRun(page, 'Cut off');
  await page.getByRole('button', { name: runEditorText.start.start }).press('Enter');
  await expect(page.getByText(runsText.states.running)).toBeVisible();
  await service.close();
  await expect(page.getByText(runsText.waits.connection)).toBeVisible();
  await expect(page.getByText(runsText.states.waiting, { exact: true })).toBeVisible();
  await expectAccessible(window, 'a run that waits for the connection');
  const { progress } = await core.call('runs.read', { id });
  expect(progress.failed).toBe(0);
});

test('switches to the profile that a run waits for', async ({ window, core, page, service }) => {
  await connectTo(core, service, { hasInstance: false, keeping: 'until-quit' });
  const answer = service.demo.fault({ kind: 'stall', after: 0, endpoint: 'chat' });
  const { id } = await createDraft(window, 'text\nred\nblue', { name: 'Left', concurrency: 1 });
  await core.call('runs.start', { id });
  await openRun(page, 'Left');
  await core.call('profiles.activate', { id: demoProfileId });
  answer();
  await expect(page.getByText(runsText.waits.profile)).toBeVisible();
  await expectAccessible(window, 'a run that waits for its profile');
  await page.getByRole('button', { name: runsText.waits.switchTo('Cloud') }).press('Enter');
  await expect(page.getByText(runsText.waits.profile)).toHaveCount(0);
  await expect(page.locator('#main:focus, #main :focus')).toHaveCount(1); // catches a focus on nothing
  await expect.poll(async () => (await core.call('runs.read', { id })).state).toBe('finished');
  expect((await core.call('runs.read', { id })).progress).toMatchObject({ done: 2, failed: 0 });
});

test('switches to the mode that a run waits for', async ({ window, core, page }) => {
  const { id } = await createDraft(window, 'text\nred', { name: 'Continued', kind: 'text' });
  await core.call('runs.start', { id });
  await openRun(page, 'Continued');
  await expect(page.getByText(runsText.waits.mode)).toBeVisible();
  await page.getByRole('button', { name: runsText.waits.switchTo('Direct') }).press('Enter');
  await expect.poll(async () => (await core.call('runs.read', { id })).state).toBe('finished');
});

test('starts nothing while a limit is invalid, and moves the focus there (catches a run without the limit that was typed)', async ({
  window,
}) => {
  const { core, page } = window;
  const { id } = await createDraft(window, 'text\nred', { name: 'Limited' });
  await openRun(page, 'Limited');
  const tokens = page.getByLabel(runEditorText.start.limitTokens);
  await tokens.fill('100k');
  for (const name of [runEditorText.start.start, runEditorText.start.dryRun(1)]) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(tokens).toBeFocused();
  }
  expect((await core.call('runs.read', { id })).state).toBe('draft');
  await tokens.fill('100,000');
  await page.getByRole('button', { name: runEditorText.start.start }).press('Enter');
  await expect.poll(async () => (await core.call('runs.read', { id })).state).toBe('finished');
  expect((await core.call('runs.read', { id })).recipe.limits.tokens).toBe(100_000);
});

test('starts nothing while a field of another step is invalid, and moves the focus there (catches a run with the value before)', async ({
  window,
}) => {
  const { core, page } = window;
  const schema = { type: 'object', properties: { tone: { type: 'string' } }, required: ['tone'], additionalProperties: false };
  const { id } = await createDraft(window, 'text\nred', { name: 'Wrong', answer: { kind: 'json', schema } });
  await openRun(page, 'Wrong');
  const start = page.getByRole('button', { name: runEditorText.start.start });
  const expectFocused = async (field: Locator) => {
    await start.press('Enter');
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
  };
  const temperature = page.getByRole('textbox', { name: sharedText.parameters.temperature });
  await temperature.fill('3');
  await expectFocused(temperature);
  await temperature.fill('1');
  await page.getByRole('button', { name: runEditorText.answer.addField }).press('Enter');
  const name = page.getByRole('textbox', { name: runEditorText.answer.fieldName }).last();
  await name.fill('tone');
  await expectFocused(name);
  await name.fill('year');
  await page.getByRole('button', { name: runEditorText.answer.writeSchema }).press('Enter');
  const written = page.getByRole('textbox', { name: runEditorText.answer.schema });
  await written.fill('{');
  await expectFocused(written);
  expect((await core.call('runs.read', { id })).state).toBe('draft');
});

test('keeps the labels of a reopened draft when another form of the answer is looked at (catches labels replaced by none)', async ({
  window,
}) => {
  const { core, page } = window;
  const answer = { kind: 'labels', labels: ['red', 'blue'] } as const;
  const { id } = await createDraft(window, 'text\nred', { name: 'Looked', answer });
  await openRun(page, 'Looked');
  await page.getByRole('radio', { name: runEditorText.answer.pattern.title }).press('Space');
  await page.getByRole('textbox', { name: runEditorText.answer.patternField }).fill('r.d');
  await page.getByRole('radio', { name: runEditorText.answer.labels.title }).press('Space');
  await expect(page.getByRole('textbox', { name: runEditorText.answer.labelsField })).toHaveValue('red\nblue');
  await page.getByRole('radio', { name: runEditorText.answer.pattern.title }).press('Space');
  await expect(page.getByRole('textbox', { name: runEditorText.answer.patternField })).toHaveValue('r.d');
  await page.getByRole('radio', { name: runEditorText.answer.labels.title }).press('Space');
  await expect(page.getByRole('textbox', { name: runEditorText.answer.labelsField })).toHaveValue('red\nblue');
  await expect.poll(async () => (await core.call('runs.read', { id })).recipe.answer).toEqual(answer);
});

test('removes a JSON field and keeps the values of the others (catches the values of the removed one in the next)', async ({ window }) => {
  const { core, page } = window;
  const choice = (...values: readonly string[]) => ({ type: 'string', enum: values });
  const properties = { tone: choice('kind', 'harsh'), size: choice('small', 'large') };
  const schema = { type: 'object', properties, required: ['tone', 'size'], additionalProperties: false };
  const { id } = await createDraft(window, 'text\nred', { name: 'Removed', answer: { kind: 'json', schema } });
  await openRun(page, 'Removed');
  const remove = (name: string) => page.getByRole('button', { name: runEditorText.answer.removeField(name) });
  await remove('tone').press('Enter');
  await expect(remove('size')).toBeFocused();
  const choices = page.getByRole('textbox', { name: runEditorText.answer.fieldChoices });
  await expect(choices).toHaveValue('small, large');
  await choices.press('End');
  await page.keyboard.type(', huge');
  await expect
    .poll(async () => (await core.call('runs.read', { id })).recipe.answer)
    .toMatchObject({ schema: { properties: { size: choice('small', 'large', 'huge') }, required: ['size'] } });
  await remove('size').press('Enter');
  await expect(remove('')).toBeFocused();
  await page.getByRole('textbox', { name: runEditorText.answer.fieldName }).focus();
  await page.keyboard.type('year');
  await expect(page.getByRole('textbox', { name: runEditorText.answer.fieldName })).toHaveValue('year');
});

test('shows any row of a long table by keys and scrolling, and renders few rows', async ({ window, page }) => {
  const rows = Array.from({ length: 30_000 }, (_, index) => `row ${index + 1}`).join('\n');
  const { id } = await createDraft(window, `text\n${rows}`, { name: 'Long', limits: { rows: 3, tokens: null, minutes: null } });
  await finishRun(window, id);
  await openRun(page, 'Long');
  await expect(page.getByText(runsText.reasons.rows)).toBeVisible();
  const grid = resultGrid(page);
  await expect(grid).toHaveAttribute('aria-rowcount', '30001');
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('row').last()).toContainText('row 30000');
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  await grid.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  await expect(grid.getByRole('gridcell', { name: 'row 15005', exact: true })).toBeVisible();
});

test('shows more of many labels by keyboard', async ({ window, page }) => {
  const rows = Array.from({ length: 120 }, (_, index) => `answer${index},truth${index}`).join('\n');
  const { id } = await createDraft(window, `text,truth\n${rows}`, { name: 'Distinct', truthColumn: 'truth' });
  await finishRun(window, id);
  await openRun(page, 'Distinct');
  await page.getByRole('radio', { name: runsText.run.statistics }).press('Space');
  await expect(page.getByText(runStatisticsText.labelsShown(200, 240))).toBeVisible();
  await expectAccessible(window, 'statistics of many labels');
  const more = page.getByRole('button', { name: runStatisticsText.showMoreLabels });
  await more.press('Enter');
  await expect(page.getByText(runStatisticsText.labelsShown(240, 240))).toBeVisible();
  await expect(more).toBeFocused();
  await expect(more).toBeDisabled();
});

test('keeps an answer open whose row leaves the view (catches a retry or a label of another row)', async ({ window, service }) => {
  const { core, page } = window;
  await connectTo(core, service, { hasInstance: false, keeping: 'until-quit' });
  const { id } = await createDraft(window, 'text\nred\nblue\ngreen', { name: 'Refused' });
  const accept = service.demo.fault({ kind: 'status', status: 413, endpoint: 'chat' });
  await finishRun(window, id);
  accept();
  await openRun(page, 'Refused');
  await page.getByRole('switch', { name: runResultsText.errorsOnly }).press('Space');
  const grid = resultGrid(page);
  await expect(grid.getByRole('row')).toHaveCount(4);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('row').nth(2)).toContainText('blue');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: runResultsText.cell.title(2, '') });
  const retry = dialog.getByRole('button', { name: runResultsText.cell.retry });
  await retry.press('Enter');
  await expect(page.getByText(runResultsText.total(2, 3))).toBeVisible();
  await expect(retry).toHaveCount(0);
  await expect(dialog).toContainText('blue');
  const good = dialog.getByRole('button', { name: runResultsText.good });
  for (const isPressed of ['true', 'false', 'true']) {
    await good.press('Enter');
    await expect(good).toHaveAttribute('aria-pressed', isPressed);
  }
  await dialog.getByRole('button', { name: runResultsText.cell.next }).press('Enter');
  const other = page.getByRole('dialog', { name: runResultsText.cell.title(3, '') });
  await expect(other.getByRole('button', { name: runResultsText.cell.retry })).toBeVisible();
  const view = { sort: null, filters: [] };
  const rows = async () => (await core.call('runs.page', { id, view, offset: 0, limit: 3 })).rows;
  await expect.poll(async () => (await rows()).map(({ label }) => label)).toEqual([null, 'good', null]);
});

test('runs an OpenAI batch file chosen by the user, without a prompt', both('file dialogs'), async ({ open, profile }) => {
  const file = path.join(profile, 'batch.jsonl');
  const lines = ['red', 'blue'].map((colour, index) => ({
    custom_id: `line-${index}`,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'beta-4-scout', messages: [{ role: 'user', content: `Say ${colour}` }] },
  }));
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const window = await open({ dialogs: { file } });
  const { page } = window;
  await expect(page.getByRole('contentinfo')).toContainText('Demo'); // a run created before has no model
  await goTo(page, 'Runs');
  await page.getByRole('button', { name: runsText.list.create }).press('Enter');
  await page.getByRole('button', { name: runEditorText.data.choose }).press('Enter');
  await expect(page.getByRole('combobox', { name: runEditorText.data.format })).toContainText(runEditorText.data.formats['openai-batch']);
  await expect(page.getByRole('region', { name: runEditorText.data.previewLabel('batch.jsonl') })).toContainText('line-1');
  await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
  await expect(page.getByText(runEditorText.prompt.batch)).toBeVisible();
  await page.getByRole('button', { name: runEditorText.models.remove('beta-4-scout') }).press('Enter');
  const start = page.getByRole('button', { name: runEditorText.start.start });
  await expect(start).toBeEnabled(); // once the rows are counted
  await expectAccessible(window, 'the draft of a batch');
  await start.press('Enter');
  await expect(page.getByText(runsText.reasons.complete)).toBeVisible();
  await expect(resultGrid(page)).toContainText('blue');
});

test('builds JSON fields by clicking, and writes them as a schema', quick, async ({ window, core, page }) => {
  const { id } = await createDraft(window, 'text\none', { name: 'Fields' });
  await openRun(page, 'Fields');
  await page.getByRole('radio', { name: runEditorText.answer.json.title }).press('Space');
  await page.getByRole('textbox', { name: runEditorText.answer.fieldName }).fill('tone');
  await page.getByRole('combobox', { name: runEditorText.answer.fieldType }).press('Enter');
  await page.getByRole('option', { name: runEditorText.answer.types.choice }).press('Enter');
  await page.getByRole('textbox', { name: runEditorText.answer.fieldChoices }).fill('kind, harsh');
  await page.getByRole('button', { name: runEditorText.answer.addField }).press('Enter');
  await page.getByRole('textbox', { name: runEditorText.answer.fieldName }).last().fill('tone');
  await expect(page.getByText(runEditorText.answer.duplicateField)).toBeVisible();
  await page.getByRole('textbox', { name: runEditorText.answer.fieldName }).last().fill('year');
  await expectAccessible(window, 'JSON fields');
  await page.getByRole('button', { name: runEditorText.answer.writeSchema }).press('Enter');
  const schema = page.getByRole('textbox', { name: runEditorText.answer.schema });
  await expect(schema).toHaveValue(/"harsh"/);
  await schema.fill('{');
  await expect(page.getByText(runEditorText.answer.schemaInvalid)).toBeVisible();
  await schema.fill('{"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}}');
  await expect(page.getByText(runEditorText.answer.fieldsUnavailable)).toBeVisible();
  await expect
    .poll(async () => (await core.call('runs.read', { id })).recipe.answer)
    .toEqual({ kind: 'json', schema: { type: 'object', properties: { a: { type: 'number', minimum: 1 } } } });
});

test('keeps typed text when the run is left at once and when the page is reloaded', reloads, async ({ window, page }) => {
  await createDraft(window, 'text\none', { name: 'Kept' });
  await openRun(page, 'Kept');
  await page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true }).fill('Repeat {{text}}');
  // leave and open it again before it is saved
  await page.getByRole('button', { name: runsText.heading.all }).press('Enter');
  await openRun(page, 'Kept');
  await expect(page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true })).toHaveValue('Repeat {{text}}');
  await reload(page);
  await openRun(page, 'Kept');
  await expect(page.getByRole('textbox', { name: runEditorText.prompt.user, exact: true })).toHaveValue('Repeat {{text}}');
});

test('keeps a note open that is edited while another one is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const window = await open({ prepare: (opened) => holdReplies(opened, 'runs.label') });
  const { core, page } = window;
  const { id } = await createDraft(window, 'text\nred\nblue', { name: 'Noted' });
  await finishRun(window, id);
  await openRun(page, 'Noted');
  const grid = resultGrid(page);
  const note = page.getByRole('textbox', { name: runResultsText.cell.noteField });
  const view = { sort: null, filters: [] };
  const notes = async () => (await core.call('runs.page', { id, view, offset: 0, limit: 2 })).rows.map((row) => row.note);
  await expect(grid).toContainText('blue'); // there is no row to note on before
  await grid.focus();
  await page.keyboard.press('n');
  await note.fill('one');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(notes).toEqual(['one', '']);
  await page.getByRole('button', { name: uiText.cancel }).press('Enter');
  await expect(note).toHaveCount(0);
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('n');
  await note.fill('two');
  await releaseReplies(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(notes).toEqual(['one', 'two']);
  await expect(note).toHaveCount(0);
});

test(
  'shows a chosen file and keeps the focus in a field where the user types (catches typed text that is lost)',
  slowBridge,
  async ({ open, profile }) => {
    const file = path.join(profile, 'late.csv');
    await writeFile(file, 'text\none');
    const window = await open({ dialogs: { file }, prepare: (opened) => holdReplies(opened, 'shell.chooseRunTable') });
    const { page } = window;
    await createDraft(window, 'text\nred', { name: 'Typed' });
    await openRun(page, 'Typed');
    const choose = page.getByRole('button', { name: runEditorText.data.chooseOther });
    const preview = page.getByRole('group', { name: 'late.csv' });
    const name = page.getByRole('textbox', { name: runEditorText.name, exact: true });
    await choose.press('Enter');
    await name.focus();
    await releaseReplies(page);
    await expect(preview).toBeVisible();
    await expect(name).toBeFocused();
    await preview.getByRole('button', { name: runEditorText.data.cancel }).press('Enter');
    await choose.press('Enter');
    await expect(preview).toBeFocused();
  },
);
