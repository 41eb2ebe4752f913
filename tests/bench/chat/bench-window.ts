import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, type CDPSession, type Page } from 'playwright';
import { electronRuntime } from '../../../build/set-up/electron-runtime.mjs';
import { appArguments, runtime } from '../../../build/steps/electron-command.ts';
import { findChromium } from '../../../build/steps/find-chromium.ts';
import { launchChromium } from '../../support/launch-chromium.ts';
import { startCauseway } from '../start/servers.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { layoutText } from '../../../renderer/layout/text.ts';

/** The benchmark's page in one of the shells. */
export interface BenchWindow {
  readonly page: Page;
  readonly debug: CDPSession;
  /** The runtime of the measurement. */
  readonly where: string;
  /** Reloads the page. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type ShellName = 'electron' | 'browser';

/** The shells on this machine, each with a function that opens its window. */
export function benchWindows(): ReadonlyMap<ShellName, () => Promise<BenchWindow>> {
  const windows = new Map<ShellName, () => Promise<BenchWindow>>();
  if (electronRuntime()) windows.set('electron', inElectron);
  if (findChromium() !== undefined) windows.set('browser', inBrowser);
  return windows;
}

async function inElectron(): Promise<BenchWindow> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-bench-'));
  const electron = await _electron.launch({
    executablePath: runtime().executable,
    args: [...appArguments(), `--user-data-dir=${profile}`],
  });
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor(); // otherwise the next load would abort this one, and report that as its own failure
  return {
    page,
    debug: await electron.context().newCDPSession(page),
    where: `the window of Electron ${runtime().version}`,
    reload: async () => {
      await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://causeway/bench.html'));
      await page.getByRole('textbox', { name: chatText.composer.message }).waitFor();
    },
    close: async () => {
      await electron.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Opens the built browser shell in a headless Chromium. */
async function inBrowser(): Promise<BenchWindow> {
  const server = await startCauseway();
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await page.goto(server.address);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor(); // signed in
  return {
    page,
    debug: await page.context().newCDPSession(page),
    where: `the browser shell, in Chromium ${browser.version()}`,
    reload: async () => {
      await page.goto(new URL('/bench.html', server.address).href);
      await page.getByRole('textbox', { name: chatText.composer.message }).waitFor();
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
