import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLocalApiSettings } from '../../../electron/contract/local-api.ts';
import { openWindow, type TestWindow } from '../../support/window.ts';
import { chatText } from '../../../renderer/chat/text.ts';
import { conversationsText } from '../../../renderer/conversations/text.ts';

/** A window, and the time from start to a usable composer and a filled list. */
export interface Opened {
  readonly window: TestWindow;
  readonly composerMs: number;
  readonly listMs: number;
  /** Returns the CPU time of the page's main thread so far, which a busy machine doesn't affect. */
  readonly work: () => Promise<number>;
}

/** The time until something is visible, and the page's CPU time for it. */
export interface Shown {
  readonly ms: number;
  readonly work: number;
}

/** Opens the program on a profile folder. */
export async function openProfile(profile: string): Promise<Opened> {
  // The local address is no part of this, and its ports may be in use.
  const localApi = { version: 1, data: { settings: { ...defaultLocalApiSettings, isOn: false }, keys: [] } };
  await writeFile(path.join(profile, 'local-api.json'), JSON.stringify(localApi));
  const begun = performance.now();
  const window = await openWindow(profile, { prepare: (page) => page.addInitScript(watchFrames) });
  await window.page.getByRole('textbox', { name: chatText.composer.message }).fill('usable');
  const composerMs = performance.now() - begun;
  await window.page
    .getByRole('listbox', { name: conversationsText.title })
    .or(window.page.getByText(conversationsText.empty.current.title))
    .first()
    .waitFor();
  const listMs = performance.now() - begun;
  const session = await window.context.newCDPSession(window.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  return { window, composerMs, listMs, work };
}

/** Measures from the last key of a search to the frame with its first result, by the page's clock. */
export async function timeSearch({ window: { page }, work }: Opened, text: string): Promise<Shown> {
  const field = page.getByRole('textbox', { name: conversationsText.search.label });
  await field.fill('');
  await page.getByRole('listbox', { name: conversationsText.search.results }).waitFor({ state: 'detached' });
  await field.focus();
  const before = await work();
  await page.evaluate(() => {
    const find = () => document.querySelector('[role=listbox][aria-label="Search results"] [role=option]');
    window.sinceKey = new Promise((resolve, reject) => {
      const begin = () =>
        void window.untilPainted(() => find()?.checkVisibility({ visibilityProperty: true }) === true).then(resolve, reject);
      document.addEventListener('input', begin, { once: true, capture: true });
    });
  });
  await page.keyboard.insertText(text);
  const ms = await page.evaluate(() => window.sinceKey);
  return { ms, work: (await work()) - before };
}

/** Measures from the click on a conversation to the frame that shows the end of its last message. */
export async function timeSwitch({ window: { page }, work }: Opened, index: number): Promise<Shown> {
  const before = await work();
  const ms = await page.evaluate((wanted) => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role=listbox][aria-label=Conversations] [role=option]')];
    const row = rows[wanted % rows.length];
    // as `fillHistory` numbers them
    const number = row?.querySelector<HTMLElement>('[data-conversation]')?.dataset['conversation']?.replace('conversation-', '') ?? '';
    const isShown = () => {
      const log = document.querySelector('[role=log]');
      const last = [...(log?.querySelectorAll(`[data-message^="message-${number}-"]`) ?? [])].at(-1);
      if (!log || !last?.checkVisibility({ visibilityProperty: true })) return false;
      const isHeadThere = row?.ariaSelected === 'true' && row.textContent.includes(document.querySelector('h1')?.textContent ?? '?');
      const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 2;
      const gap = log.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
      return isHeadThere && isAtEnd && gap >= 0 && gap < 60;
    };
    const shown = window.untilPainted(isShown);
    row?.click();
    return shown;
  }, index);
  return { ms, work: (await work()) - before };
}

declare global {
  interface Window {
    /** Returns the time until a frame is painted in which a condition holds. */
    untilPainted: (isShown: () => boolean) => Promise<number>;
    /** Resolves with the time from the next key until its effect is painted. */
    sinceKey: Promise<number>;
  }
}

/** Installs the page's timer, because polling and the connection to this process would add time. */
function watchFrames(): void {
  window.untilPainted = (isShown) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const afterFrame = new MessageChannel();
      const ask = () =>
        requestAnimationFrame(() => {
          afterFrame.port2.postMessage(null); // delivered when the frame is laid out and painted
        });
      afterFrame.port1.addEventListener('message', () => {
        const took = performance.now() - begun;
        if (isShown()) resolve(took);
        else if (took > 30_000) reject(new Error('It is not shown'));
        else ask();
      });
      afterFrame.port1.start();
      ask();
    });
}
