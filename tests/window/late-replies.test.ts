import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chatText } from '../../renderer/chat/text.ts';
import { libraryText } from '../../renderer/library/text.ts';
import { runEditorText } from '../../renderer/runs/editor/text.ts';
import { runsText } from '../../renderer/runs/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { context } from '../support/call-context.ts';
import { holdReplies, releaseReplies } from '../support/hold-replies.ts';
import { must } from '../support/must.ts';
import { savedTools } from '../support/window-tools.ts';
import { browserOnly, expect, goTo, test } from '../support/window.ts';

const slowBridge = browserOnly('a bridge that holds replies; Electron’s can not be changed from the page');
const { prompts } = libraryText;

test('keeps a prompt open that is edited while another one is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.putPrompt') });
  const saved = async () => must(await core.handlers['library.read'](undefined, context)).prompts.map(({ text }) => text);
  await goTo(page, 'Library');
  const create = page.getByRole('button', { name: prompts.create });
  const dialog = page.getByRole('dialog', { name: prompts.create });
  const name = dialog.getByRole('textbox', { name: prompts.name.label });
  const content = dialog.getByRole('textbox', { name: prompts.text.label });
  await create.click();
  await name.fill('First');
  await content.fill('One');
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One']);
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await create.click();
  await name.fill('Second');
  await releaseReplies(page);
  await content.fill('Two');
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One', 'Two']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'lists the prompts once they are loaded, and focuses their search (catches “No prompts yet” beside saved ones)',
  slowBridge,
  async ({ open }) => {
    const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.read') });
    const picker = page.getByRole('dialog', { name: chatText.prompts.insert });
    await expect(page.getByRole('textbox', { name: chatText.composer.message })).toBeEditable();
    await page.getByRole('textbox', { name: chatText.composer.message }).focus();
    await page.keyboard.press('/');
    await expect(picker).toContainText(chatText.prompts.loading);
    await releaseReplies(page);
    await expect(picker).toContainText(chatText.prompts.none);
    must(await core.handlers['library.putPrompt']({ id: 'a', name: 'Summarise', text: 'Summarise this.' }, context));
    await expect(picker.getByRole('combobox', { name: chatText.prompts.search })).toBeFocused();
  },
);

test('keeps a prompt open that is changed while it is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'library.putPrompt') });
  const saved = async () => must(await core.handlers['library.read'](undefined, context)).prompts.map(({ text }) => text);
  await goTo(page, 'Library');
  await page.getByRole('button', { name: prompts.create }).click();
  const name = page.getByRole('textbox', { name: prompts.name.label });
  const content = page.getByRole('textbox', { name: prompts.text.label });
  await name.fill('First');
  await content.fill('One');
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One']);
  await content.fill('One and more');
  await releaseReplies(page);
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One and more']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keeps a tool open that is edited while another one is saved (catches typed text that is lost)', slowBridge, async ({ open }) => {
  const { core, page } = await open({ prepare: (opened) => holdReplies(opened, 'tools.put') });
  await goTo(page, 'Tools');
  const create = page.getByRole('button', { name: toolsText.tools.create });
  const dialog = page.getByRole('dialog', { name: toolsText.tools.create });
  const name = dialog.getByRole('textbox', { name: toolsText.editor.name.label });
  const description = dialog.getByRole('textbox', { name: toolsText.editor.description.label });
  const save = dialog.getByRole('button', { name: uiText.save });
  const names = async () => (await savedTools(core)).tools.map((tool) => tool.name);
  await create.click();
  await name.fill('first');
  await description.fill('One');
  await save.click();
  await expect.poll(names).toEqual(['first']);
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await create.click();
  await name.fill('second');
  await releaseReplies(page);
  await description.fill('Two');
  await save.click();
  await expect.poll(names).toEqual(['first', 'second']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'keeps the chosen file when a cancelled paste is ready (catches a preview of another table)',
  slowBridge,
  async ({ open, profile }) => {
    const file = path.join(profile, 'chosen.csv');
    await writeFile(file, 'text\none\ntwo\nthree');
    const { page } = await open({ dialogs: { file }, prepare: (opened) => holdReplies(opened, 'runs.pasteTable') });
    await goTo(page, 'Runs');
    await page.getByRole('button', { name: runsText.list.create }).press('Enter');
    await page.getByRole('button', { name: runEditorText.data.paste }).press('Enter');
    await page.getByRole('textbox', { name: runEditorText.data.pasteField }).fill('text\npasted');
    await page.getByRole('button', { name: runEditorText.data.pasteUse }).press('Enter');
    await page.getByRole('button', { name: uiText.cancel }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: runEditorText.data.choose }).press('Enter');
    await expect(page.getByRole('region', { name: runEditorText.data.previewLabel('chosen.csv') })).toContainText('three');
    await releaseReplies(page);
    await page.getByRole('button', { name: runEditorText.data.read }).press('Enter');
    await expect(page.getByText(runEditorText.data.summary(3, 1))).toBeVisible();
  },
);
