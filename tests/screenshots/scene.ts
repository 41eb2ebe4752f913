import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { connectTo, trustInstance, startTestService, type ConnectOptions, type TestService } from '../support/test-service.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { openWindow, settled, useTheme, type TestWindow, type WindowOptions } from '../support/window.ts';

/** The two window sizes of screenshots. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
] as const;

/** A scene's profile folder, service and window. */
export interface SceneContext {
  readonly profile: string;
  readonly service: TestService;
  /** Opens a window, and closes the previous one. */
  readonly open: (options?: WindowOptions) => Promise<TestWindow>;
  readonly close: () => Promise<void>;
  /** Returns the open window. */
  readonly window: () => TestWindow;
  readonly page: () => Page;
  readonly button: (name: string | RegExp) => Locator;
  readonly key: (keys: string) => Promise<void>;
  /** Activates the service and waits until the window shows it. */
  readonly connect: (options?: ConnectOptions) => Promise<void>;
  /** Takes screenshots in both themes, and in both sizes on request. `ready` waits for content that a theme redraws. */
  readonly shoot: (name: string, isInBothSizes?: 'in both sizes', ready?: () => Promise<void>) => Promise<void>;
  /** Closes the dialog, and waits until it is gone because it takes the shortcuts. */
  readonly leave: () => Promise<void>;
}

/** A sequence of states to take screenshots of. */
export type Scene = (context: SceneContext) => Promise<void>;

/** Creates the folder for the screenshots. */
export async function shotsFolder(): Promise<string> {
  const folder = process.env['WINDOW_SHOTS'] ?? '';
  if (folder === '') throw new Error('Set WINDOW_SHOTS to the folder for the screenshots.');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Runs a scene in a new profile, then removes it. */
export async function runScene(scene: Scene, folder: string): Promise<void> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'causeway-shots-'));
  const service = await startTestService();
  let window: TestWindow | undefined;
  const opened = () => {
    if (window === undefined) throw new Error('No window is open yet.');
    return window;
  };
  const close = async () => {
    await window?.close();
    window = undefined;
  };
  const page = () => opened().page;
  try {
    await scene({
      profile,
      service,
      window: opened,
      page,
      close,
      open: async (options) => {
        await close();
        window = await openWindow(profile, options);
        return window;
      },
      button: (name) => page().getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }),
      key: (keys) => page().keyboard.press(keys),
      connect: async (options = { hasInstance: false }) => {
        if (options.hasInstance !== false) await trustInstance(profile, service);
        await connectTo(opened().core, service, options);
        await page().getByRole('contentinfo').getByText('Cloud').first().waitFor();
      },
      shoot: async (name, isInBothSizes, ready) => {
        for (const theme of ['dark', 'light'] as const) {
          await useTheme(opened(), theme);
          await ready?.();
          for (const size of isInBothSizes ? sizes.toReversed() : sizes.slice(0, 1)) {
            await page().setViewportSize(size);
            await settled(page());
            await page().screenshot({ path: path.join(folder, `${name}-${theme}-${size.width}.png`) });
          }
        }
        console.log(name);
      },
      leave: async () => {
        await page().keyboard.press('Escape');
        await page().getByRole('dialog').first().waitFor({ state: 'hidden' });
        await settled(page());
      },
    });
  } finally {
    await close();
    await service.close();
    await removeFolder(profile);
  }
}
