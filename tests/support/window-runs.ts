import type { Page } from 'playwright/test';
import type { Recipe } from '../../electron/contract/run-recipe.ts';
import type { RunDetails } from '../../electron/contract/runs.ts';
import { runResultsText } from '../../renderer/runs/results/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import type { OpenedWindow } from './opened-window.ts';
import { expect, goTo } from './window.ts';

/** Rows that the demo answers by repeating them, with a truth that is wrong once. */
export const colours = [
  'text,truth',
  'red,red',
  'blue,blue',
  'red,blue',
  'green,green',
  'blue,blue',
  'red,red',
  'green,green',
  'blue,blue',
].join('\n');

/** Creates a draft through the core's routes. */
export async function createDraft({ core }: Pick<OpenedWindow, 'core'>, table: string, changes: Partial<Recipe>): Promise<RunDetails> {
  const { recipe, id } = await core.call('runs.create', { recipe: null });
  const draft = {
    ...recipe,
    templates: [{ id: 'a', name: 'Prompt', system: '', user: 'Say {{text}}' }],
    models: [{ id: 'm1', model: 'beta-4-scout', parameters: { temperature: 0, seed: 7 } }],
    ...changes,
  };
  await core.call('runs.change', { id, recipe: draft });
  const source = await core.call('runs.pasteTable', { text: table });
  return core.call('runs.readTable', { id, sourceId: source.id, options: source.detected });
}

/** Starts a draft and waits for its end. */
export async function finishRun({ core }: Pick<OpenedWindow, 'core'>, id: string): Promise<void> {
  await core.call('runs.start', { id });
  await expect.poll(async () => (await core.call('runs.read', { id })).state).toBe('finished');
}

/** Opens a run from the list by keyboard. */
export async function openRun(page: Page, name: string): Promise<void> {
  await goTo(page, 'Runs');
  await page
    .getByRole('list', { name: runsText.list.title })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Returns the result table. */
export function resultGrid(page: Page) {
  return page.getByRole('grid', { name: runResultsText.label });
}
