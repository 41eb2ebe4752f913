import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { describeAppAs, patchBridge } from '../support/patch-bridge.ts';
import { connectTo } from '../support/test-service.ts';
import { both, browserOnly, expect, expectAccessible, goTo, quick, readSettings, test } from '../support/window.ts';
import { ask, composer, messagesOf, openParameters } from '../support/window-chat.ts';
import { rows } from '../support/window-history.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { connectionText, checkText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { localApiText } from '../../renderer/connection/local-api/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { libraryText } from '../../renderer/library/text.ts';
import { settingsText } from '../../renderer/settings/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';

test('reaches every section by keyboard, marks the current one, and is accessible', quick, async ({ window, page }) => {
  for (const section of ['Library', 'Connection', 'Settings', 'Chat'] as const) {
    await goTo(page, section);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(window, section);
  }
});

test('has accessible connection panels', async ({ window, page }) => {
  await goTo(page, 'Connection');
  for (const tab of ['Tunnel', 'Requests']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible(); // the other one is still there while it leaves
    await expectAccessible(window, `Connection, ${tab}`);
  }
});

test('opens the palette, finds and runs a command by keyboard alone', quick, async ({ window, page }) => {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: uiText.palette.title });
  await expect(palette).toBeVisible();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expectAccessible(window, 'the palette');
  await page.keyboard.type('proxy and direct');
  await expect(palette.locator('[data-highlighted]')).toContainText(connectionText.commands.switchMode.title);
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
});

// Catches keys that go into the composer, whose Enter sends them to a model.
test(
  'gives the keys that follow a shortcut to the search it opens, before the next frame',
  both('shortcuts pass Electron’s menu first'),
  async ({ core, page }) => {
    await core.call('library.putPrompt', { id: randomUUID(), name: 'Summarise', text: 'Summarise this.' });
    for (const [keys, label, left] of [
      ['ControlOrMeta+k', uiText.palette.search, ''],
      ['ControlOrMeta+Shift+m', sharedText.modelPicker.search, ''],
      ['/', chatText.prompts.search, '/'],
    ] as const) {
      await expect(composer(page)).toBeEditable();
      await composer(page).focus();
      await holdFrames(page);
      await page.keyboard.press(keys);
      await page.keyboard.type('ar');
      await expect(page.getByRole('combobox', { name: label })).toHaveValue('ar');
      await page.evaluate(() => dispatchEvent(new Event('release-frames')));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox', { name: label })).toHaveCount(0);
      await expect(composer(page)).toBeFocused();
      await expect(composer(page)).toHaveValue(left);
    }
  },
);

/** Holds the callbacks of animation frames until the event `release-frames`, as a busy page does. */
function holdFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const original = window.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    addEventListener(
      'release-frames',
      () => {
        window.requestAnimationFrame = original;
        for (const callback of held) original.call(window, callback);
      },
      { once: true },
    );
  });
}

test(
  'starts a connection check from anywhere, and shows it whichever tab was open',
  both('shortcuts pass Electron’s menu first'),
  async ({ page }) => {
    await goTo(page, 'Connection');
    await page.getByRole('tab', { name: connectionText.tabs.requests }).click();
    await page.getByRole('button', { name: localApiText.requests.showLocalApi }).click();
    await expect(page.getByRole('tab', { name: connectionText.tabs.localApi })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: uiText.palette.title });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(connectionText.commands.check.title.toLowerCase());
    await expect(palette.locator('[data-highlighted]')).toContainText(connectionText.commands.check.title);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: checkText.title });
    await expect(panel.getByRole('button', { name: checkText.copy })).toBeInViewport();
    await expect(panel).toContainText(new RegExp(checkText.checkedAt(sharedText.modes.proxy, '\\d\\d:\\d\\d:\\d\\d')));
    // Returning shows the screen at once, without another request.
    await goTo(page, 'Chat');
    await goTo(page, 'Connection');
    await expect(page.getByRole('button', { name: checkText.check })).toBeVisible();
  },
);

test('starts a section at its top, wherever another one was scrolled', async ({ page }) => {
  await goTo(page, 'Settings');
  await page.getByRole('heading', { name: settingsText.shortcuts.title }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: settingsText.appearance.title })).not.toBeInViewport();
  await goTo(page, 'Connection');
  await expect(page.getByRole('combobox', { name: profilesText.profile })).toBeInViewport();
  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: settingsText.appearance.title })).toBeInViewport();
});

