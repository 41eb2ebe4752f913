import path from 'node:path';
import type { Page } from 'playwright/test';
import { notebookText } from '../../renderer/notebook/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { readSavedFile } from '../support/saved-file.ts';
import { both, expect, quick, test } from '../support/window.ts';
import {
  beginning,
  button,
  continueBeginning,
  notebookField,
  openNotebook,
  pressButton,
  setParameter,
} from '../support/window-notebook.ts';

const text = notebookText.export;

/** Chooses an entry of the Export menu by keyboard. */
async function chooseExport(page: Page, name: string): Promise<void> {
  await pressButton(page, text.button);
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const titles = await page.getByRole('menuitem').allTextContents();
  for (let step = 0; step < titles.indexOf(name); step += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

test('exports a text as plain text, Markdown, JSON with tokens and HTML with shading', quick, async ({ open, service, profile }) => {
  const window = await open({ dialogs: { file: path.join(profile, 'unused') } });
  const { page } = window;
  const field = await openNotebook({ window, service, profile });
  const written = await continueBeginning(page, 12);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' <b>The end</b>');
  const whole = `${written} <b>The end</b>`;
  const exported = async (format: 'text' | 'markdown' | 'json' | 'html') => {
    const file = path.join(profile, `saved.${format}`);
    await window.dialogs.answer({ file });
    await chooseExport(page, text.as(format));
    return readSavedFile(file);
  };
  expect(await exported('text')).toBe(`${whole}\n`);
  expect(await exported('markdown')).toContain(`\n${whole}\n`);
  const html = await exported('html');
  expect(html).toContain('&lt;b&gt;The end&lt;/b&gt;');
  expect(html).toMatch(/title="Probability [\d.e-]+%/);
  expect(html).not.toContain('<script');
  expect(JSON.parse(await exported('json'))).toMatchObject({
    conversations: [{ messages: [{ text: beginning }, { answer: { logprobs: expect.any(Array) } }, { text: whole }] }],
  });
  await expect(field).toHaveValue(whole);
});

test('copies the request of the last continuation as curl and Python', both('the clipboard'), async ({ window, service, profile }) => {
  const { page } = window;
  await openNotebook({ window, service, profile });
  await setParameter(page, sharedText.parameters.minP, '0.1');
  await continueBeginning(page, 8);
  await chooseExport(page, text.copyRequest('curl'));
  await expect.poll(window.clipboard).toContain('/v1/completions');
  const curl = await window.clipboard();
  expect(curl).toContain(`"prompt":"${beginning}"`);
  expect(curl).toContain('"max_tokens":8');
  expect(curl).toContain('"min_p":0.1');
  await chooseExport(page, text.copyRequest('python'));
  await expect.poll(window.clipboard).toContain('completions.create(');
  expect(await window.clipboard()).toContain(`prompt="${beginning}"`);
});

test('offers no export of an empty text, and no request before the first continuation', async ({ window, page, service, profile }) => {
  await openNotebook({ window, service, profile });
  await expect(button(page, text.button)).toBeDisabled();
  await notebookField(page).fill(beginning);
  await pressButton(page, text.button);
  await expect(page.getByRole('menuitem', { name: text.copyRequest('curl') })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: text.as('text') })).toBeEnabled();
});
