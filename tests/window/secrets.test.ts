import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { connectTo } from '../support/played-service.ts';
import { ask } from '../support/window-chat.ts';
import { expect, goTo, test } from '../support/window.ts';

test('after use no secret is in any file of ours nor in the memory of the page', async ({ window, service, profile }) => {
  const { core, context, page } = window;
  await context.tracing.stop(); // it would keep what is typed
  const { token, instance } = service.demo;
  await connectTo(core, service, { hasToken: false });
  await goTo(page, 'Connection');
  await page.getByRole('button', { name: 'Enter a token…' }).click();
  await page.getByRole('textbox', { name: 'API token' }).focus();
  await page.keyboard.insertText(token);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText(`token ends …${token.slice(-4)}`);
  await goTo(page, 'Chat');
  await ask(page, 'Say: by the proxy');

  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('button', { name: 'It is the same: connect' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.insertText(instance.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('through tunnel to');
  await ask(page, 'Say: by the tunnel');

  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: 'Local address' }).click();
  await page.getByRole('textbox', { name: 'New key for' }).fill('notebook');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const key = await dialog.locator('code').innerText();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const secrets = { token, password: instance.password, 'agent key': key };
  const inMemory = await heapOf(page);
  expect(inMemory.includes('by the tunnel'), 'the conversation is in the page').toBe(true);
  for (const [name, secret] of Object.entries(secrets)) expect.soft(inMemory.includes(secret), `${name} in the page`).toBe(false);
  for (const { file, bytes } of await filesOf(profile)) {
    for (const [name, secret] of Object.entries(secrets)) expect.soft(bytes.includes(secret), `${name} in ${file}`).toBe(false);
  }
});

/** Everything that is alive in the page's memory, once the rest was collected. */
async function heapOf(page: Page): Promise<string> {
  const debug = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  debug.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await debug.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await debug.send('HeapProfiler.collectGarbage');
  await debug.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}

async function filesOf(folder: string): Promise<readonly { readonly file: string; readonly bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file) })));
}