test('doesn’t overlap or overflow in a narrow window', both('the size of the window'), async ({ window, core, page, service }) => {
  await connectTo(core, service, { name: 'The language models of the institute', hasInstance: false });
  await window.resize({ width: 720, height: 560 });
  await expect(page.getByRole('contentinfo')).toContainText('institute');
  await goTo(page, 'Connection');
  for (const tab of Object.values(connectionText.tabs)) {
    await page.getByRole('tab', { name: tab }).click();
    await expect.poll(() => overflowing(page), tab).toEqual([]);
  }
  await goTo(page, 'Settings');
  await expect.poll(() => overflowing(page), 'Settings').toEqual([]);
});

const standIn = browserOnly('a runtime that is not what it is; Electron’s bridge can not be changed from the page');

// Catches a status bar that wraps to a second line.
test('keeps the status bar on one line at every width, with a tooltip for cut text', standIn, async ({ open, service }) => {
  const window = await open({ prepare: (opening) => describeAppAs(opening, { shell: 'desktop', isOfficialRuntime: false }) });
  const { core, page } = window;
  await connectTo(core, service, { name: 'The language models of the institute', hasToken: false, hasInstance: false });
  const foot = page.getByRole('contentinfo');
  const refusal = describeFailure(failure('network-not-permitted', { host: new URL(service.demo.baseUrl).host })).message;
  await expect(foot).toContainText(connectionStateText.noToken);
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(foot).toContainText(refusal); // a long sentence
  await expect(foot.getByTitle(layoutText.standIn)).toBeVisible();
  const lines = () => foot.evaluate(({ clientHeight, scrollWidth, clientWidth }) => [clientHeight, Math.max(0, scrollWidth - clientWidth)]);
  await window.resize({ width: 2400, height: 700 });
  const wide = await lines();
  for (const width of [1280, 900, 720, 480]) {
    await window.resize({ width, height: 700 });
    await expect.poll(lines, String(width)).toEqual(wide);
    await expect(foot.getByRole('radio', { name: sharedText.modes.proxy })).toBeInViewport({ ratio: 1 });
  }
  await expect(foot.getByRole('button', { name: refusal })).toHaveAttribute('title', refusal);
});

const sidebarToggle = new RegExp(`^(?:${layoutText.sidebar.hide}|${layoutText.sidebar.show})$`);
const list = (page: Page) => page.getByRole('region', { name: conversationsText.title });

