import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Browser, type BrowserContext, type Page, type TestInfo } from 'playwright/test';
import { findChromium } from '../../build/steps/find-chromium.ts';
import type { Settings } from '../../electron/contract/settings.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { systemSshEnvironment } from '../../electron/core/tunnel/tunnel.ts';
import { openBrowserWindow, type CoreChange } from './browser-window.ts';
import { context } from './call-context.ts';
import type { DialogAnswers } from './dialog-answers.ts';
import { openElectronWindow } from './electron-window.ts';
import type { KeyringState } from './keyring.ts';
import { openKeyring, type KeyringVault } from './keyring-vault.ts';
import { launchChromium } from './launch-chromium.ts';
import { startTestbed, type Testbed, type TestbedOptions } from './testbed.ts';
import { must } from './must.ts';
import type { OpenedWindow } from './opened-window.ts';
import { openDisplay, type XDisplay } from './x-display.ts';
import { assignFreePorts } from './assign-free-ports.ts';
import { startTestService, type TestService } from './test-service.ts';
import { removeFolder } from './remove-folder.ts';
import type { WindowRunner } from './window-runner.ts';

/** A window under test, with what must not happen in it. */
export interface TestWindow extends OpenedWindow {
  /** What the content-security policy stopped, and what the page's own code threw. */
  readonly complaints: readonly string[];
}

/** What a test may choose. */
export interface WindowOptions {
  readonly dialogs?: DialogAnswers | undefined;
  /** Left out: one that is open. */
  readonly keyring?: KeyringVault | undefined;
  /** Called before the page is loaded; in a browser alone. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** In tokens a second, or `real`. Left out: faster than anybody reads. */
  readonly demoSpeed?: string | undefined;
  /** Changes to the core, which then runs in the test's own process; in a browser alone. */
  readonly core?: CoreChange;
}

interface WorkerFixtures extends WindowRunner {
  /** Where Electron draws. */
  readonly display: XDisplay | undefined;
  /** One for all tests of a worker; each window has a context of its own. */
  readonly chromiumBrowser: Browser | undefined;
  /** Open, and shared: a secret is named after its profile, and each test makes its own. */
  readonly sharedKeyring: KeyringVault;
}

interface Fixtures {
  /** A temporary profile folder, gone after the test. */
  readonly profile: string;
  /** Opens Causeway on that profile; closed, and looked over, after the test. */
  readonly open: (options?: WindowOptions) => Promise<TestWindow>;
  /** Causeway on that profile. */
  readonly window: TestWindow;
  /** A service to connect to, besides the built-in demo. */
  readonly service: TestService;
  /** Opens the test's own keyring, a real one, in a state. */
  readonly keyring: (state?: KeyringState) => Promise<KeyringVault>;
  /** Starts a real sshd as the user's instance, and a service that takes callers from it. */
  readonly testbed: (options?: TestbedOptions) => Promise<Testbed>;
}

/** A trace of each action takes a tenth of the time, so it is drawn only for who asks. */
const isTraced = process.env['TRACE'] !== undefined;

