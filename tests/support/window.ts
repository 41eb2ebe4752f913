import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Browser, type Page, type TestInfo } from 'playwright/test';
import { findChromium } from '../../build/steps/find-chromium.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { systemSshEnvironment } from '../../electron/core/tunnel/tunnel.ts';
import { isTraced, settled } from './app.ts';
import { collectComplaints, openBrowserWindow, openWindowContext, type WindowContext } from './browser-window.ts';
import type { DialogAnswers } from './dialog-answers.ts';
import { openElectronWindow } from './electron-window.ts';
import type { KeyringState } from './keyring.ts';
import { openKeyring, type KeyringVault } from './keyring-vault.ts';
import { launchChromium } from './launch-chromium.ts';
import { startTestbed, type Testbed, type TestbedOptions } from './testbed.ts';
import type { OpenedWindow } from './opened-window.ts';
import { openDisplay, type XDisplay } from './x-display.ts';
import { assignFreePorts } from './assign-free-ports.ts';
import { connectTo, startTestService, type TestService } from './test-service.ts';
import { removeFolder } from './remove-folder.ts';
import { seedConversations, type SeedConversation } from './seed-conversations.ts';
import {
  startChangedProgram,
  startShippedProgram,
  startWindowHost,
  type CoreChange,
  type StartProgram,
  type WindowHost,
} from './window-program.ts';
import { tags, type WindowRunner } from './window-runner.ts';
import { readTestSelection } from '../../build/steps/test-selection.ts';
import { layoutText } from '../../renderer/layout/text.ts';

const { isFresh, isQuick } = readTestSelection();

/** A window under test. */
export interface TestWindow extends OpenedWindow {
  /** Violations of the content security policy, and exceptions of the page's own code. Must stay empty. */
  readonly complaints: readonly string[];
}

export interface WindowOptions {
  readonly dialogs?: DialogAnswers | undefined;
  /** Defaults to the worker's shared keyring. With another one, the shipped program is started. */
  readonly keyring?: KeyringVault | undefined;
  /** Called before the page is loaded. Only in a browser. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Tokens per second, or `real`. Defaults to 600. */
  readonly demoSpeed?: string | undefined;
  /** Changes to the core, which then runs in the test's own process. Only in a browser. */
  readonly core?: CoreChange;
}

interface SharedHost {
  readonly host: WindowHost;
  readonly opened: WindowContext;
}

interface WorkerFixtures extends WindowRunner {
  /** The X display of Electron's windows. */
  readonly display: XDisplay | undefined;
  /** Shared by a worker's tests. */
  readonly chromiumBrowser: Browser | undefined;
  /** The process and the browser context that a worker's tests share. Each has its own core, data folder and page. */
  readonly sharedHost: SharedHost | undefined;
  /** An unlocked keyring. Tests can share it because secrets are named after profiles, and each test creates its own. */
  readonly sharedKeyring: KeyringVault;
}

interface Fixtures {
  /** A temporary profile folder, removed after the test. */
  readonly profile: string;
  /** Opens Causeway on the profile, to which it may first add conversations. After the test it is closed and must have no bugs or complaints. */
  readonly open: (options?: WindowOptions & { readonly conversations?: readonly SeedConversation[] }) => Promise<TestWindow>;
  /** Causeway on the profile, with the default options. */
  readonly window: TestWindow;
  readonly core: TestWindow['core'];
  /** A service to connect to, besides the built-in demo. */
  readonly service: TestService;
  /** The service, with the window connected to it through the proxy. */
  readonly cloud: TestService;
  /** Opens a real keyring for this test alone, in a given state. */
  readonly keyring: (state?: KeyringState) => Promise<KeyringVault>;
  /** Starts a real sshd as the user's instance, and a service that accepts its connections. */
  readonly testbed: (options?: TestbedOptions) => Promise<Testbed>;
}

