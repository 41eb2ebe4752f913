import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { defaultAgentSettings } from '../../../electron/contract/agent.ts';
import { createMemoryVault } from '../../../electron/core/credentials/vault.ts';
import { openChromiumWindow, type ChromiumWindow } from '../../support/chromium-window.ts';

/** A window, and how long it took from nothing to a composer that takes a word and a list that shows what is kept. */
export interface Opened {
  readonly window: ChromiumWindow;
  readonly composerMs: number;
  readonly listMs: number;
}

/** Opens the program on a profile folder. */
export async function openProfile(profile: string): Promise<Opened> {
  // The local address is no part of this, and its ports may be in use.
  const agent = { version: 1, data: { settings: { ...defaultAgentSettings, isOn: false }, keys: [] } };
  await writeFile(path.join(profile, 'agent.json'), JSON.stringify(agent));
  const begun = performance.now();
  const window = await openChromiumWindow(profile, {
    vault: createMemoryVault(),
    environment: { PATH: process.env['PATH'], HOME: profile, SSH_AUTH_SOCK: '' },
  });
  await window.page.getByRole('textbox', { name: 'Message' }).fill('usable');
  const composerMs = performance.now() - begun;
  await window.page.getByRole('listbox', { name: 'Conversations' }).or(window.page.getByText('None yet')).first().waitFor();
  return { window, composerMs, listMs: performance.now() - begun };
}

/** From the last key of a search to its first find on the screen; the page itself holds the watch. */
export async function timeSearch(page: Page, text: string): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Search all conversations' });
  await field.fill('');
  await page.getByRole('listbox', { name: 'Found' }).waitFor({ state: 'detached' });
  await field.focus();
  const shown = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'input',
          () => {
            const begun = performance.now();
            const look = () => {
              if (document.querySelector('[role=listbox][aria-label=Found] [role=option]') === null) requestAnimationFrame(look);
              else resolve(performance.now() - begun);
            };
            look();
          },
          { once: true, capture: true },
        );
      }),
  );
  await page.evaluate(() => undefined); // the watch is set before the key comes
  await page.keyboard.insertText(text);
  return shown;
}

/** From the click on a conversation of the list to its last message on the screen. */
export async function timeSwitch(page: Page, index: number): Promise<number> {
  return page.evaluate(async (wanted) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role=listbox][aria-label=Conversations] [role=option]')];
    const row = rows[wanted % rows.length];
    const title = row?.querySelector('.conversation-title')?.textContent ?? '';
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    row?.click();
    for (;;) {
      await frame();
      const isThere = document.querySelector('h1')?.textContent === title && row?.ariaSelected === 'true';
      if (isThere && document.querySelector('[role=log] [data-message]') !== null) return performance.now() - begun;
      if (performance.now() - begun > 10_000) throw new Error(`“${title}” is not shown`);
    }
  }, index);
}
