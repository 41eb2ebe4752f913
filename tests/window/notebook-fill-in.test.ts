import type { Page } from 'playwright/test';
import { notebookText } from '../../renderer/notebook/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import type { TestService } from '../support/test-service.ts';
import { expect, quick, test } from '../support/window.ts';
import { button, caretOf, notebookField, openNotebook, setParameter } from '../support/window-notebook.ts';

const before = 'The boat left the';
const after = ' and reached the lighthouse.';

/** Chooses a model by keyboard. */
async function chooseModel(page: Page, model: string): Promise<void> {
  await page.locator('[data-model-picker]').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: sharedText.modelPicker.search })).toBeFocused();
  await page.keyboard.type(model);
  const list = page.getByRole('listbox', { name: sharedText.modelPicker.models });
  await expect(list.locator('[data-highlighted]')).toContainText(model);
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(page.locator('[data-model-picker]')).toContainText(model);
}

/** Continues between two texts by keyboard. Returns the prompt of the request and the new text. */
async function fillIn(page: Page, service: TestService): Promise<{ readonly prompt: unknown; readonly written: string }> {
  const field = notebookField(page);
  await field.fill(before + after);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (const _ of before) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText(notebookText.endings.length)).toBeVisible();
  const { body } = service.demo.requests().findLast(({ endpoint }) => endpoint === 'completion') ?? {};
  const whole = await field.inputValue();
  expect([whole.startsWith(before), whole.endsWith(after)]).toEqual([true, true]);
  await expect.poll(() => caretOf(field)).toBe(whole.length - after.length);
  return { prompt: (body as { readonly prompt?: unknown } | undefined)?.prompt, written: whole.slice(before.length, -after.length) };
}

test(
  'fills in the text at the cursor if the model’s template is known, and otherwise continues the text before it',
  quick,
  async ({ window, page, service, profile }) => {
    await openNotebook({ window, service, profile });
    await setParameter(page, sharedText.parameters.maxTokens, '12');
    const atCursor = button(page, notebookText.continueAtCursor);

    await chooseModel(page, 'beta-4-scout');
    await expect(atCursor).toHaveAccessibleDescription(notebookText.readsSuffix('beta-4-scout'));
    const filled = await fillIn(page, service);
    expect(filled.prompt).toBe(`<|fim_prefix|>${before}<|fim_suffix|>${after}<|fim_middle|>`);
    expect(filled.written).toContain('reached'); // the demo leads to the first word after the cursor

    await button(page.getByRole('main'), notebookText.newText).focus();
    await page.keyboard.press('Enter');
    await chooseModel(page, 'alpha-R1');
    await expect(atCursor).toHaveAccessibleDescription(notebookText.ignoresSuffix('alpha-R1'));
    const continued = await fillIn(page, service);
    expect(continued.prompt).toBe(before);
    expect(continued.written).not.toBe('');
  },
);
