/** Program: `WINDOW_SHOTS=build/pictures node readme-pictures.ts`. Takes the README's pictures from the demo, in a browser. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { freePort } from '../support/free-port.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { createPageCore } from '../support/page-core.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { ask } from '../support/window-chat.ts';
import { beginning, button, notebookField } from '../support/window-notebook.ts';
import { goTo, settled, useTheme } from '../support/window.ts';
import { connectionText } from '../../renderer/connection/text.ts';
import { profilesText, setupText } from '../../renderer/connection/profiles/text.ts';
import { notebookText } from '../../renderer/notebook/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';

const folder = process.env['WINDOW_SHOTS'] ?? '';
if (folder === '') throw new Error('Set WINDOW_SHOTS to the folder for the screenshots.');
await mkdir(folder, { recursive: true });
const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-shots-'));
await assignFreePorts(profile);
const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
const program = await startServerProcess(['--data', profile, '--browser-port', String(await freePort())], environment);
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
const shoot = async (name: string): Promise<void> => {
  await settled(page);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  console.log(name);
};

try {
  await page.goto(program.link);
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  await ask(page, 'Show me a table, some code and a formula');
  await shoot('chat-light');

  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.localApi }).click();
  await shoot('local-api-light');
  await page.getByRole('tab', { name: connectionText.tabs.overview }).click();
  await page.getByRole('button', { name: profilesText.connect }).click();
  await page.getByRole('textbox', { name: profilesText.service.baseUrl.label }).fill('https://chat.example.org');
  await page.getByRole('button', { name: setupText.continue }).click();
  await page.getByRole('radio', { name: setupText.access.instance.title }).click();
  await shoot('setup-light');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await page.keyboard.press('ControlOrMeta+Shift+d');
  await page.getByRole('contentinfo').getByText(connectionStateText.connectedThrough('')).waitFor();
  await goTo(page, 'Notebook');
  await notebookField(page).fill(beginning);
  await page.keyboard.press('ControlOrMeta+Enter');
  await button(page, notebookText.continue).and(page.locator(':enabled')).waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await shoot('notebook-light');
  await page.keyboard.press('Escape');

  await goTo(page, 'Connection');
  await useTheme({ core: createPageCore(page), page }, 'dark');
  await shoot('connection-dark');
} finally {
  await browser.close();
  await program.close();
  await removeFolder(profile);
}