/** Playwright's `test` with a profile and a window for each test. Saves a screenshot of a failure and, if TRACE is set, a trace. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  runsIn: ['browser', { option: true, scope: 'worker' }],
  display: [
    async ({ runsIn }, use) => {
      const display = runsIn === 'electron' ? await openDisplay() : undefined;
      await use(display);
      await display?.close();
    },
    { scope: 'worker' },
  ],
  chromiumBrowser: [
    async ({ runsIn }, use) => {
      const browser = runsIn === 'browser' ? await launchChromium() : undefined;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker' },
  ],
  sharedKeyring: [
    async ({}, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-keyring-'));
      const keyring = await openKeyring(folder, 'unlocked');
      await use(keyring);
      await keyring.close();
      await removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  sharedHost: [
    async ({ chromiumBrowser, sharedKeyring }, use) => {
      if (!chromiumBrowser || isFresh || isTraced) return use(undefined); // a trace would go on in the next test
      const home = await mkdtemp(path.join(os.tmpdir(), 'causeway-host-'));
      const host = await startWindowHost({ ...(await isolatedEnvironment(home, { keyring: sharedKeyring })), ...nodeEnvironment() });
      const opened = await openWindowContext(chromiumBrowser);
      await use({ host, opened });
      await opened.context.close();
      await host.close();
      await removeFolder(home);
    },
    { scope: 'worker' },
  ],
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-window-'));
    await use(folder);
    await removeFolder(folder);
  },
  // Depends on `keyring` so that it is closed later: a program exits at once when its session bus is gone.
  open: async ({ profile, keyring: _ownKeyring, sharedKeyring, display, chromiumBrowser, sharedHost }, use, info) => {
    const opened: TestWindow[] = [];
    await use(async ({ conversations = [], ...options } = {}) => {
      if (conversations.length > 0) await seedConversations(profile, conversations);
      const given: WindowOptions = { ...options, keyring: options.keyring ?? sharedKeyring };
      const isSharing = !runsShipped(info) && options.keyring === undefined && options.core === undefined;
      const window = chromiumBrowser
        ? await openInBrowser(chromiumBrowser, profile, given, isSharing ? sharedHost : undefined)
        : await openInElectron(profile, display ?? { environment: {}, close: async () => undefined }, given);
      if (isTraced) await window.context.tracing.start({ snapshots: true });
      opened.push(window);
      return window;
    });
    for (const [index, window] of opened.entries()) await saveAndClose(window, index, info);
    for (const { bugs, complaints } of opened) expect({ bugs, complaints }).toEqual({ bugs: [], complaints: [] });
  },
  window: async ({ open }, use) => await use(await open()),
  core: ({ window }, use) => use(window.core),
  page: ({ window }, use) => use(window.page),
  service: async ({}, use) => {
    const service = await startTestService();
    await use(service);
    await service.close();
  },
  cloud: async ({ core, page, service }, use) => {
    await connectTo(core, service, { hasInstance: false });
    await expect(page.getByRole('contentinfo')).toContainText('Cloud');
    await use(service);
  },
  keyring: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-keyring-'));
    const opened: KeyringVault[] = [];
    await use(async (state = 'unlocked') => {
      const keyring = await openKeyring(folder, state);
      opened.push(keyring);
      return keyring;
    });
    for (const keyring of opened) await keyring.close();
    await removeFolder(folder);
  },
  testbed: async ({ profile }, use) => {
    const started: Testbed[] = [];
    await use(async (options) => {
      const testbed = await startTestbed(profile, options);
      started.push(testbed);
      return testbed;
    });
    for (const testbed of started) await testbed.close();
  },
});

/** Returns whether a test is one of those that keep the shipped program tested, while the others share a process. */
function runsShipped({ tags: marks }: TestInfo): boolean {
  return !isQuick && marks.includes(tags.quick);
}

async function saveAndClose(window: TestWindow, index: number, info: TestInfo): Promise<void> {
  // Ignores errors, because the test may have closed the window itself.
  if (info.status !== info.expectedStatus) {
    await window.page.screenshot({ path: info.outputPath(`failure-${index}.png`) }).catch(() => undefined);
    if (isTraced) await window.context.tracing.stop({ path: info.outputPath(`trace-${index}.zip`) }).catch(() => undefined);
  }
  await window.close();
}

export { settled } from './app.ts';
export { expect } from 'playwright/test';
export { freePort } from './free-port.ts';
export { both, browserOnly, quick, quickInBrowser, reloads } from './window-runner.ts';

/** Isolates the program from the user who runs the test: its home is the profile folder, and it has no ssh-agent. */
async function isolatedEnvironment(
  profile: string,
  { keyring, demoSpeed = '600' }: WindowOptions,
): Promise<Readonly<Record<string, string>>> {
  // No shell, so that the program reads no start-up files.
  return { HOME: profile, SHELL: '', SSH_AUTH_SOCK: '', CAUSEWAY_DEMO_SPEED: demoSpeed, ...(await keyring?.environment()) };
}

/** What a Node process needs. Passes on its compile cache, if `npm test` set one. */
function nodeEnvironment(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return { PATH: process.env['PATH'] ?? '', ...(folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }) };
}

/** Opens Causeway in a browser, as `causeway --browser` does. Starts the shipped program in a context of its own, unless a shared host is given. */
export async function openInBrowser(
  browser: Browser,
  profile: string,
  options: WindowOptions = {},
  shared?: SharedHost,
): Promise<TestWindow> {
  const { dialogs, prepare, core } = options;
  await assignFreePorts(profile);
  const complaints: string[] = [];
  const start: StartProgram = core ? startChangedProgram(core) : (shared?.host.start ?? startShippedProgram);
  const program = await start(profile, { ...nodeEnvironment(), ...(await isolatedEnvironment(profile, options)) });
  const opened = shared?.opened ?? (await openWindowContext(browser));
  const close = async (): Promise<void> => {
    if (shared === undefined) return opened.context.close();
    for (const page of opened.context.pages()) await page.close();
  };
  const window = await openBrowserWindow(profile, { dialogs, prepare, program, opened, complaints, close });
  return { ...window, complaints };
}

