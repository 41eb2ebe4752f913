import { sharedText } from '../../renderer/shared/text.ts';
import type { Locator, Page } from 'playwright/test';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import type { TestService } from '../support/test-service.ts';
import { holdReplies, releaseReplies, slowBridge } from '../support/hold-replies.ts';
import { expect, expectAccessible, goTo, quick, reload, test, reloads } from '../support/window.ts';
import {
  beginning,
  button,
  caretOf,
  continueBeginning,
  notebookField,
  openNotebook,
  setParameter,
  tokenCount,
  tokenPopup,
} from '../support/window-notebook.ts';
import { plainConversationSettings } from '../../electron/contract/constants.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';

const field = notebookField;
/** Returns the text in the model's colour. It is drawn a frame after the text field has it. */
const byModel = async (page: Page): Promise<string> => (await page.locator('[data-by="model"]').allTextContents()).join('');

test('counts the tokens while the model writes (catches a count of the text before)', async ({ window, page, service, profile }) => {
  await openNotebook({ window, service, profile });
  const tokens = async () => Number(/\d+/.exec(await tokenCount(page).innerText()));
  await setParameter(page, sharedText.parameters.maxTokens, '120');
  await field(page).fill(beginning);
  await expect.poll(tokens).toBeGreaterThan(0);
  const before = await tokens();
  service.demo.fault({ kind: 'stall', after: 40, endpoint: 'completion', count: 'once' });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(tokens).toBeGreaterThan(before + 20);
  await expect(button(page, notebookText.stop)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, notebookText.continue)).toBeEnabled();
});

test(
  'saves a text at a pause and when it is left, and forgets an emptied one (catches a page lost with the window)',
  reloads,
  async ({ window, page, service, profile }) => {
    await openNotebook({ window, service, profile });
    const saved = page.getByRole('listbox', { name: conversationsText.title }).getByRole('option');
    const startNew = page.getByRole('main').getByRole('button', { name: notebookText.newText });
    await field(page).fill('long thoughts');
    await startNew.press('Enter');
    await expect(field(page)).toHaveValue('');
    await field(page).fill('secret');
    await expect(saved).toHaveText([/secret/, /long thoughts/]);
    await field(page).fill('');
    await reload(page);
    await goTo(page, 'Notebook');
    await expect(field(page)).toHaveValue('');
    await saved.filter({ hasText: 'long thoughts' }).click();
    await expect(field(page)).toHaveValue('long thoughts');
    await expect(saved).toHaveText([/long thoughts/]);
    await startNew.press('Enter');
    await button(page, notebookText.undo).press('Enter');
    await expect(field(page)).toHaveValue('long thoughts');
  },
);

test('toggles its own parameters by keyboard, and returns to the text', async ({ window, page, service, profile }) => {
  await openNotebook({ window, service, profile });
  await field(page).focus();
  await page.keyboard.press('ControlOrMeta+.');
  const panel = page.getByRole('complementary', { name: notebookText.parameters.label });
  await expect(panel).toBeFocused();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(panel).toHaveCount(0);
  await expect(field(page)).toBeFocused();
});

