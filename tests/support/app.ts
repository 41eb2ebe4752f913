import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test';
import { appArguments, runtime } from '../../build/steps/electron-command.ts';
import { makeEvaluateReliable } from './reliable-evaluate.ts';
import { assignFreePorts } from './assign-free-ports.ts';
import { removeFolder } from './remove-folder.ts';
import { layoutText } from '../../renderer/layout/text.ts';

/** A running Causeway with its own profile. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Starts Causeway on a profile folder, and waits until its window can be used. */
export async function startApp(profile: string): Promise<RunningApp> {
  const electron = await launchApp(profile);
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  return { electron, page, close: () => electron.close() };
}

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
  return makeEvaluateReliable(electron);
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
  /** Causeway on the profile. Saves a screenshot of a failure and, if TRACE is set, a trace. */
  readonly app: RunningApp;
}

/** Traces only on request, because a trace takes a tenth of the time. */
export const isTraced = process.env['TRACE'] !== undefined;

/** Playwright's `test` with a profile and a running app for each test. */
export const test = base.extend<Fixtures>({
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-profile-'));
    await assignFreePorts(folder);
    await use(folder);
    await removeFolder(folder);
  },
  app: async ({ profile }, use, info) => {
    const app = await startApp(profile);
    const { tracing } = app.electron.context();
    if (isTraced) await tracing.start({ screenshots: true, snapshots: true });
    await use(app);
    if (info.status !== info.expectedStatus) {
      await app.page.screenshot({ path: info.outputPath('failure.png') }).catch(() => undefined);
      if (isTraced) await tracing.stop({ path: info.outputPath('trace.zip') });
    }
    await app.close();
  },
});

export { expect } from 'playwright/test';

/** Waits until all animations have ended, except endless ones. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}