/** Opens Causeway in its own browser, for programs that are not tests. The core runs in this process, with secrets in memory. */
export async function openWindow(profile: string, { keyring, core, ...options }: WindowOptions = {}): Promise<TestWindow> {
  const environment = { PATH: process.env['PATH'], HOME: profile, SSH_AUTH_SOCK: '' };
  const sshEnvironment = async () => ({
    ...systemSshEnvironment(environment),
    home: profile,
    userConfig: path.join(profile, '.ssh/config'),
  });
  const browser = await launchChromium();
  const vault = keyring?.vault ?? createMemoryVault();
  const window = await openInBrowser(browser, profile, { ...options, core: { vault, sshEnvironment, ...core } });
  return {
    ...window,
    close: async () => {
      await window.close();
      await browser.close();
    },
  };
}

/** Opens the desktop program. */
async function openInElectron(
  profile: string,
  display: XDisplay,
  { keyring, dialogs, demoSpeed, ...options }: WindowOptions,
): Promise<TestWindow> {
  const unsupported = Object.keys(options);
  if (unsupported.length > 0) throw new Error(`Electron takes no ${unsupported.join(', ')} from a test: mark it as browserOnly.`);
  await assignFreePorts(profile);
  const complaints: string[] = [];
  const window = await openElectronWindow(profile, {
    dialogs,
    environment: { ...(await isolatedEnvironment(profile, { keyring, demoSpeed })), ...display.environment },
    prepare: (opened) => collectComplaints(opened, (text) => complaints.push(text)),
  });
  return { ...window, complaints };
}

/** Reloads the page, and waits until the window has replaced the start page. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
}

/** The labels of the sections, in the order of their shortcuts. */
const sections = {
  Chat: layoutText.sections.chat,
  Notebook: layoutText.sections.notebook,
  Runs: layoutText.sections.runs,
  Library: layoutText.sections.library,
  Tools: layoutText.sections.tools,
  Connection: layoutText.sections.connection,
  Settings: layoutText.sections.settings,
} as const;

/** Opens a section by its shortcut. Waits for dialogs to close first, because they take the keys. */
export async function goTo(page: Page, section: keyof typeof sections): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press(`ControlOrMeta+${Object.keys(sections).indexOf(section) + 1}`);
  const navigation = page.getByRole('navigation', { name: layoutText.sections.label });
  await expect(navigation.getByRole('button', { name: sections[section] })).toHaveAttribute('aria-current', 'page');
}

/** Reads the saved settings. */
export async function readSettings({ core }: Pick<OpenedWindow, 'core'>): Promise<Settings> {
  return core.call('settings.read');
}

/** Changes the theme, as the settings screen does. */
export async function useTheme({ core, page }: Pick<OpenedWindow, 'core' | 'page'>, theme: 'light' | 'dark'): Promise<void> {
  await core.call('settings.change', { theme });
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme);
  await settled(page);
}

/** Axe's rules about colours, the only ones whose results differ between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Asserts that axe finds no violation in the current state, in either theme. Takes a second, so the quick selection leaves it out, and
 * Electron does if a browser checks the same page.
 */
export async function expectAccessible(
  window: Pick<OpenedWindow, 'core' | 'page'>,
  state: string,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<void> {
  expect.soft(await dialogsWithManyButtons(window.page), state).toEqual([]);
  if (isQuick || (test.info().project.name === 'electron' && findChromium() !== undefined)) return;
  const check = async (theme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> => {
    await useTheme(window, theme);
    const findViolations = async () => {
      const { violations } = await choose(await createAxe(window.page)).analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    let found = await findViolations();
    if (found.length > 0) {
      await settled(window.page); // a toast that fades out has too little contrast
      found = await findViolations();
    }
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  };
  const colours = colourRules.filter((rule) => !without.includes(rule));
  if (colours.length > 0) await check('dark', (axe) => axe.withRules(colours));
  await check('light', (axe) => axe.disableRules([...without]));
}

/** Returns the buttons of open dialogs that have more than three at the bottom, or more than one row of them. */
function dialogsWithManyButtons(page: Page): Promise<readonly string[]> {
  return page.locator('.ui-dialog-actions').evaluateAll((footers) =>
    footers
      .map((footer) => Array.from(footer.querySelectorAll('button')))
      .filter((buttons) => buttons.length > 3 || new Set(buttons.map(({ offsetTop }) => offsetTop)).size > 1)
      .map((buttons) => buttons.map(({ innerText }) => innerText).join(', ')),
  );
}

/** Creates an axe run. Sends axe (half a megabyte) only to pages that lack it, and collects violations only. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const axe = hasAxe ? new AxeBuilder({ page, axeSource: 'undefined' }) : new AxeBuilder({ page });
  // a guard only passes the focus on to its popup, which axe accepts if it finds a dialog on the screen, such as a toast that is soon gone
  return axe
    .setLegacyMode()
    .exclude('[data-base-ui-focus-guard]')
    .options({ resultTypes: ['violations'], preload: false }); // preloads for a rule about media, of which there is none
}
