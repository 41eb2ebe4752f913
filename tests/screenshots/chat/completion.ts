import { rows } from '../../support/window-history.ts';
import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';
import { completionText } from '../../../renderer/completion/text.ts';
import { connectionStateText } from '../../../electron/contract/connection-text.ts';
import { sharedText } from '../../../renderer/shared/text.ts';

/** Text completion, from an unavailable model to a finished text. */
export const completion: Scene = async ({ open, page, shoot, button, key, service, connect }) => {
  await open();
  await connect({ mode: 'direct' });
  await page().getByRole('contentinfo').getByText(connectionStateText.connectedThrough('')).waitFor({ timeout: 60_000 });
  await goTo(page(), 'Completion');
  const text = page().getByRole('textbox', { name: completionText.text, exact: true });
  await text.waitFor();
  await shoot('complete-empty', 'in both sizes');
  await page().getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('0');
  await page().getByRole('textbox', { name: sharedText.parameters.temperature }).fill('9');
  await shoot('complete-wrong', 'in both sizes');
  await page().getByRole('textbox', { name: sharedText.parameters.maxTokens }).fill('60');
  await page().getByRole('textbox', { name: sharedText.parameters.temperature }).fill('');
  service.demo.fault({ kind: 'stall', after: 12, endpoint: 'completion', count: 'once' });
  await text.fill('Once upon a time there was a road over wet ground,');
  await key('ControlOrMeta+Enter');
  await page().locator('[data-by="model"]').first().waitFor();
  await shoot('complete-writing', 'in both sizes');
  await key('Escape');
  await page()
    .getByText(new RegExp(`^${completionText.endings.stopped}`))
    .waitFor();
  await shoot('complete-stopped');
  await button(completionText.continue).click();
  await page().getByText(completionText.endings.length).waitFor();
  await shoot('complete-done', 'in both sizes');
  await button(completionText.undo).click();
  await shoot('complete-undone');
  service.demo.fault({ kind: 'status', status: 500, endpoint: 'completion', count: 'once' });
  await text.focus();
  await key('ControlOrMeta+Enter');
  await page().getByRole('alert').waitFor();
  await shoot('complete-failed', 'in both sizes');
  await goTo(page(), 'Chat');
  await rows(page(), 'Once upon').first().waitFor();
  await shoot('complete-in-list');
  await rows(page(), 'Once upon').first().click();
  await text.waitFor();
  await button(conversationsText.menu.label).click();
  await page().getByRole('menuitem', { name: /trash/ }).click();
  await page().getByText(sharedText.trashNotice.completionInTrash).first().waitFor();
  await shoot('complete-in-trash', 'in both sizes');
};