test('chooses its own model by keyboard, and forgets the key where there is no model to choose', async ({ window, service, profile }) => {
  const { page } = window;
  await goTo(page, 'Notebook');
  await expect(page.getByText(notebookText.proxy.title)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await openNotebook({ window, service, profile });
  await field(page).focus();
  const search = page.getByRole('combobox', { name: sharedText.modelPicker.search });
  await expect(search).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(search).toBeFocused();
  await page.keyboard.type('gamma');
  await page.keyboard.press('Enter');
  await expect(button(page, sharedText.modelPicker.label('gamma-oss-120b'))).toBeVisible();
  await expect(search).toHaveCount(0);
});

test(
  'changes no text while another one is opened (catches words typed into the text before)',
  slowBridge,
  async ({ open, service, profile }) => {
    const window = await open({ prepare: (opened) => holdReplies(opened, 'history.open') });
    const { core, page } = window;
    const text = await openNotebook({ window, service, profile });
    const first = { conversationId: 'c', messageId: 'm', parentId: null, prompt: 'Saved before', settings: plainConversationSettings };
    await core.call('notebook.saveText', first);
    await text.fill('Another');
    await expect(button(page, notebookText.continue)).toBeEnabled();
    await page
      .getByRole('listbox', { name: conversationsText.title })
      .getByRole('option', { name: /Saved before/ })
      .click();
    await expect(page.getByText(notebookText.opening)).toBeVisible();
    await expect(button(page, notebookText.continue)).toBeDisabled();
    await text.focus();
    await page.keyboard.type('!');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(text).toHaveValue('Another');
    await releaseReplies(page);
    await expect(text).toHaveValue('Saved before');
    await page.keyboard.type('!');
    await expect(text).toHaveValue('Saved before!');
    await button(page, notebookText.undo).click();
    await button(page, notebookText.undo).click();
    await expect(text).toHaveValue('Another');
  },
);

/** Makes the model write a few words and then stall. */
async function beginWriting(page: Page, service: TestService): Promise<void> {
  service.demo.fault({ kind: 'stall', after: 6, endpoint: 'completion', count: 'once' });
  await field(page).fill(beginning);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => byModel(page)).not.toBe('');
  await expect(button(page, notebookText.stop)).toBeVisible();
}

test(
  'rejects raw text through the proxy with a reason, streams it directly in its own colour, and undoes and redoes it',
  quick,
  async ({ window, page }) => {
    await goTo(page, 'Notebook');
    await expect(page.getByText(notebookText.proxy.title)).toBeVisible();
    await expect(page.getByText(notebookText.proxy.hint)).toBeVisible();
    await expectAccessible(window, 'Notebook, through the proxy');
    await button(page, notebookText.proxy.switch).click();
    const text = field(page);
    await expect(button(page, notebookText.continue)).toBeDisabled();
    await expect(text).toHaveAttribute('placeholder', notebookText.placeholder);
    await text.fill(beginning);
    await button(page, notebookText.parameters.button).click();
    await page.getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('0');
    await expect(page.getByText(describeFailure(failure('number-too-small', { min: 1 })).message)).toBeVisible();
    await expectAccessible(window, 'Notebook, with parameters');
    await page.keyboard.press('Escape');
    await setParameter(page, sharedText.parameters.maxTokens, '24');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText(notebookText.endedAfter(notebookText.endings.length, 24))).toBeVisible();
    const written = await text.inputValue();
    expect(written.startsWith(beginning)).toBe(true);
    const own = written.slice(beginning.length);
    expect(own.length).toBeGreaterThan(0);
    await expect.poll(() => byModel(page)).toBe(own);
    await expect.poll(() => page.locator('[data-level]').count()).toBeGreaterThan(20); // the legend has five
    await expectAccessible(window, 'Notebook, with text of the model');

    await button(page, notebookText.continue).click();
    await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
    await expect(button(page, notebookText.continue)).toBeEnabled(); // only once the text is complete
    const both = await text.inputValue();
    await expect.poll(() => byModel(page)).toBe(both.slice(beginning.length));
    await button(page, notebookText.undo).click();
    await expect(text).toHaveValue(written);
    await button(page, notebookText.undo).click();
    await expect(text).toHaveValue(beginning);
    await button(page, notebookText.redo).click();
    await expect(text).toHaveValue(written);
    await expect.poll(() => byModel(page)).toBe(own);

    // Text before the edit stays the model's. Text from the edit on becomes the user's.
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
    await text.focus();
    await page.keyboard.type('Well. ');
    await expect(text).toHaveValue(`Well. ${written}`);
    await expect.poll(() => byModel(page)).toBe(own);
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(area.value.length - 1, area.value.length - 1));
    await page.keyboard.type('!');
    await expect.poll(() => byModel(page)).toBe(own.slice(0, -1));
    await button(page, notebookText.undo).click();
    await expect(text).toHaveValue(written);
  },
);

