import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright/test';
import { patchBridge } from '../support/patch-bridge.ts';
import { assignFreePorts } from '../support/assign-free-ports.ts';
import { loadedTypefaces } from '../support/loaded-typefaces.ts';
import { startServerProcess } from '../support/server-process.ts';
import { composer, messagesOf, waitForAnswer } from '../support/window-chat.ts';
import { browserOnly, expect, freePort, quickInBrowser, reload, test, useTheme } from '../support/window.ts';
import { startMarkupText, startText } from '../../renderer/start/text.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';

const delaysLoading = browserOnly('it delays the page’s scripts');
const windowScript = /\/assets\/main-[\w-]+\.js$/;
const startScript = /\/assets\/index-[\w-]+\.js$/;
const early = (page: Page) => page.locator('#early-message');

/** Runs an action on the page before the window's script is loaded. Returns a function that says whether it has run. */
async function beforeWindow(page: Page, act: () => Promise<unknown>): Promise<() => boolean> {
  let hasRun = false;
  await page.route(
    windowScript,
    async (route) => {
      await act();
      hasRun = true;
      await route.continue();
    },
    { times: 1 },
  );
  return () => hasRun;
}

/** Starts the program and a browser page, which the test navigates itself. */
async function startWithoutPage(browser: Browser | undefined, profile: string) {
  await assignFreePorts(profile);
  const environment = { PATH: process.env['PATH'], HOME: profile, SHELL: '', SSH_AUTH_SOCK: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const program = await startServerProcess(['--data', profile, '--browser-port', String(await freePort())], environment);
  if (!browser) throw new Error('there is no browser');
  const page = await browser.newPage();
  return {
    program,
    page,
    close: async () => {
      await page.context().close();
      await program.close();
    },
  };
}

test('moves text typed before the window is loaded into its composer', quickInBrowser(delaysLoading), async ({ open }) => {
  const { page } = await open({
    prepare: (opening) =>
      beforeWindow(opening, async () => {
        await expect(early(opening)).toBeFocused();
        await opening.keyboard.type('too early');
        await opening.keyboard.press('Enter');
        await expect(opening.getByText(startText.queued)).toBeVisible();
        await opening.keyboard.press('Escape');
        await expect(opening.getByText(startText.queued)).toHaveCount(0);
        for (let index = 0; index < 5; index += 1) await opening.keyboard.press('ArrowLeft');
      }),
  });
  await expect(composer(page)).toHaveValue('too early');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('very ');
  await expect(composer(page)).toHaveValue('too very early');
  await expect(early(page)).toHaveCount(0);

  // after the saved draft, and only once
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await beforeWindow(page, () => page.keyboard.type('and more'));
  await reload(page);
  await expect(composer(page)).toHaveValue('too very early\n\nand more');
  await expect(page.getByText(chatText.draft.saved)).toBeVisible();
  await reload(page);
  await expect(composer(page)).toHaveValue('too very early\n\nand more');
});

test(
  'sends what was entered before the window is loaded (catches an Enter that does nothing)',
  quickInBrowser(delaysLoading),
  async ({ page }) => {
    await beforeWindow(page, async () => {
      await expect(early(page)).toBeFocused();
      await page.keyboard.type('Say: at once');
      await page.keyboard.press('Enter');
      await expect(page.getByText(startText.queued)).toBeVisible();
    });
    await reload(page);
    await expect(messagesOf(page, chatText.message.you)).toContainText('Say: at once');
    await expect(composer(page)).toHaveValue('');
    await waitForAnswer(page);
  },
);

test('sends what was entered before any script is loaded (catches a line break instead)', delaysLoading, async ({ page }) => {
  const isTyped = Promise.withResolvers<void>();
  await page.route(startScript, (route) => isTyped.promise.then(() => route.continue()), { times: 1 });
  await page.reload({ waitUntil: 'commit' });
  await expect(early(page)).toBeFocused();
  await page.keyboard.type('Say: at once');
  await page.keyboard.press('Enter');
  isTyped.resolve();
  await expect(messagesOf(page, chatText.message.you)).toContainText('Say: at once');
  await waitForAnswer(page);
});

test('keeps typed text over a reload before the window is loaded', delaysLoading, async ({ page }) => {
  await page.route(windowScript, () => new Promise(() => undefined));
  const isTyped = Promise.withResolvers<void>();
  await page.route(startScript, (route) => isTyped.promise.then(() => route.continue()), { times: 1 });
  const isStarted = page.waitForRequest(windowScript);
  await page.reload({ waitUntil: 'commit' });
  await expect(early(page)).toBeFocused(); // even before the script that saves its text
  await page.keyboard.type('half');
  isTyped.resolve();
  await isStarted;

  const isStartedAgain = page.waitForRequest(windowScript);
  await page.reload({ waitUntil: 'commit' });
  await isStartedAgain;
  await expect(early(page)).toHaveValue('half');
  await page.keyboard.press('End');
  await page.keyboard.type(' a thought');
  await page.unroute(windowScript);
  await reload(page);
  await expect(composer(page)).toHaveValue('half a thought');
});

test(
  'accepts text in its final style before any other file is loaded',
  quickInBrowser(delaysLoading),
  async ({ chromiumBrowser, profile }) => {
    const { program, page, close } = await startWithoutPage(chromiumBrowser, profile);
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(program.link, { waitUntil: 'commit' });
    await early(page).fill('at once');
    await expect(early(page)).toHaveCSS('resize', 'none');
    await close();
  },
);

test('waits for an input method that is composing', delaysLoading, async ({ page }) => {
  const keyboard = await page.context().newCDPSession(page);
  await beforeWindow(page, () => keyboard.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 }));
  const isDraftRead = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"value":{"text":null}')));
  await page.reload();
  await isDraftRead; // without waiting, the window would take over now
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(early(page)).toHaveValue('にほ');
  await keyboard.send('Input.insertText', { text: 'にほん' });
  await expect(composer(page)).toHaveValue('にほん');
});

