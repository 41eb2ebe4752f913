import { expect, type Locator, type Page } from 'playwright/test';
import { sharedText } from '../../renderer/shared/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
import { connectTo, trustInstance, type TestService } from './test-service.ts';
import { goTo, type TestWindow } from './window.ts';

interface NotebookFixtures {
  readonly window: TestWindow;
  readonly service: TestService;
  readonly profile: string;
}

/** A text that the model continues. */
export const beginning = 'Once upon a time';

export const notebookField = (page: Page): Locator => page.getByRole('textbox', { name: notebookText.text, exact: true });

export const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The popup with the alternatives of any token. */
export const tokenPopup = (page: Page): Locator => page.getByRole('dialog', { name: sharedText.tokens.alternativesTo('').slice(0, -1) });

/** The number of tokens, with what is left of the context. */
export const tokenCount = (page: Page): Locator =>
  page.getByRole('status', { name: notebookText.count.label }).filter({ hasText: notebookText.count.left(0).slice(1) });

/** Opens the notebook in direct mode, connected to the test's service. */
export async function openNotebook({ window: { core, page }, service, profile }: NotebookFixtures): Promise<Locator> {
  await trustInstance(profile, service);
  await connectTo(core, service, { mode: 'direct' });
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  await goTo(page, 'Notebook');
  return notebookField(page);
}

/** Presses a button by keyboard. */
export async function pressButton(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

/** Sets a parameter in the panel, by keyboard, and closes it. */
export async function setParameter(page: Page, name: string, value: string): Promise<void> {
  await pressButton(page, notebookText.parameters.button);
  const panel = page.getByRole('complementary', { name: notebookText.parameters.label });
  await panel.getByRole('textbox', { name, exact: true }).fill(value);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(notebookField(page)).toBeFocused();
}

/** Returns where the cursor is. It moves behind a continuation a frame after its end is shown. */
export const caretOf = (field: Locator): Promise<number> => field.evaluate((area: HTMLTextAreaElement) => area.selectionStart);

/** Writes a beginning and lets the model continue it by a few tokens. Returns the whole text. */
export async function continueBeginning(page: Page, tokens: number): Promise<string> {
  const field = notebookField(page);
  await setParameter(page, sharedText.parameters.maxTokens, String(tokens));
  await field.fill(beginning);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(notebookText.endedAfter(notebookText.endings.length, tokens))).toBeVisible();
  const written = await field.inputValue();
  await expect.poll(() => caretOf(field)).toBe(written.length);
  return written;
}