test('keeps the model’s colour and the conversation across windows until the text is edited', reloads, async ({ page }) => {
  await goTo(page, 'Notebook');
  await button(page, notebookText.proxy.switch).click();
  const text = field(page);
  await text.fill(beginning);
  await setParameter(page, sharedText.parameters.maxTokens, '16');
  await button(page, notebookText.continue).click();
  await expect(page.getByText(notebookText.endedAfter(notebookText.endings.length, 16))).toBeVisible();
  const written = await text.inputValue();
  await button(page, notebookText.continue).click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
  await expect(button(page, notebookText.continue)).toBeEnabled();
  const all = await text.inputValue();

  await reload(page);
  await goTo(page, 'Notebook');
  await expect(text).toHaveValue(all);
  await expect.poll(() => byModel(page)).toBe(all.slice(beginning.length));
  await expect(button(page, notebookText.continue)).toBeEnabled();
  await button(page, notebookText.undo).click();
  await expect(text).toHaveValue(written);
  await expect.poll(() => byModel(page)).toBe(written.slice(beginning.length));

  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('!');
  const touched = await text.inputValue();
  await reload(page);
  await goTo(page, 'Notebook');
  await expect(text).toHaveValue(touched);
  await expect.poll(() => byModel(page)).toBe(touched.slice(beginning.length, -2));
  await expect(page.getByRole('listbox', { name: conversationsText.title }).getByRole('option')).toHaveCount(1);
});

test('continues a streaming text after a reload', reloads, async ({ window, page, service, profile }) => {
  const text = await openNotebook({ window, service, profile });
  await beginWriting(page, service);
  await reload(page);
  await goTo(page, 'Notebook');
  await expect(button(page, notebookText.stop)).toBeVisible();
  await expect.poll(() => byModel(page)).not.toBe('');
  // compares both at once, because more text may arrive
  const { own, whole } = await page.evaluate(() => ({
    own: [...document.querySelectorAll('[data-by="model"]')].map(({ textContent }) => textContent).join(''),
    whole: [...document.querySelectorAll('textarea')].map(({ value }) => value),
  }));
  expect(whole).toContain(beginning + own);
  await button(page, notebookText.stop).click();
  await expect(page.getByText(new RegExp(`^${notebookText.endings.stopped}`))).toBeVisible();
  expect(await text.inputValue()).toContain(beginning + own);
  await button(page, notebookText.undo).click();
  await expect(text).toHaveValue(beginning);
});

test('stops a text, keeps it, and shows it in the history with the model’s part marked', async ({ window, page, service, profile }) => {
  const text = await openNotebook({ window, service, profile });
  await beginWriting(page, service);
  await expectAccessible(window, 'Notebook, while the model writes');
  await text.focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText(new RegExp(`^${notebookText.endings.stopped}`))).toBeVisible();
  await expect.poll(() => service.demo.aborts()).toBe(1);
  const written = await text.inputValue();
  const own = written.slice(beginning.length);
  expect(own).not.toBe('');

  await button(page.locator('#sidebar'), notebookText.newText).click();
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
  await reload(page);
  await page
    .getByRole('listbox', { name: conversationsText.title })
    .getByRole('option', { name: /Once upon/ })
    .click();
  await expect(text).toHaveValue(written);
  await expect.poll(() => byModel(page)).toBe(own);
  await button(page, notebookText.continue).click();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(written.length);
});

