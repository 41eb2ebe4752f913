import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from 'playwright/test';
import { appWords, runtime } from '../../build/steps/electron-command.ts';

/** A running Causeway with a profile of its own. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** Starts Causeway on a profile folder, and waits until its window can be used. */
export async function startApp(profile: string, words: readonly string[] = []): Promise<RunningApp> {
  const electron = await _electron.launch({
    executablePath: runtime().executable,
    args: [...appWords(), `--user-data-dir=${profile}`, ...words],
    // Playwright reports a page's colour scheme as light unless told to leave it alone
    colorScheme: null,
  });
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  return { electron, page, close: () => electron.close() };
}

interface Fixtures {
  /** A temporary profile folder, gone after the test. */
  readonly profile: string;
  /** Causeway on that profile, with traces and a screenshot kept if the test fails. */
  readonly app: RunningApp;
}

/** Playwright's `test` with a profile and a running app for each test. */
export const test = base.extend<Fixtures>({
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-profile-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  app: async ({ profile }, use, info) => {
    const app = await startApp(profile);
    await app.electron.context().tracing.start({ screenshots: true, snapshots: true });
    await use(app);
    if (info.status === info.expectedStatus) {
      await app.electron.context().tracing.stop();
    } else {
      await app.page.screenshot({ path: info.outputPath('failure.png') }).catch(() => undefined);
      await app.electron.context().tracing.stop({ path: info.outputPath('trace.zip') });
    }
    await app.close();
  },
});

export { expect } from 'playwright/test';

/** Waits until nothing moves any more; what turns for ever is left out. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}
