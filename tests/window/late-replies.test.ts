import { libraryText } from '../../renderer/library/text.ts';
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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await create.click();
  await name.fill('Second');
  await releaseReplies(page);
  await content.fill('Two');
  await name.press('Enter');
  await expect.poll(saved).toEqual(['One', 'Two']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

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
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await create.click();
  await name.fill('second');
  await releaseReplies(page);
  await description.fill('Two');
  await save.click();
  await expect.poll(names).toEqual(['first', 'second']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