test('shows a failure with its remedy and keeps the text', async ({ window, page, service, profile }) => {
  const text = await openNotebook({ window, service, profile });
  service.demo.fault({ kind: 'status', status: 500, endpoint: 'completion', count: 'once' });
  await text.fill(beginning);
  await setParameter(page, sharedText.parameters.stop.label, 'sea\n\\n\\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '500' })).toBeVisible();
  await expectAccessible(window, 'Notebook, failed');
  await expect(text).toHaveValue(beginning);
  await button(page, notebookText.continue).click();
  await expect(page.getByText(notebookText.endings.finished)).toBeVisible();
  const own = (await text.inputValue()).slice(beginning.length);
  await expect.poll(() => byModel(page)).toBe(own);
  expect(own).not.toContain('sea');
});

const popup = tokenPopup;
const branches = (page: Page): Locator => page.getByRole('tree', { name: notebookText.branches.tree });

test(
  'shows a token’s alternatives by keyboard and by pointer, and continues from another one as a branch',
  quick,
  async ({ window, page, service, profile }) => {
    const text = await openNotebook({ window, service, profile });
    const written = await continueBeginning(page, 24);
    const first = page.locator('.shaded-copy [data-level]').first();
    await expect(first).toBeVisible();

    // by pointer, without taking the focus
    await first.hover({ force: true });
    await expect(popup(page)).toBeVisible();
    await expect(text).toBeFocused();
    await page.mouse.move(0, 0);
    await expect(popup(page)).toHaveCount(0);

    // by keyboard: at the cursor, to the next token and back, and closed again
    await text.evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), beginning.length + 1);
    await page.keyboard.press('Alt+ArrowDown');
    const options = popup(page).getByRole('option');
    await expect(options.first()).toBeVisible();
    await expect(popup(page).locator('[role=option]:focus')).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(window, 'Notebook, with alternatives');
    const name = await popup(page).getAttribute('aria-label');
    await page.keyboard.press('ArrowRight');
    await expect(popup(page)).not.toHaveAttribute('aria-label', String(name));
    await page.keyboard.press('ArrowLeft');
    await expect(popup(page)).toHaveAttribute('aria-label', String(name));
    await page.keyboard.press('Escape');
    await expect(popup(page)).toHaveCount(0);
    await expect(text).toBeFocused();

    await page.keyboard.press('Alt+ArrowDown');
    await expect(options.first()).toBeVisible();
    const unselected = options.and(page.locator('[aria-selected=false]')).first();
    await unselected.focus();
    await page.keyboard.press('Enter');
    await expect(popup(page)).toHaveCount(0);
    await expect(text).not.toHaveValue(written);
    await expect(button(page, notebookText.continue)).toBeEnabled();
    const other = await text.inputValue();
    expect(other.startsWith(beginning)).toBe(true);

    // both are branches, and Undo returns to the first
    await button(page, notebookText.branches.button).click();
    await expect(branches(page).getByRole('treeitem')).toHaveCount(2);
    await expectAccessible(window, 'Notebook, with branches');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(branches(page).getByRole('treeitem', { selected: true })).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue(written);
    await button(page, notebookText.undo).click();
    await expect(text).toHaveValue(other);

    await button(page, notebookText.branches.compare).click();
    const dialog = page.getByRole('dialog', { name: notebookText.compare.title });
    await expect(dialog.locator('mark').first()).toBeVisible();
    await expectAccessible(window, 'Notebook, comparing branches');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  },
);

test('continues at the cursor, keeps what follows, and offers several continuations', async ({ window, page, service, profile }) => {
  const text = await openNotebook({ window, service, profile });
  await setParameter(page, sharedText.parameters.maxTokens, '12');
  await text.fill('Once upon a time.\n\nThe end.');
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(16, 16));
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(page.getByText(notebookText.endedAfter(notebookText.endings.length, 12))).toBeVisible();
  const middle = await text.inputValue();
  expect([middle.startsWith('Once upon a time'), middle.endsWith('.\n\nThe end.')]).toEqual([true, true]);
  expect(middle.length).toBeGreaterThan(27);
  await expect.poll(() => caretOf(text)).toBe(middle.length - 11);

  await setParameter(page, sharedText.parameters.temperature, '1');
  await setParameter(page, sharedText.parameters.seed, '3'); // the same continuations each time, of which two differ
  await setParameter(page, notebookText.parameters.count, '3');
  await page.keyboard.press('ControlOrMeta+Enter');
  const list = page.getByRole('listbox', { name: notebookText.continuations.label });
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(button(page, notebookText.continue)).toBeEnabled();
  const first = await text.inputValue();
  await expectAccessible(window, 'Notebook, with several continuations');
  const written = await list.locator('.continuation-text').allTextContents();
  const other = written.findIndex((each) => each !== written[0]);
  expect(other).toBeGreaterThan(0);
  await list.getByRole('option', { selected: true }).focus();
  for (let step = 0; step < other; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('option').nth(other)).toHaveAttribute('aria-selected', 'true');
  await expect(text).not.toHaveValue(first);
  const second = await text.inputValue();
  await reload(page);
  await goTo(page, 'Notebook');
  await expect(text).toHaveValue(second);
});

