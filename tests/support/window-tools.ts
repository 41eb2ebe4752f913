import { expect, type Locator, type Page } from 'playwright/test';
import type { SavedTool, Toolbox, ToolDraft } from '../../electron/contract/tool.ts';
import type { PageCore } from './page-core.ts';
import { openParameters } from './window-chat.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';
import { uiText } from '../../renderer/ui/text.ts';

/** A tool that the demo calls when it is asked for the weather. */
export function weatherTool(change: Partial<ToolDraft> = {}): ToolDraft {
  return {
    name: 'find_weather',
    description: 'Finds the weather of a town',
    parameters: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
    binding: { kind: 'ask' },
    isEnabled: true,
    runsByItself: false,
    ...change,
  };
}

/** Saves a tool without the window, for tests about later steps. */
export async function saveTool(core: PageCore, tool: ToolDraft): Promise<SavedTool> {
  const { tools } = await core.call('tools.put', { id: null, tool });
  const saved = tools.at(-1);
  if (saved === undefined) throw new Error('the tool was not saved');
  return saved;
}

/** Returns the saved tools and servers. */
export async function savedTools(core: PageCore): Promise<Toolbox> {
  return core.call('tools.read');
}

/** Offers a tool in the shown conversation, by its box in the parameters, and closes them. */
export async function offerTool(page: Page, name: string): Promise<void> {
  const panel = await openParameters(page);
  const box = panel.getByRole('checkbox', { name: new RegExp(name, 'u') });
  await expect(box).toBeEnabled(); // once connected
  await box.focus();
  await page.keyboard.press('Space');
  await expect(box).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
}

/** The form of a pending call. */
export const pendingCall = (page: Page, name: string): Locator =>
  page.getByRole('form', { name: chatText.toolCall.form(name, '').trimEnd() });

/** The row of a tool on the Tools screen. */
export const toolRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: toolsText.tools.title }).getByRole('listitem').filter({ hasText: name });

/** The row of a server on the Tools screen. */
export const serverRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: toolsText.servers.title }).getByRole('listitem').filter({ hasText: name });

/** Confirms that tools may reach a host that was typed. */
export async function allowTypedHost(page: Page, host: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: toolsText.hosts.dialog.title(host) });
  await dialog.getByRole('button', { name: toolsText.hosts.dialog.confirm }).click();
}

/** Dismisses all toasts at once, because they take keys and errors stay long. Others may disappear by themselves at any time. */
export async function dismissMessages(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: uiText.dismiss, exact: true });
  await dismiss.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click();
  });
  await expect(dismiss).toHaveCount(0);
}
