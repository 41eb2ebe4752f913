import type { Page } from 'playwright/test';
import { patchBridge } from '../support/patch-bridge.ts';
import { connectTo } from '../support/test-service.ts';
import { expect, expectAccessible, goTo, browserOnly, readSettings, test } from '../support/window.ts';

test('reaches every section by keyboard, marks the current one, and is accessible', async ({ window }) => {
  const { page } = window;
  for (const section of ['Library', 'Connection', 'Settings', 'Chat'] as const) {
    await goTo(page, section);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectAccessible(window, section);
  }
});

test('has accessible connection panels', async ({ window }) => {
  const { page } = window;
  await goTo(page, 'Connection');
  for (const tab of ['Tunnel', 'Requests']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(window, `Connection, ${tab}`);
  }
});

test('opens the palette, finds and runs a command by keyboard alone', async ({ window }) => {
  const { page } = window;
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await expectAccessible(window, 'the palette');
  await page.keyboard.type('proxy and direct');
  await expect(palette.locator('[data-highlighted]')).toContainText('Switch between Proxy and Direct');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Direct' })).toBeChecked();
});

test('starts a connection check from anywhere, and shows it whichever tab was open', async ({ window }) => {
  const { page } = window;
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByRole('button', { name: 'Show the local address' }).click();
  await expect(page.getByRole('tab', { name: 'Local address' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('what is wrong');
  await expect(palette.locator('[data-highlighted]')).toContainText('What is wrong with the connection?');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'What is wrong?' });
  await expect(panel.getByRole('button', { name: 'Copy as text' })).toBeInViewport({ timeout: 40_000 });
  await expect(panel).toContainText(/as it was at \d\d:\d\d:\d\d/);
  // Returning shows the screen at once, without another request.
  await goTo(page, 'Chat');
  await goTo(page, 'Connection');
  await expect(page.getByRole('button', { name: 'Check the connection' })).toBeVisible();
});

test('starts a section at its top, wherever another one was scrolled', async ({ window: { page } }) => {
  await goTo(page, 'Settings');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('heading', { name: 'Appearance' })).not.toBeInViewport();
  await goTo(page, 'Connection');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toBeInViewport();
  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeInViewport();
});

test('doesn’t overlap or overflow in a narrow window', async ({ window, service }) => {
  const { core, page } = window;
  await connectTo(core, service, { name: 'The language models of the institute', hasInstance: false });
  await window.resize({ width: 720, height: 560 });
  await expect(page.getByRole('contentinfo')).toContainText('institute');
  await goTo(page, 'Connection');
  for (const tab of ['Road', 'Models', 'Tunnel', 'Local address', 'Requests']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect.poll(() => overflowing(page), tab).toEqual([]);
  }
  await goTo(page, 'Settings');
  await expect.poll(() => overflowing(page), 'Settings').toEqual([]);
});

const standIn = browserOnly('a runtime that is not what it is; Electron’s bridge can not be changed from the page');

// Catches a status bar that wraps to a second line.
test('keeps the status bar on one line at every width, with a tooltip for cut text', standIn, async ({ open, service }) => {
  const window = await open({ prepare: playStandIn });
  const { core, page } = window;
  await connectTo(core, service, { name: 'The language models of the institute', hasToken: false, hasInstance: false });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('No API token');
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(foot).toContainText('not permitted'); // a long sentence
  await expect(foot.getByTitle(/^Development runtime: .* official build\.$/)).toBeVisible();
  const lines = () => foot.evaluate(({ clientHeight, scrollWidth, clientWidth }) => [clientHeight, Math.max(0, scrollWidth - clientWidth)]);
  await window.resize({ width: 2400, height: 700 });
  const wide = await lines();
  for (const width of [1280, 900, 720, 480]) {
    await window.resize({ width, height: 700 });
    await expect.poll(lines, String(width)).toEqual(wide);
    await expect(foot.getByRole('radio', { name: 'Proxy' })).toBeInViewport({ ratio: 1 });
  }
  await expect(foot.getByRole('button', { name: /not permitted/ })).toHaveAttribute('title', /not permitted.*\.$/);
});

test('restores theme, sidebar and send key after a restart', async ({ open }) => {
  const first = await open();
  await goTo(first.page, 'Settings');
  await first.page.getByRole('radio', { name: 'Dark' }).click();
  await first.page.getByRole('radio', { name: /\+Enter/ }).click();
  await first.page.keyboard.press('ControlOrMeta+b');
  await expect
    .poll(() => readSettings(first))
    .toMatchObject({ theme: 'dark', chat: { sendsWith: 'mod-enter' }, sidebar: { isOpen: false } });
  await first.close();

  const { page } = await open();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('listbox', { name: 'Conversations' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Message' }).fill('one line');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('one line\n');
});

/** Makes the page believe that it runs in a stand-in Electron. */
function playStandIn(page: Page): Promise<void> {
  return patchBridge(
    page,
    (bridge, change) => {
      const { call } = bridge;
      bridge.call = async (request) => {
        const answer = (await call(request)) as { readonly value: object };
        return request.route === 'app.describe' ? { ...answer, value: { ...answer.value, ...change } } : answer;
      };
    },
    { shell: 'desktop', isOfficialRuntime: false },
  );
}

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