test('accepts another number of continuations typed in place of the first (catches 14 instead of 4)', async ({
  window,
  service,
  profile,
}) => {
  const { page } = window;
  await openNotebook({ window, service, profile });
  await button(page, notebookText.parameters.button).click();
  const count = page.getByRole('textbox', { name: notebookText.parameters.count });
  await expect(count).toHaveValue('1');
  await count.press('End');
  await page.keyboard.press('Backspace');
  await expect(page.getByText(describeFailure(failure('number-out-of-range', { min: 1, max: 16 })).message)).toBeVisible();
  await page.keyboard.type('4');
  await expect(count).toHaveValue('4');
  await page.keyboard.press('Escape');
  await button(page, notebookText.parameters.button).click();
  await expect(count).toHaveValue('4');
});

test('shows the tokens of a chat’s answer, and opens the conversation as the text that the model reads', async ({
  window,
  service,
  profile,
}) => {
  const { page } = window;
  const text = await openNotebook({ window, service, profile });
  await goTo(page, 'Chat');
  await page.getByRole('button', { name: /^Parameters/ }).click();
  await page.getByRole('textbox', { name: sharedText.parameters.logprobs }).fill('5');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: chatText.composer.message, exact: true }).fill('What is Causeway?');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: chatText.answer.details }).waitFor();
  await page.getByRole('button', { name: chatText.message.more }).last().click();
  await page.getByRole('menuitemcheckbox', { name: chatText.answer.showTokens }).click();
  await page.keyboard.press('Escape');
  const answer = page.getByRole('textbox', { name: chatText.answer.tokens.answer });
  await expect(answer).toBeVisible();
  await expect.poll(() => page.locator('.shaded-copy [data-level]').count()).toBeGreaterThan(3);
  await expectAccessible(window, 'a chat’s answer with token probabilities');
  await answer.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(popup(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(popup(page)).toHaveCount(0);

  await button(page, conversationsText.menu.label).click();
  await page.getByRole('menuitem', { name: conversationsText.menu.openAsText }).click();
  await expect(text).toHaveValue(/What is Causeway/);
  const raw = await text.inputValue();
  expect(raw.length).toBeGreaterThan('What is Causeway?'.length + 10); // with the template's own tokens
});

test('keeps the shaded copy in line with a long text while it grows (catches a cursor beside the letters)', async ({
  window,
  service,
  profile,
}) => {
  const { page } = window;
  const text = await openNotebook({ window, service, profile });
  const line = 'The road was long, and the water rose and fell beside it twice a day, as it does. ';
  const long = Array.from({ length: 60 }, (_, index) => line.repeat(4 + (index % 5))).join('\n');
  await setParameter(page, sharedText.parameters.maxTokens, '100');
  await text.fill(long);
  const heights = () =>
    page.evaluate(() => [document.querySelector('.shaded-field')?.scrollHeight, document.querySelector('.shaded-copy')?.clientHeight]);
  const inLine = async () => {
    const [field, copy] = await heights();
    return field === copy;
  };
  await expect.poll(inLine).toBe(true);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText(notebookText.endedAfter(notebookText.endings.length, 100))).toBeVisible();
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(long.length + 200);
  await expect.poll(inLine).toBe(true);
  await expect.poll(() => page.locator('.shaded-copy [data-level]').count()).toBeGreaterThan(50);
  const fromEnd = () =>
    page.locator('.shaded-editor').evaluate((area) => Math.round(area.scrollHeight - area.scrollTop - area.clientHeight));
  await expect.poll(fromEnd).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 900, height: 640 });
  await expect.poll(inLine).toBe(true);

  // in the middle, where the text after it moves
  const before = await text.inputValue();
  await text.focus();
  await text.evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), line.length * 4);
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(async () => (await text.inputValue()).length).toBeGreaterThan(before.length + 20);
  await expect(button(page, notebookText.continue)).toBeEnabled();
  const after = await text.inputValue();
  expect([after.slice(0, line.length * 4), after.endsWith(before.slice(line.length * 4))]).toEqual([line.repeat(4), true]);
  await expect.poll(inLine).toBe(true);
  expect(await page.locator('.shaded-copy').innerText()).toContain(after.slice(line.length * 4, line.length * 4 + 40).trim());
});
