/** Program: `WINDOW_SHOTS=FOLDER node browser-shots.ts`. Takes screenshots of states that only a browser has: the start page, a lost program, approvals, files. */
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { requestApprovals, sendApproval } from '../../electron/browser/control-client.ts';
import { context as callContext } from '../support/call-context.ts';
import { must } from '../support/must.ts';
import { createPageCore } from '../support/page-core.ts';
import { freePort } from '../support/free-port.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startServerProcess } from '../support/server-process.ts';
import { serverRow } from '../support/window-tools.ts';
import { ask, composer } from '../support/window-chat.ts';
import { goTo, settled, useTheme } from '../support/window.ts';
import { shotsFolder } from './scene.ts';
import { startText, startMarkupText } from '../../renderer/start/text.ts';
import { settingsText } from '../../renderer/settings/text.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { toolsText } from '../../renderer/tools/text.ts';

const folder = await shotsFolder();
const browser = await launchChromium();

for (const theme of ['light', 'dark'] as const) {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-shots-'));
  await assignFreePorts(profile);
  const port = await freePort();
  const words = ['--data', profile, '--browser-port', String(port)];
  const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const program = await startServerProcess(words, environment);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: theme });
  const page = await context.newPage();
  const shoot = async (shown: Page, name: string): Promise<void> => {
    await settled(shown);
    await shown.screenshot({ path: path.join(folder, `${name}-${theme}.png`) });
    console.log(`${name}-${theme}`);
  };

  await page.goto(new URL('/', program.link).href);
  await page.getByRole('textbox', { name: startMarkupText.linkField }).waitFor();
  await shoot(page, 'sign-in-first');
  await page.goto(`${new URL('/open', program.link).href}#${'x'.repeat(32)}`);
  await page.getByText(startText.linkRejected.text).waitFor();
  await shoot(page, 'sign-in-used');
  const opening = Promise.withResolvers<void>();
  await page.route(/\/assets\/main-[\w-]+\.js$/, (route) => opening.promise.then(() => route.continue()));
  await page.goto(program.link, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Message' }).fill('What I was about to ask');
  await page.getByText(startText.opening).waitFor();
  await shoot(page, 'opening');
  opening.resolve();
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  await shoot(page, 'opened');
  await composer(page).fill('');
  await useTheme({ core: createPageCore(page), page }, theme);
  await ask(page, 'Show me a table, some code, a formula and a diagram');
  await shoot(page, 'window');

  await goTo(page, 'Settings');
  await page.getByRole('heading', { name: settingsText.about.title }).scrollIntoViewIfNeeded();
  await shoot(page, 'settings');
  const lab = { name: 'Lab', transport: { kind: 'stdio', argv: ['lab-server'] }, isEnabled: true } as const;
  must(await createPageCore(page).handlers['tools.putServer']({ id: null, server: lab }, callContext));
  await goTo(page, 'Tools');
  await serverRow(page, 'Lab').getByRole('button', { name: toolsText.approve }).click();
  await page.getByText(browserPageText.approval.title).waitFor();
  await shoot(page, 'approval-banner');
  const [approval] = await requestApprovals(profile);
  await sendApproval(profile, approval?.id ?? '', false);
  await page.getByText(browserPageText.approval.title).waitFor({ state: 'hidden' });

  await goTo(page, 'Chat');
  await composer(page).fill('What I was about to ask');
  program.child.kill('SIGSTOP');
  await composer(page).fill('What I was about to ask you');
  await page.getByText(browserPageText.notAnswering.title).waitFor();
  await shoot(page, 'program-asleep');
  program.child.kill('SIGCONT');
  await page.getByText(browserPageText.notAnswering.title).waitFor({ state: 'hidden' });
  program.child.kill('SIGKILL');
  await page.getByText(browserPageText.stopped.title).waitFor();
  await shoot(page, 'program-gone');
  await page.setViewportSize({ width: 900, height: 640 });
  await shoot(page, 'program-gone-small');
  await context.clearCookies();
  const again = await startServerProcess(words, environment);
  await page.getByText(browserPageText.signedOut.title).waitFor();
  await shoot(page, 'signed-out');
  await context.close();
  await again.close();
  await removeFolder(profile);
}
await browser.close();