// Catches a list that takes width from a screen it has nothing to do with, or a key that seems dead there.
test('shows the list of conversations in Chat and Notebook only, and leads to it from the other sections', async ({ page }) => {
  const skipLink = page.getByRole('link', { name: layoutText.skip.sidebar });
  const toggle = page.getByRole('button', { name: sidebarToggle });
  for (const section of ['Chat', 'Notebook'] as const) {
    await goTo(page, section);
    await expect(list(page)).toBeVisible();
    await expect(skipLink).toHaveCount(1);
    await expect(toggle).toBeVisible();
  }
  const width = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
  const besideList = await width();
  for (const section of ['Library', 'Tools', 'Connection', 'Settings'] as const) {
    await goTo(page, section);
    await expect(list(page)).toHaveCount(0);
    await expect(skipLink).toHaveCount(0);
    await expect(toggle).toHaveCount(0);
    expect(await width(), section).toBeGreaterThan(besideList + 100);
  }

  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expect(page.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
  await expectSection(page, 'Chat');
  await goTo(page, 'Notebook');
  await page.keyboard.press('ControlOrMeta+b'); // a section with the list hides it
  await expect(list(page)).toHaveCount(0);
  await expectSection(page, 'Notebook');
  await goTo(page, 'Settings');
  await page.keyboard.press('ControlOrMeta+b'); // one without it shows it in Chat
  await expect(list(page)).toBeVisible();
  await expectSection(page, 'Chat');
  await expect(composer(page)).toBeFocused();
});

test('leads to the list of conversations from the other sections of a narrow window', async ({ window, page }) => {
  const drawer = page.getByRole('dialog', { name: conversationsText.title });
  await window.resize({ width: 600, height: 700 });
  await goTo(page, 'Library');
  await expect(page.getByRole('button', { name: sidebarToggle })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+b');
  await expectSection(page, 'Chat');
  await expect(drawer).toBeVisible();
  await expectAccessible(window, 'the list in a narrow window');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await goTo(page, 'Tools');
  await page.keyboard.press('ControlOrMeta+Shift+f');
  await expectSection(page, 'Chat');
  await expect(drawer.getByRole('textbox', { name: conversationsText.search.label })).toBeFocused();
});

const hasMenu = browserOnly('it plays the application menu, which Electron’s bridge can not be given by the page');

test('ignores the application menu while a dialog is open (catches typed text that is lost)', hasMenu, async ({ open }) => {
  const { page } = await open({ prepare: playMenu });
  await goTo(page, 'Library');
  await page.getByRole('button', { name: libraryText.prompts.create }).click();
  const dialog = page.getByRole('dialog', { name: libraryText.prompts.create });
  const name = dialog.getByRole('textbox', { name: libraryText.prompts.name.label });
  await name.fill('Half');
  await chooseFromMenu(page, 'go-settings');
  await name.press('End');
  await page.keyboard.type(' a prompt');
  await expect(name).toHaveValue('Half a prompt');
  await dialog.getByRole('button', { name: uiText.cancel }).click();
  await expect(dialog).toHaveCount(0);
  await expectSection(page, 'Library');
  await chooseFromMenu(page, 'go-settings');
  await expectSection(page, 'Settings');
});

test('runs the application menu over the sidebar of a narrow window and over a popover', hasMenu, async ({ open }) => {
  const window = await open({ prepare: playMenu });
  const { page } = window;
  await page.keyboard.press('ControlOrMeta+Shift+m');
  await expect(page.locator('.ui-popover')).toBeVisible();
  await chooseFromMenu(page, 'go-library');
  await expectSection(page, 'Library');
  await goTo(page, 'Chat');
  await window.resize({ width: 700, height: 600 });
  await page.keyboard.press('ControlOrMeta+b');
  const drawer = page.getByRole('dialog', { name: conversationsText.title });
  await expect(drawer).toBeVisible();
  await chooseFromMenu(page, 'go-settings');
  await expectSection(page, 'Settings');
  await expect(drawer).toHaveCount(0);
});

/** Lets `chooseFromMenu` send events as the desktop program does. */
function playMenu(page: Page): Promise<void> {
  return patchBridge(
    page,
    (bridge) => {
      const { on } = bridge;
      const listeners: Parameters<typeof on>[0][] = [];
      const chooseFromMenu = (payload: string) => {
        for (const listener of listeners) listener([{ event: 'window.command', payload } as never]);
      };
      Object.assign(window, { chooseFromMenu });
      bridge.on = (listener) => {
        listeners.push(listener);
        on(listener);
      };
    },
    null,
  );
}

function chooseFromMenu(page: Page, command: string): Promise<void> {
  return page.evaluate((id) => (window as unknown as { chooseFromMenu: (id: string) => void }).chooseFromMenu(id), command);
}

test(
  'leaves keys of Chat to the browser in other sections (catches a screen that is left)',
  both('shortcuts pass Electron’s menu first'),
  async ({ page }) => {
    await ask(page, 'Say: here');
    await page.evaluate(() => {
      window.addEventListener('keydown', ({ defaultPrevented }) => {
        document.body.dataset['prevented'] = String(defaultPrevented);
      });
    });
    for (const section of ['Notebook', 'Runs', 'Settings'] as const)
      for (const key of ['f', ...(section === 'Notebook' ? [] : ['.', 'Shift+m'])]) {
        await goTo(page, section);
        await expect(page.locator('body')).toHaveAttribute('data-prevented', 'true');
        await page.keyboard.press(`ControlOrMeta+${key}`);
        await expect(page.locator('body'), `${section} ${key}`).toHaveAttribute('data-prevented', 'false');
        await expectSection(page, section);
      }
  },
);

test('runs commands of Chat by the palette from another section', async ({ page }) => {
  await ask(page, 'Say: here');
  await goTo(page, 'Settings');
  await runByPalette(page, chatText.commands.chooseModel);
  await expectSection(page, 'Chat');
  await expect(page.getByRole('combobox', { name: sharedText.modelPicker.search })).toBeFocused();
  await page.keyboard.press('Escape');
  await goTo(page, 'Settings');
  await runByPalette(page, chatText.commands.find);
  await expectSection(page, 'Chat');
  await expect(page.getByRole('textbox', { name: chatText.find.label })).toBeFocused();
});

async function runByPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: uiText.palette.title });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(title);
  await expect(palette.locator('[data-highlighted]')).toContainText(title);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
}

// Catches a focus on nothing, from which the keyboard starts over.
test('moves the focus to the screen when the focused sidebar, panel or notice disappears', async ({ open, profile }) => {
  await writeFile(path.join(profile, 'settings.json'), 'damaged');
  const { page } = await open();
  const dismiss = page.getByRole('button', { name: layoutText.dismissNotice });
  await dismiss.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(composer(page)).toBeFocused();

  await page.getByRole('textbox', { name: conversationsText.search.label }).focus();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(list(page)).toHaveCount(0);
  await expect(composer(page)).toBeFocused();

  const panel = await openParameters(page);
  await expect(panel).toBeFocused();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(panel).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
});

