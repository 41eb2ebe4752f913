import { sharedText } from '../../renderer/shared/text.ts';
import type { Locator, Page } from 'playwright/test';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { connectTo, trustInstance, type TestService } from '../support/test-service.ts';
import { expect, expectAccessible, goTo, reload, test, type TestWindow } from '../support/window.ts';
import { context } from '../support/call-context.ts';
import { must } from '../support/must.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { completionText } from '../../renderer/completion/text.ts';

interface Place {
  readonly window: TestWindow;
  readonly service: TestService;
  readonly profile: string;
}

const beginning = 'Once upon a time';
const field = (page: Page): Locator => page.getByRole('textbox', { name: completionText.text, exact: true });
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** Returns the text in the model's colour. */
const byModel = async (page: Page): Promise<string> => (await page.locator('[data-by="model"]').allTextContents()).join('');

/** Opens the page in direct mode, connected to the test's service. */
async function completeOn({ window: { core, page }, service, profile }: Place): Promise<Locator> {
  await trustInstance(profile, service);
  await connectTo(core, service, { mode: 'direct' });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Completion');
  return field(page);
}

/** Makes the model write a few words and then stall. */
async function beginWriting(page: Page, service: TestService): Promise<void> {
  service.demo.fault({ kind: 'stall', after: 6, endpoint: 'completion', count: 'once' });
  await field(page).fill(beginning);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => byModel(page)).not.toBe('');
  await expect(button(page, completionText.stop)).toBeVisible();
}

test('rejects raw text through the proxy with a reason, streams it directly in its own colour, and undoes and redoes it', async ({
  window,
}) => {
  const { page } = window;
  await goTo(page, 'Completion');
  await expect(page.getByText(completionText.proxy.title)).toBeVisible();
  await expect(page.getByText(completionText.proxy.hint)).toBeVisible();
  await expectAccessible(window, 'Completion, through the proxy');
  await button(page, completionText.proxy.switch).click();
  const text = field(page);
  await expect(button(page, completionText.continue)).toBeDisabled();
  await expect(text).toHaveAttribute('placeholder', completionText.placeholder);
  await text.fill(beginning);
  await page.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('0');
  await expect(page.getByText(describeFailure(failure('number-too-small', { min: 1 })).message)).toBeVisible();
  await page.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('24');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(completionText.endedAfter(completionText.endings.length, 24))).toBeVisible();
  const written = await text.inputValue();
  expect(written.startsWith(beginning)).toBe(true);
  const own = written.slice(beginning.length);
  expect(own.length).toBeGreaterThan(0);
  expect(await byModel(page)).toBe(own);
  const colours = await page.evaluate(() =>
    [...document.querySelectorAll('.authored-text-highlight > span')].map((piece) => getComputedStyle(piece).color),
  );
  expect(new Set(colours).size).toBe(2);
  await expectAccessible(window, 'Completion, with text of the model');

  await button(page, completionText.continue).click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
  await expect(button(page, completionText.continue)).toBeEnabled(); // only once the text is complete
  expect(await byModel(page)).toBe((await text.inputValue()).slice(beginning.length));
  await button(page, completionText.undo).click();
  await expect(text).toHaveValue(written);
  await button(page, completionText.undo).click();
  await expect(text).toHaveValue(beginning);
  await button(page, completionText.redo).click();
  await expect(text).toHaveValue(written);
  expect(await byModel(page)).toBe(own);

  // Text before the edit stays the model's. Text from the edit on becomes the user's.
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
  await text.focus();
  await page.keyboard.type('Well. ');
  await expect(text).toHaveValue(`Well. ${written}`);
  await expect.poll(() => byModel(page)).toBe(own);
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(area.value.length - 1, area.value.length - 1));
  await page.keyboard.type('!');
  await expect.poll(() => byModel(page)).toBe('');
  await button(page, completionText.undo).click();
  await expect(text).toHaveValue(written);
});