/** Playwright's `test` with a profile and a window for each test; a screenshot is kept if it fails, and with TRACE set a trace. */
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
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-window-'));
    await use(folder);
    await removeFolder(folder);
  },
  // the test's own keyring stays longer: a program whose session bus goes ends at once
  open: async ({ profile, keyring: _ownKeyring, sharedKeyring, display, chromiumBrowser }, use, info) => {
    const opened: TestWindow[] = [];
    await use(async (options = {}) => {
      const given: WindowOptions = { ...options, keyring: options.keyring ?? sharedKeyring };
      const window = chromiumBrowser
        ? await openInBrowser(chromiumBrowser, profile, given)
        : await openInElectron(profile, display ?? { environment: {}, close: async () => undefined }, given);
      if (isTraced) await window.context.tracing.start({ snapshots: true });
      opened.push(window);
      return window;
    });
    for (const [index, window] of opened.entries()) await put(window, index, info);
    for (const { bugs, complaints } of opened) expect({ bugs, complaints }).toEqual({ bugs: [], complaints: [] });
  },
  window: async ({ open }, use) => {
    await use(await open());
  },
  service: async ({}, use) => {
    const service = await startTestService();
    await use(service);
    await service.close();
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

async function put(window: TestWindow, index: number, info: TestInfo): Promise<void> {
  // a window that the test itself has closed gives neither
  if (info.status !== info.expectedStatus) {
    await window.page.screenshot({ path: info.outputPath(`failure-${index}.png`) }).catch(() => undefined);
    if (isTraced) await window.context.tracing.stop({ path: info.outputPath(`trace-${index}.zip`) }).catch(() => undefined);
  }
  await window.close();
}

export { expect } from 'playwright/test';
export { freePort } from './free-port.ts';
export { browserOnly } from './window-runner.ts';

/** What cuts the program off from whoever runs the test: its home is the profile folder, and it finds no keys of theirs. */
async function ownEnvironment(profile: string, { keyring, demoSpeed = '600' }: WindowOptions): Promise<Readonly<Record<string, string>>> {
  // without a shell there is nothing to be learnt from its start-up files
  return { HOME: profile, SHELL: '', SSH_AUTH_SOCK: '', CAUSEWAY_DEMO_SPEED: demoSpeed, ...(await keyring?.environment()) };
}

/** Where Node keeps compiled code for the processes of a run, as `npm test` has it. */
function compiledBefore(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** Opens Causeway in a browser, as `causeway --browser` does. */
export async function openInBrowser(browser: Browser, profile: string, options: WindowOptions = {}): Promise<TestWindow> {
  const { dialogs, prepare, core } = options;
  await assignFreePorts(profile);
  const complaints: string[] = [];
  const window = await openBrowserWindow(browser, profile, {
    dialogs,
    core,
    environment: { PATH: process.env['PATH'] ?? '', ...compiledBefore(), ...(await ownEnvironment(profile, options)) },
    prepare: async (page) => {
      await hearComplaints(page.context(), complaints);
      await prepare?.(page);
    },
  });
  return { ...window, complaints };
}

/** Opens Causeway in a browser of its own, for programs that are no tests: the core runs in this process and keeps its secrets in memory. */
export async function openWindow(profile: string, { keyring, core, ...options }: WindowOptions = {}): Promise<TestWindow> {
  const environment = { PATH: process.env['PATH'], HOME: profile, SSH_AUTH_SOCK: '' };
  const surroundings = async () => ({
    ...systemSshEnvironment(environment),
    home: profile,
    configFiles: [{ path: path.join(profile, '.ssh/config'), owner: 'user' as const }],
  });
  const browser = await launchChromium();
  const vault = keyring?.vault ?? createMemoryVault();
  const window = await openInBrowser(browser, profile, { ...options, core: { vault, sshEnvironment: surroundings, ...core } });
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
  const foreign = Object.keys(options);
  if (foreign.length > 0) throw new Error(`Electron takes no ${foreign.join(', ')} from a test: mark it as inBrowserAlone.`);
  await assignFreePorts(profile);
  const complaints: string[] = [];
  const window = await openElectronWindow(profile, {
    dialogs,
    environment: { ...(await ownEnvironment(profile, { keyring, demoSpeed })), ...display.environment },
    prepare: (opened) => hearComplaints(opened, complaints),
  });
  return { ...window, complaints };
}

async function hearComplaints(opened: BrowserContext, complaints: string[]): Promise<void> {
  opened.on('weberror', (thrown) => {
    const error = thrown.error();
    complaints.push(`thrown in the page: ${error.stack ?? error.message}`);
  });
  await opened.exposeFunction('complain', (words: string) => void complaints.push(words));
  await opened.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) => {
      const { complain } = window as unknown as { complain: (words: string) => void };
      complain(`stopped by the policy: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`);
    });
  });
}

/** Loads the page anew, and waits until the window has taken over from the page before it. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
}

/** Waits until nothing moves any more; what turns for ever is left out. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

const sections = ['Chat', 'Complete', 'Runs', 'Library', 'Tools', 'Connection', 'Settings'] as const;

/** Goes to a section by its keys; whatever lies over the window takes keys for itself, so that must be gone first. */
export async function goTo(page: Page, section: (typeof sections)[number]): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press(`ControlOrMeta+${sections.indexOf(section) + 1}`);
  const rail = page.getByRole('navigation', { name: 'Sections' });
  await expect(rail.getByRole('button', { name: section })).toHaveAttribute('aria-current', 'page');
}

/** The settings as they are kept. */
export async function readSettings({ core }: Pick<OpenedWindow, 'core'>): Promise<Settings> {
  return must(await core.handlers['settings.read'](undefined, context));
}

/** Puts the window into a theme, as the settings screen would. */
export async function useTheme({ core, page }: Pick<OpenedWindow, 'core' | 'page'>, theme: 'light' | 'dark'): Promise<void> {
  must(await core.handlers['settings.change']({ theme }, context));
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme);
  await settled(page);
}

/** The rules of axe that are about colours, which alone differ between the themes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Asserts that axe finds nothing in the state shown, in either theme. Where the same page is looked at in a browser as well, Electron
 * has nothing to add.
 */
export async function expectAccessible(
  window: Pick<OpenedWindow, 'core' | 'page'>,
  state: string,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<void> {
  if (test.info().project.name === 'electron' && findChromium() !== undefined) return;
  const look = async (theme: 'light' | 'dark', choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> => {
    await useTheme(window, theme);
    const find = async () => {
      const { violations } = await choose(await axeOn(window.page)).analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    let found = await find();
    if (found.length > 0) {
      await settled(window.page); // a message that was about to go is pale while it does
      found = await find();
    }
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  };
  const colours = colourRules.filter((rule) => !without.includes(rule));
  if (colours.length > 0) await look('dark', (axe) => axe.withRules(colours));
  await look('light', (axe) => axe.disableRules([...without]));
}

/** Axe is half a megabyte: a page that has it is not sent it again. Only violations are read, so no more is gathered of the rest. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const hasAxe = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  const axe = hasAxe ? new AxeBuilder({ page, axeSource: 'undefined' }) : new AxeBuilder({ page });
  return axe.setLegacyMode().options({ resultTypes: ['violations'] });
}
