/** @module-tag long */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { assignFreePorts } from '../../support/assign-free-ports.ts';
import { waitOptions } from '../../support/wait-options.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { localApiText } from '../../../renderer/connection/local-api/text.ts';
import { connectionText } from '../../../renderer/connection/text.ts';

const usualPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
/** This machine's Firefox. FIREFOX overrides it. */
const firefox = [process.env['FIREFOX'], ...usualPaths].find((file) => file !== undefined && existsSync(file)) ?? '';

/** Starts Firefox with its own profile. Playwright drives only its own Firefox build, Puppeteer the one that users have. */
async function launchFirefox(folder: string): Promise<Browser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    timeout: waitOptions.timeout,
    defaultViewport: { width: 1280, height: 800 },
    env: { PATH: process.env['PATH'], HOME: folder },
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      'browser.download.alwaysOpenPanel': false, // it takes the focus
    },
  });
  onTestFinished(() => browser.close());
  return browser;
}

/** Finds an element by role and name, as a user does. */
const named = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

const click = (page: Page, role: string, name: string): Promise<void> => page.locator(named(role, name)).click();

const composer = `form[aria-label="${chatText.composer.label}"] textarea` as const;

/** Finds the text of the last message. */
const lastText = '[role="log"] article:last-of-type .markdown';

async function send(page: Page, message: string): Promise<void> {
  await page.locator(`${composer}:not([readonly])`).click(); // after its draft was read
  await page.keyboard.type(message);
  await click(page, 'button', 'Send');
}

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$$eval(selector, (found) => (found.at(-1) as HTMLElement | undefined)?.innerText ?? '');

// catches what only Chromium has: an API, a header that it treats differently, a style
test.skipIf(firefox === '')('runs the window in Firefox: link, early typing, chat, reload, theme, download, local key', async () => {
  const profile = await temporaryFolder();
  await assignFreePorts(profile);
  const port = await freePort();
  const program = await startServerProcess(['--data', profile, '--browser-port', String(port)], {
    PATH: process.env['PATH'],
    HOME: profile,
    SHELL: '',
    SSH_AUTH_SOCK: '',
  });
  onTestFinished(async () => void (await program.close()));
  const downloads = await temporaryFolder();
  const browser = await launchFirefox(downloads);
  const page = await browser.newPage();
  page.setDefaultTimeout(waitOptions.timeout);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));

  await page.goto(program.link, { waitUntil: 'domcontentloaded' });
  await page.keyboard.type('Say:'); // wherever the window has scrolled to, typing continues in its composer
  await page.locator(named('navigation', 'Sections')).wait();
  await expect.poll(() => page.$eval(composer, (field) => field.value)).toBe('Say:');
  expect(page.url()).toBe(`http://127.0.0.1:${port}/`);

  const words = Array.from({ length: 120 }, (_, index) => `w${index}`).join(' ');
  await send(page, ` ${words}`);
  await expect.poll(async () => (await textOf(page, lastText)).length).toBeGreaterThan(50);
  await page.reload();
  await expect.poll(() => textOf(page, lastText)).toBe(words);

  await click(page, 'button', conversationsText.menu.label);
  await click(page, 'menuitem', conversationsText.files.exportAs('markdown'));
  await eventually(async () => {
    const file = (await readdir(downloads)).find((name) => name.endsWith('.md'));
    expect(await readFile(path.join(downloads, file ?? ''), 'utf8')).toContain(words); // empty at first
  });

  await click(page, 'button', 'Settings');
  await click(page, 'radio', 'Dark');
  await page.locator('html[data-theme="dark"]').wait();

  await click(page, 'button', 'Connection');
  await click(page, 'tab', connectionText.tabs.localApi);
  await page.locator(named('textbox', localApiText.keys.name)).fill('notebook');
  await click(page, 'button', localApiText.keys.create);
  await page.locator(named('dialog', localApiText.keys.newKey.title)).wait();
  expect(errors).toEqual([]);
});
