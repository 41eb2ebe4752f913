import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { pinnedVersion } from '../../build/set-up/electron-runtime.mjs';
import { expect, quick, settled, test, testInSharedApp, type RunningApp } from '../support/app.ts';
import { composer } from '../support/window-chat.ts';
import { conversationsText } from '../../renderer/conversations/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { connectionStateText } from '../../electron/presentation/connection-text.ts';
import { shellText } from '../../electron/shell/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';

/** Rules that matter to users of screen readers and keyboards, and to users with low vision. */
async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

async function useTheme(app: RunningApp, theme: 'light' | 'dark'): Promise<void> {
  await app.electron.evaluate(({ nativeTheme }, source) => void (nativeTheme.themeSource = source), theme);
  await app.page.waitForFunction((isDark) => matchMedia('(prefers-color-scheme: dark)').matches === isDark, theme === 'dark');
}

testInSharedApp('opens each section by keyboard, and marks it as the current one', quick, async ({ app: { page } }) => {
  const sections = page.getByRole('navigation', { name: layoutText.sections.label });
  for (const [key, name] of [
    ['2', layoutText.sections.notebook],
    ['3', layoutText.sections.runs],
    ['4', layoutText.sections.library],
    ['5', layoutText.sections.tools],
    ['6', layoutText.sections.connection],
    ['7', layoutText.sections.settings],
    ['1', layoutText.sections.chat],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect(sections.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  }
});

testInSharedApp('runs the menu’s commands in the window', quick, async ({ app: { electron, page } }) => {
  await electron.evaluate(({ Menu }, name) => {
    const item = Menu.getApplicationMenu()
      ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      .find(({ label }) => label === name);
    item?.click();
  }, shellText.menu.connection);
  await expect(page.getByRole('button', { name: layoutText.sections.connection, exact: true })).toHaveAttribute('aria-current', 'page');
});

test('changes the theme at once, and shows it as selected', quick, async ({ app: { page } }) => {
  await page.keyboard.press('ControlOrMeta+7');
  for (const [name, isDark] of [
    [sharedText.themes.dark, true],
    [sharedText.themes.light, false],
  ] as const) {
    await page.getByRole('radio', { name }).click();
    await expect(page.getByRole('radio', { name })).toBeChecked();
    await expect.poll(() => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(isDark);
  }
});

test('hides the sidebar, also after a reload', async ({ app: { electron, page } }) => {
  await expect(page.getByRole('region', { name: conversationsText.title })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(page.getByRole('region', { name: conversationsText.title })).toBeHidden();
  await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('region', { name: conversationsText.title })).toBeHidden();
});

testInSharedApp('shows the state as text, and names a stand-in runtime', quick, async ({ app: { electron, page } }) => {
  const isOfficial = (await electron.evaluate(() => process.versions.electron)) === pinnedVersion();
  await expect(page.getByRole('contentinfo')).toContainText(connectionStateText.demoToken);
  await expect(page.getByText(layoutText.standIn)).toHaveCount(isOfficial ? 0 : 1);
});

testInSharedApp('has no axe violations on any screen, in either theme', async ({ app }) => {
  const { page } = app;
  const states: Readonly<Record<string, () => Promise<void>>> = {
    chat: () => page.keyboard.press('ControlOrMeta+1'),
    complete: () => page.keyboard.press('ControlOrMeta+2'),
    runs: () => page.keyboard.press('ControlOrMeta+3'),
    library: () => page.keyboard.press('ControlOrMeta+4'),
    tools: () => page.keyboard.press('ControlOrMeta+5'),
    connection: () => page.keyboard.press('ControlOrMeta+6'),
    settings: () => page.keyboard.press('ControlOrMeta+7'),
    palette: () => page.keyboard.press('ControlOrMeta+k'),
  };
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    for (const [name, open] of Object.entries(states)) {
      await open();
      await settled(page);
      expect(await axe(page), `${name}, ${theme}`).toEqual([]);
      await page.keyboard.press('Escape');
    }
  }
});

testInSharedApp('has no axe violations in the gallery of primitives, in either theme', quick, async ({ app }) => {
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://causeway/gallery.html'));
  for (const theme of ['light', 'dark'] as const) {
    await useTheme(app, theme);
    await settled(app.page);
    expect(await axe(app.page), theme).toEqual([]);
  }
});
