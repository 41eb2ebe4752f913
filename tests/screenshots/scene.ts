import { mkdir, mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { connectTo, trustInstance, startTestService, type ConnectOptions, type TestService } from '../support/test-service.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { openWindow, settled, useTheme, type TestWindow, type WindowOptions } from '../support/window.ts';

/** The two sizes pictures are taken in. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 640 },
] as const;

/** Where one scene is played: a profile folder and a service of its own. */
export interface SceneContext {
  readonly profile: string;
  readonly service: TestService;
  /** Opens the window; the one before is closed. */
  readonly open: (options?: WindowOptions) => Promise<TestWindow>;
  readonly close: () => Promise<void>;
  /** The window that is open. */
  readonly window: () => TestWindow;
  /** Its page. */
  readonly page: () => Page;
  readonly button: (name: string | RegExp) => Locator;
  readonly key: (keys: string) => Promise<void>;
  /** Puts the service to use and waits until it is. */
  readonly connect: (options?: ConnectOptions) => Promise<void>;
  /** Pictures of what is shown now, in both themes; in both sizes if told so. `ready` waits for what is drawn anew in a theme. */
  readonly shoot: (name: string, isInBothSizes?: 'in both sizes', ready?: () => Promise<void>) => Promise<void>;
  /** Leaves what lies over the window; shortcuts wait until it is gone. */
  readonly leave: () => Promise<void>;
}

/** A stretch of states that follow from each other. */
export type Scene = (stage: SceneContext) => Promise<void>;

/** The folder for the pictures, made if need be. */
export async function shotsFolder(): Promise<string> {
  const folder = process.env['WINDOW_SHOTS'] ?? '';
  if (folder === '') throw new Error('Name the folder for the pictures in WINDOW_SHOTS.');
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Plays a scene and clears the stage. */
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