test('keeps typed text visible when the window can’t open, and moves it when it can', delaysLoading, async ({ open }) => {
  const retry = async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name: layoutText.startFailure.retry });
    await button.waitFor();
    await expect(early(page)).toHaveValue('not lost');
    await expect(early(page)).toBeVisible();
    await page.keyboard.type(', and more');
    await button.click();
  };
  let retried: Promise<void> | undefined;
  const { page: opened } = await open({
    prepare: async (page) => {
      await patchBridge(
        page,
        (bridge) => {
          const { call } = bridge;
          let failures = 1;
          bridge.call = async (request) => {
            if (request.route !== 'settings.read' || failures === 0) return call(request);
            failures -= 1;
            return { ok: false, failure: { code: 'internal', message: 'The settings could not be read.', remedy: 'Try again.' } };
          };
        },
        undefined,
      );
      await beforeWindow(page, () => page.keyboard.type('not lost'));
      retried = retry(page);
    },
  });
  await retried;
  await expect(composer(opened)).toHaveValue('not lost, and more');
});

// Catches a page that stays empty because the network changed while it loaded.
test('reloads once when the window’s code fails to load', delaysLoading, async ({ chromiumBrowser, profile }) => {
  const { program, page, close } = await startWithoutPage(chromiumBrowser, profile);
  let loads = 0;
  page.on('request', (request) => void (loads += Number(request.isNavigationRequest())));
  const failing = new Set([1, 3, 4]);
  await page.route(windowScript, (route) => (failing.has(loads) ? route.abort('internetdisconnected') : route.continue()));
  await page.goto(program.link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  expect(loads).toBe(2);

  await page.reload();
  await expect(page.getByText(startText.windowFailed.title)).toBeVisible();
  expect(loads).toBe(4);
  await page.reload();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  await close();
});

test('keeps typed text when a link is rejected', delaysLoading, async ({ chromiumBrowser, profile }) => {
  const { program, page, close } = await startWithoutPage(chromiumBrowser, profile);
  await page.route(
    '**/session',
    async (route) => {
      await page.keyboard.type('asked too early');
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(`${new URL('/open', program.link).href}#${'x'.repeat(32)}`);
  await expect(page.getByText(startText.linkRejected.text)).toBeVisible();
  await expect(early(page)).toHaveValue('asked too early');
  await expect(early(page)).toBeVisible();
  await expect.poll(() => loadedTypefaces(page)).toEqual(['Inter Variable']); // served before the sign-in
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
  }
  await page.getByRole('textbox', { name: startMarkupText.linkField }).fill(program.link);
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('asked too early');
  expect(page.url()).toBe(new URL('/', program.link).href);
  await close();
});

// Catches a bookmark or a tab of the browser that opens a used link again.
test('opens the window by a used link in a browser that is signed in', delaysLoading, async ({ chromiumBrowser, profile }) => {
  const { program, page, close } = await startWithoutPage(chromiumBrowser, profile);
  for (let times = 0; times < 2; times += 1) {
    await page.goto('about:blank');
    await page.goto(program.link);
    await expect(composer(page)).toBeVisible();
    expect(page.url()).toBe(new URL('/', program.link).href);
  }
  await close();
});

// Catches a page that says forever that it is opening, with the secret in its address.
test('says that cookies are blocked, as storage is then', delaysLoading, async ({ chromiumBrowser, profile }) => {
  const { program, page, close } = await startWithoutPage(chromiumBrowser, profile);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  const typed = Promise.withResolvers<void>();
  await page.route('**/session', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await typed.promise; // the field disappears with the sign-in if it is empty
    return route.fulfill({ status: 204 });
  });
  await page.goto(program.link);
  await early(page).fill('asked too early');
  typed.resolve();
  await expect(page.getByText(startText.cookiesBlocked.title)).toBeVisible();
  await expect(early(page)).toHaveValue('asked too early');
  expect(page.url()).toBe(new URL('/', program.link).href);
  await close();
});

test('has the right theme from the first frame on, and is accessible', delaysLoading, async ({ window, page }) => {
  for (const [theme, colour] of [
    ['dark', 'rgb(22, 31, 37)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    await useTheme(window, theme);
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    const hasChecked = await beforeWindow(page, async () => {
      await expect(page.locator('#start')).toHaveCSS('background-color', colour);
      await expect(page.getByText(startText.opening)).toBeVisible();
      expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);
    });
    await reload(page);
    expect(hasChecked()).toBe(true);
  }
});
