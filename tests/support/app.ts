import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page, type TestInfo } from 'playwright/test';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import { readTestSelection } from '../../build/steps/test-selection.ts';
import { makeEvaluateReliable } from './reliable-evaluate.ts';
import { assignFreePorts } from './assign-free-ports.ts';
import { removeFolder } from './remove-folder.ts';
import { openDisplay } from './x-display.ts';
import { layoutText } from '../../renderer/layout/text.ts';

/** Starts Causeway on a profile folder, and waits until its window can be used. */
export async function startApp(profile: string) {
  const electron = await launchApp(profile);
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  return { electron, page, close: () => electron.close() };
}

/** A running Causeway with its own profile. */
export type RunningApp = Awaited<ReturnType<typeof startApp>>;

/** Starts Causeway on a profile folder with further arguments. It may open no window. */
export async function launchApp(profile: string, words: readonly string[] = []): Promise<ElectronApplication> {
  const electron = await launchPausedApp(profile, words);
  await resumeApp(electron);
  return electron;
}

/**
 * Starts Electron on a profile folder, and delays Causeway until `resumeApp`, because attaching to a window that is being created
 * may never finish.
 */
export async function launchPausedApp(
  profile: string,
  words: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  const home = homeFolder(profile);
  await mkdir(home, { recursive: true });
  const electron = await _electron.launch({
    executablePath: runtime().executable,
    // Chromium would emulate a missing GPU, which takes a tenth of a start.
    args: [
      '--disable-gpu',
      '-r',
      path.join(import.meta.dirname, 'pause-app.cjs'),
      ...appArguments(),
      `--user-data-dir=${profile}`,
      ...words,
    ],
    // Hides the user's keys and ssh config, but keeps the access to their display.
    env: { XAUTHORITY: path.join(os.homedir(), '.Xauthority'), ...own(process.env), HOME: home, SSH_AUTH_SOCK: '', ...environment },
    // Otherwise Playwright reports every page's colour scheme as light.
    colorScheme: null,
  });
  makeEvaluateReliable(electron);
  await blockExternalPrograms(electron);
  return electron;
}

/** Blocks opening links and files in the user's programs, which would outlive the test. */
async function blockExternalPrograms(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ shell }) => {
    shell.openExternal = async () => undefined;
    shell.openPath = async () => '';
  });
}

/** Starts Causeway after `launchPausedApp`. */
export async function resumeApp(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(() => (globalThis as unknown as { beginApp: () => void }).beginApp());
}

/** Returns the home folder that Causeway uses with a profile folder. */
export function homeFolder(profile: string): string {
  return path.join(profile, 'home');
}

function own(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

interface Fixtures {
  /** A temporary profile folder, removed after the test. */
  readonly profile: string;
  /** Causeway on the profile. */
  readonly app: RunningApp;
}

/** Traces only on request, because a trace takes a tenth of the time. */
export const isTraced = process.env['TRACE'] !== undefined;

/** Playwright's `test` with a profile and a running app for each test. */
export const test = base.extend<Fixtures, { readonly display: undefined }>({
  display: [
    async ({}, use) => {
      const display = await openDisplay();
      Object.assign(process.env, display.environment);
      await use(undefined);
      await display.close();
    },
    { scope: 'worker', auto: true },
  ],
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-profile-'));
    await assignFreePorts(folder);
    await use(folder);
    await removeFolder(folder);
  },
  app: async ({ profile }, use, info) => {
    const app = await startApp(profile);
    await watch(app, info, use);
    await app.close();
  },
});

/** `test` for tests that change nothing but the page. They share a worker's app, and each loads its page again. */
export const testInSharedApp = test.extend<object, { readonly sharedApp: RunningApp | undefined }>({
  sharedApp: [
    async ({ display: _display }, use) => {
      if (readTestSelection().isFresh) return use(undefined);
      const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-profile-'));
      await assignFreePorts(folder);
      const app = await startApp(folder);
      await use(app);
      await app.close();
      await removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  app: async ({ sharedApp, profile }, use, info) => {
    const app = sharedApp ?? (await startApp(profile));
    if (sharedApp) await loadWindow(app);
    await watch(app, info, use);
    if (!sharedApp) await app.close();
  },
});

/** Loads the window's page again, in the system's theme. */
async function loadWindow({ electron, page }: RunningApp): Promise<void> {
  await electron.evaluate(async ({ BrowserWindow, nativeTheme }) => {
    nativeTheme.themeSource = 'system';
    await BrowserWindow.getAllWindows()[0]?.loadURL('app://causeway/index.html');
  });
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
}

/** Uses an app. Saves a screenshot of a failure and, if TRACE is set, a trace. */
async function watch(app: RunningApp, info: TestInfo, use: (app: RunningApp) => Promise<void>): Promise<void> {
  const { tracing } = app.electron.context();
  if (isTraced) await tracing.start({ screenshots: true, snapshots: true });
  await use(app);
  if (info.status !== info.expectedStatus) await app.page.screenshot({ path: info.outputPath('failure.png') }).catch(() => undefined);
  if (isTraced) await tracing.stop({ path: info.outputPath('trace.zip') });
}

export { expect } from 'playwright/test';
export { quick } from './window-runner.ts';

/** Waits until all animations have ended, except endless ones. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}