test('leaves the focus where it is when the parameters close beside it (catches text that goes to the message field)', async ({ page }) => {
  const panel = await openParameters(page);
  const search = page.getByRole('textbox', { name: conversationsText.search.label });
  await search.focus();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(panel).toHaveCount(0);
  await page.keyboard.type('rain');
  await expect(search).toHaveValue('rain');
});

async function expectSection(page: Page, title: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: layoutText.sections.label, includeHidden: true });
  await expect(navigation.getByRole('button', { name: title, includeHidden: true })).toHaveAttribute('aria-current', 'page');
}

test(
  'leaves the screen more than half of a small window, whatever the sidebar’s width',
  both('the size of the window'),
  async ({ window, core, page }) => {
    const { sidebar } = await readSettings(window);
    await core.call('settings.change', { sidebar: { ...sidebar, width: 480 } });
    const width = async () => (await list(page).boundingBox())?.width ?? 0;
    await expect.poll(width).toBe(480);
    await window.resize({ width: 720, height: 560 });
    await expect.poll(width).toBeLessThan(300);
    const shown = await width();
    await page.getByRole('separator', { name: layoutText.sidebar.width }).press('ArrowLeft');
    await expect.poll(width).toBe(Math.round(shown) - 16); // catches keys that change only what can't be seen
  },
);

test('keeps all toasts within a small window', both('the size of the window'), async ({ window, core, page }) => {
  const names = ['One', 'Two', 'Three', 'Four'].map((name) => `${name} of the prompts that the institute shares with its guests`);
  for (const name of names) await core.call('library.putPrompt', { id: randomUUID(), name, text: 'Translate' });
  await window.resize({ width: 480, height: 400 });
  await goTo(page, 'Library');
  for (const name of names) {
    await page.getByRole('button', { name: libraryText.prompts.delete(name) }).press('Enter');
    await page.getByRole('dialog').filter({ hasText: name }).hover(); // they stay while the pointer is on one
  }
  const undo = page.getByRole('dialog').getByRole('button', { name: uiText.undo });
  await expect(undo).toHaveCount(4);
  for (const button of [undo.last(), undo.first()]) {
    await button.focus();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
});

test('restores theme, sidebar and send key after a restart', quick, async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  await first.page.getByRole('radio', { name: sharedText.themes.dark }).click();
  await first.page.getByRole('radio', { name: /\+Enter/ }).click();
  await goTo(first.page, 'Chat');
  await first.page.keyboard.press('ControlOrMeta+b');
  await expect
    .poll(() => readSettings(first))
    .toMatchObject({ theme: 'dark', chat: { sendsWith: 'mod-enter' }, sidebar: { isOpen: false } });
  await first.close();

  const { page } = await open();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: layoutText.sidebar.show })).toBeVisible();
  await expect(list(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: chatText.composer.message }).fill('one line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: chatText.composer.message })).toHaveValue('one line\n');
});

/** Returns the controls that are outside the main area, or overlap. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.getByRole('main').evaluate((main) => {
    const controls = [...main.querySelectorAll<HTMLElement>('button, input, [role="combobox"], [role="switch"], [role="tab"]')];
    const boxes = controls
      .map((control) => ({ name: control.textContent || control.ariaLabel || control.id, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const edge = main.getBoundingClientRect();
    const outside = boxes.filter(({ box }) => box.left < edge.left - 1 || box.right > edge.right + 1).map(({ name }) => `outside: ${name}`);
    const over = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box }) =>
            box.left < one.box.right - 1 && one.box.left < box.right - 1 && box.top < one.box.bottom - 1 && one.box.top < box.bottom - 1,
        )
        .map((other) => `${one.name} on ${other.name}`),
    );
    return [...outside, ...over];
  });
}

/** Every element that can be wider than a message. */
const wide = [
  `\`\`\`python\n${'x = 1; '.repeat(23)}\n\`\`\``,
  'w'.repeat(200),
  `|${' column |'.repeat(30)}\n|${'---|'.repeat(30)}\n|${' value |'.repeat(30)}`,
  `$$${'x_{1}^{2} + '.repeat(40)} 1$$`,
  `https://example.org/${'path/'.repeat(40)}`,
  `\`${'code'.repeat(50)}\``,
].join('\n\n');