test('keeps the model’s colour and the conversation across windows until the text is edited', async ({ window }) => {
  const { page } = window;
  await goTo(page, 'Completion');
  await button(page, completionText.proxy.switch).click();
  const text = field(page);
  await text.fill(beginning);
  await page.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('16');
  await button(page, completionText.continue).click();
  await expect(page.getByText(completionText.endedAfter(completionText.endings.length, 16))).toBeVisible();
  const written = await text.inputValue();
  await button(page, completionText.continue).click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
  await expect(button(page, completionText.continue)).toBeEnabled();
  const all = await text.inputValue();

  await reload(page);
  await goTo(page, 'Completion');
  await expect(text).toHaveValue(all);
  await expect.poll(() => byModel(page)).toBe(all.slice(beginning.length));
  await expect(button(page, completionText.continue)).toBeEnabled();
  await button(page, completionText.undo).click();
  await expect(text).toHaveValue(written);
  expect(await byModel(page)).toBe(written.slice(beginning.length));

  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('!');
  const touched = await text.inputValue();
  await expect.poll(async () => must(await window.core.handlers['drafts.read']({ key: 'complete' }, context)).text).toBe(touched);
  await reload(page);
  await goTo(page, 'Completion');
  await expect(text).toHaveValue(touched);
  expect(await byModel(page)).toBe('');
  await expect(page.getByRole('listbox', { name: conversationsText.title }).getByRole('option')).toHaveCount(1);
});

test('continues a streaming text after a reload', async ({ window, service, profile }) => {
  const { page } = window;
  const text = await completeOn({ window, service, profile });
  await beginWriting(page, service);
  await reload(page);
  await goTo(page, 'Completion');
  await expect(button(page, completionText.stop)).toBeVisible();
  await expect.poll(() => byModel(page)).not.toBe('');
  // compares both at once, because more text may arrive
  const { own, whole } = await page.evaluate(() => ({
    own: [...document.querySelectorAll('[data-by="model"]')].map(({ textContent }) => textContent).join(''),
    whole: [...document.querySelectorAll('textarea')].map(({ value }) => value),
  }));
  expect(whole).toContain(beginning + own);
  await button(page, completionText.stop).click();
  await expect(page.getByText(new RegExp(`^${completionText.endings.stopped}`))).toBeVisible();
  expect(await text.inputValue()).toContain(beginning + own);
  await button(page, completionText.undo).click();
  await expect(text).toHaveValue(beginning);
});

test('stops a text, keeps it, and shows it in the history with the model’s part marked', async ({ window, service, profile }) => {
  const { page } = window;
  const text = await completeOn({ window, service, profile });
  await beginWriting(page, service);
  await expectAccessible(window, 'Completion, while the model writes');
  await text.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText(new RegExp(`^${completionText.endings.stopped}`))).toBeVisible();
  await expect.poll(() => service.demo.aborts()).toBe(1);
  const written = await text.inputValue();
  const own = written.slice(beginning.length);
  expect(own).not.toBe('');

  await button(page, completionText.newText).click();
  await expect(text).toHaveValue('');
  await reload(page);
  await page
    .getByRole('listbox', { name: conversationsText.title })
    .getByRole('option', { name: /Once upon/ })
    .click();
  await expect(text).toHaveValue(written);
  await expect.poll(() => byModel(page)).toBe(own);
  await button(page, completionText.continue).click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
});

test('shows a failure with its remedy and keeps the text', async ({ window, service, profile }) => {
  const { page } = window;
  const text = await completeOn({ window, service, profile });
  service.demo.fault({ kind: 'status', status: 500, endpoint: 'completion', count: 'once' });
  await text.fill(beginning);
  await page.getByRole('textbox', { name: sharedText.parameters.stop.label }).fill('sea\n\\n\\n');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '500' })).toBeVisible();
  await expectAccessible(window, 'Completion, failed');
  await expect(text).toHaveValue(beginning);
  await button(page, completionText.continue).click();
  await expect(page.getByText(completionText.endings.finished)).toBeVisible();
  expect(await byModel(page)).not.toContain('sea');
});
