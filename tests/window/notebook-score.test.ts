import path from 'node:path';
import Papa from 'papaparse';
import type { Locator, Page } from 'playwright/test';
import { notebookText } from '../../renderer/notebook/text.ts';
import { readSavedFile } from '../support/saved-file.ts';
import { both, expect, expectAccessible, quick, test } from '../support/window.ts';
import { continueBeginning, openNotebook, pressButton, tokenCount, tokenPopup } from '../support/window-notebook.ts';

const text = notebookText.score;
const pair = ['The cat sat on the mat.', 'The cat sit on the mat.'] as const;
const lines = ['The road leads over wet ground.', 'Ground wet over leads road the.', '1, 2, 3, 4, 5, 6'] as const;

const table = (page: Page, name: string): Locator => page.getByRole('table', { name, exact: true });
const textsField = (page: Page): Locator => page.getByRole('textbox', { name: text.texts });
const scoredField = (page: Page): Locator => page.getByRole('textbox', { name: text.details });

/** The figures of a row. */
interface Figures {
  readonly name: string;
  readonly tokens: number;
  readonly logprob: number;
  readonly perplexity: number;
}

/** Reads the rows of a table below its head. */
async function figuresIn(of: Locator): Promise<readonly Figures[]> {
  const rows = await of.locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const number = (cell = ''): number => Number(cell.replaceAll(',', '').replace('−', '-'));
  return rows.map(([name = '', tokens, logprob, perplexity]) => ({
    name,
    tokens: number(tokens),
    logprob: number(logprob),
    perplexity: number(perplexity),
  }));
}

/** Switches to Score by keyboard. */
async function openScore(page: Page): Promise<void> {
  await page.getByRole('radio', { name: notebookText.views.write }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: notebookText.views.score })).toBeChecked();
}

test('scores texts of which one has a mistake, and shows a token’s alternatives', quick, async ({ window, page, service, profile }) => {
  await openNotebook({ window, service, profile });
  await continueBeginning(page, 8);
  await expect(tokenCount(page)).toBeVisible();
  await openScore(page);
  await expect(page.getByText(text.empty)).toBeVisible();
  await expectAccessible(window, 'Notebook, nothing scored');
  await textsField(page).fill(pair.join('\n'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(table(page, text.results).getByRole('row')).toHaveCount(3);
  await expectAccessible(window, 'Notebook, with scores');
  for (const { tokens, logprob, perplexity } of await figuresIn(table(page, text.results)))
    expect(Math.log(perplexity)).toBeCloseTo(-logprob / tokens, 3);

  await scoredField(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+ArrowDown');
  const popup = tokenPopup(page);
  await expect(popup).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await expect(scoredField(page)).toBeFocused();

  await pressButton(page, text.takeText);
  await pressButton(page, text.score);
  await expect(table(page, text.results).getByRole('row')).toHaveCount(2);
});

test('shows the perplexity of each line and of a selection (catches figures of the wrong tokens)', async ({ window, service, profile }) => {
  const { page } = window;
  await openNotebook({ window, service, profile });
  await openScore(page);
  await textsField(page).fill(lines.join('\n'));
  await page.getByRole('radio', { name: text.separators.lines }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: text.separators.whole })).toBeChecked();
  await pressButton(page, text.score);
  const details = table(page, text.parts);
  await expect(details.getByRole('row')).toHaveCount(2 + lines.length);
  const [whole, ...each] = await figuresIn(details);
  expect(each.map(({ name }) => name)).toEqual(lines.map((_, index) => text.line(index + 1)));
  const sum = (name: 'tokens' | 'logprob') => each.reduce((all, line) => all + line[name], 0);
  expect(sum('tokens')).toBe(whole?.tokens);
  expect(sum('logprob')).toBeCloseTo(whole?.logprob ?? 0, 2);
  expect(new Set(each.map(({ perplexity }) => perplexity)).size).toBe(lines.length);

  // the second line alone, then everything
  const selection = details.getByRole('row', { name: new RegExp(`^${text.selection}`) });
  const selected = async () => (await figuresIn(details)).find(({ name }) => name === text.selection);
  await scoredField(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (const _ of `${lines[0]}\n`) await page.keyboard.press('ArrowRight');
  for (const _ of `${lines[1]}\n`) await page.keyboard.press('Shift+ArrowRight');
  await expect(selection).toBeVisible();
  await expect.poll(selected).toEqual({ ...each[1], name: text.selection });
  await expectAccessible(window, 'Notebook, with the perplexity of a selection');
  await page.keyboard.press('ControlOrMeta+a');
  await expect.poll(selected).toEqual({ ...whole, name: text.selection });
});

test('saves the scores of texts and of tokens as CSV', both('file dialogs'), async ({ open, service, profile }) => {
  const file = path.join(profile, 'scores.csv');
  const window = await open({ dialogs: { file } });
  const { page } = window;
  await openNotebook({ window, service, profile });
  await openScore(page);
  await textsField(page).fill(`${pair.join('\n')}\n=1+1, "quoted"`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(table(page, text.results).getByRole('row')).toHaveCount(4);
  const shown = await figuresIn(table(page, text.results));
  const parse = async (saved: string) =>
    Papa.parse<Record<string, string>>((await readSavedFile(saved)).replace('\uFEFF', ''), { header: true, skipEmptyLines: true }).data;

  await pressButton(page, text.exportTexts);
  const rows = await parse(file);
  expect(rows.map((row) => row['text'])).toEqual([...pair, '\'=1+1, "quoted"']); // an apostrophe, so that it is no formula
  for (const [index, row] of rows.entries()) {
    expect(Number(row['scored_tokens'])).toBe(shown[index]?.tokens);
    expect(Number(row['logprob'])).toBeCloseTo(shown[index]?.logprob ?? 0, 2);
    expect(Number(row['perplexity'])).toBeCloseTo(shown[index]?.perplexity ?? 0, 2);
  }

  const tokensFile = path.join(profile, 'tokens.csv');
  await window.dialogs.answer({ file: tokensFile });
  await pressButton(page, text.exportTokens);
  const tokens = (await parse(tokensFile)).filter((row) => row['text_number'] === '1');
  expect(tokens.map((row) => row['token']).join('')).toBe(pair[0]);
  expect(tokens.reduce((all, row) => all + Number(row['logprob']), 0)).toBeCloseTo(shown[0]?.logprob ?? 0, 2);
});