test('keeps every part of a message inside it, at every width (catches code that runs out of the window)', async ({ open }) => {
  const window = await open({ conversations: [{ title: 'Wide', turns: [[wide, wide]] }] });
  const { page } = window;
  await rows(page, 'Wide').click();
  await expect(messagesOf(page, 'beta-4-scout').locator('math')).toBeAttached();
  for (const width of [900, 1280]) {
    await window.resize({ width, height: 800 });
    for (const name of [chatText.message.you, 'beta-4-scout']) {
      const message = messagesOf(page, name);
      await expect(() => message.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass(); // the list may draw it anew meanwhile
      // Clipped parts of a scrolling box don’t count.
      const outside = () =>
        message.evaluate((element) => {
          const edge = element.getBoundingClientRect().right + 1;
          const scrolls = (of: Element) => getComputedStyle(of).overflowX !== 'visible' && of.getBoundingClientRect().right <= edge;
          const boxes = [...element.querySelectorAll('*')].filter((part) => part.getBoundingClientRect().right > edge);
          const seen = boxes.filter((part) => {
            for (let at = part.parentElement; at !== null && at !== element; at = at.parentElement) if (scrolls(at)) return false;
            return true;
          });
          const text = element.scrollWidth > element.clientWidth ? ['text'] : [];
          return [...text, ...seen.map((part) => `${part.tagName} ${part.className}`)];
        });
      await expect.poll(outside, `${name}, ${width}`).toEqual([]);
      expect(
        await message
          .locator('pre')
          .first()
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
      ).toBe(true);
    }
  }
});

// Catches a message that covers buttons, in whatever section.
test('shows toasts where they cover no control', browserOnly('a bridge that fails'), async ({ open }) => {
  const failed = failure('profile-switched', { profile: 'The language models of the institute' });
  const file = `/home/researcher/${'a-folder/'.repeat(12)}bundle.zip`;
  const window = await open({
    prepare: (page) =>
      answerInTurn(page, [
        { ok: true, value: { file } },
        { ok: false, failure: failed },
      ]),
  });
  const { page } = window;
  const toasts = page.locator('.ui-toast');
  for (const toast of [file, describeFailure(failed).message]) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: uiText.palette.search }).fill(layoutText.commands.supportBundle.title);
    await page.keyboard.press('Enter');
    await expect(toasts.getByText(toast)).toBeVisible();
    await toasts.first().hover(); // stops their clocks
  }
  const covered = () =>
    page.evaluate(() => {
      const controls = [...document.querySelectorAll('a, button, input, textarea, [role="tab"], [role="option"]')];
      const boxes = controls.filter((control) => control.closest('.ui-toast') === null && control.checkVisibility());
      const over = [...document.querySelectorAll('.ui-toast')].map((toast) => toast.getBoundingClientRect());
      return boxes
        .filter((control) => {
          const { left, right, top, bottom, width } = control.getBoundingClientRect();
          return width > 1 && over.some((box) => left < box.right && box.left < right && top < box.bottom && box.top < bottom);
        })
        .map((control) => control.textContent || control.ariaLabel);
    });
  for (const width of [1280, 900]) {
    await window.resize({ width, height: 700 });
    await toasts.first().hover();
    for (const [key, section] of [
      ['1', layoutText.sections.chat],
      ['6', layoutText.sections.connection],
      ['7', layoutText.sections.settings],
    ] as const) {
      await page.keyboard.press(`ControlOrMeta+${key}`);
      await expectSection(page, section);
      await expect(toasts).toHaveCount(2);
      expect(await covered(), `${section}, ${width}`).toEqual([]);
      await expect.poll(() => overflowing(page), `${section}, ${width}`).toEqual([]);
    }
  }
  await expectAccessible(window, 'toasts');
});

/** Answers the requests for a support bundle in turn. */
function answerInTurn(page: Page, answers: readonly object[]): Promise<void> {
  return patchBridge(
    page,
    (bridge, given) => {
      const { call } = bridge;
      const left = [...given];
      bridge.call = (request) => (request.route === 'shell.saveDiagnostics' ? Promise.resolve(left.shift()) : call(request));
    },
    answers,
  );
}

test('sets the sidebar’s width to where the divider is dropped, even without a move first', quick, async ({ window }) => {
  const { width } = (await readSettings(window)).sidebar;
  const divider = window.page.getByRole('separator', { name: layoutText.sidebar.width });
  await divider.hover();
  await window.page.mouse.down();
  await divider.evaluate((element) => {
    const { x, width: thickness } = element.getBoundingClientRect();
    element.dispatchEvent(new PointerEvent('pointerup', { clientX: x + thickness / 2 + 40, bubbles: true }));
  });
  await expect.poll(async () => (await readSettings(window)).sidebar.width).toBeGreaterThan(width + 30);
});
