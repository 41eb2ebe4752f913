import { goTo } from '../../support/window.ts';
import type { Scene } from '../scene.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';
import { connectionText } from '../../../renderer/connection/text.ts';
import { localApiText } from '../../../renderer/connection/local-api/text.ts';

/** The local API in use: its keys, its requests, and one request in detail. */
export const localAddress: Scene = async ({ open, window, page, shoot, button, leave }) => {
  await open();
  await goTo(page(), 'Connection');
  await page().getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await shoot('local-api-demo', 'in both sizes');
  await page().getByRole('textbox', { name: localApiText.keys.name }).fill('notebook');
  await page().keyboard.press('Enter');
  const dialog = page().getByRole('dialog', { name: localApiText.keys.newKey.title });
  const secret = await dialog.locator('code').innerText();
  await shoot('local-api-new-key');
  await dialog.getByRole('button', { name: localApiText.keys.newKey.copyAndClose }).click();
  await page().getByRole('list', { name: localApiText.keys.title }).waitFor();
  await button('Dismiss').click();
  await page().getByRole('textbox', { name: localApiText.origins.origin }).fill('not an origin');
  await page()
    .getByRole('textbox', { name: localApiText.origins.origin })
    .evaluate((field) => field.scrollIntoView({ block: 'center' }));
  await shoot('local-api-origin-wrong');

  const { state } = must(await window().core.handlers['localApi.read'](undefined, context));
  const address = `http://127.0.0.1:${state.kind === 'listening' ? state.port : 0}/v1`;
  for (const key of [secret, 'sk-wrong']) {
    const body = JSON.stringify({ model: 'beta-4-scout', max_tokens: 1, messages: [{ role: 'user', content: 'Say: yes' }] });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    await (await fetch(`${address}/chat/completions`, { method: 'POST', headers, body })).text();
  }
  await page().getByRole('tab', { name: connectionText.tabs.requests }).click();
  await page().getByRole('row', { name: /401/ }).waitFor();
  await shoot('requests', 'in both sizes');
  await page().getByRole('row', { name: /401/ }).getByRole('button').first().click();
  await shoot('request-detail', 'in both sizes');
  await leave();
  await page().getByRole('textbox', { name: localApiText.requests.filter }).fill('nothing like it');
  await shoot('requests-none-like-it');
  await button(localApiText.requests.export).waitFor();
};
