import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Page, type TestInfo } from 'playwright/test';
import { defaultAgentSettings } from '../../electron/contract/agent.ts';
import { createMemoryVault } from '../../electron/core/credentials/vault.ts';
import { systemSurroundings } from '../../electron/core/tunnel/tunnel.ts';
import type { KeyringState } from './keyring.ts';
import { openKeyring, type KeyringVault } from './keyring-vault.ts';
import { startLab, type Lab, type LabOptions } from './lab.ts';
import { playService, type PlayedService } from './played-service.ts';
import { openChromiumWindow, type ChromiumWindow, type WindowOptions } from './chromium-window.ts';

/** A window under test, with what must not happen in it. */
export interface TestWindow extends ChromiumWindow {
  /** What the content-security policy stopped, and what the page's own code threw. */
  readonly complaints: readonly string[];
}

interface Fixtures {
  /** A temporary profile folder, gone after the test. */
  readonly profile: string;
  /** Opens Causeway on that profile; closed, and looked over, after the test. */
  readonly open: (options?: WindowOptions) => Promise<TestWindow>;
  /** Causeway on that profile. */
  readonly window: TestWindow;
  /** A service to connect to, besides the built-in demo. */
  readonly service: PlayedService;
  /** Opens the test's own keyring, a real one, in a state; windows take it as their vault. */
  readonly keyring: (state?: KeyringState) => Promise<KeyringVault>;
  /** Starts a real sshd as the user's instance, and a service that takes callers from it. */
  readonly lab: (options?: LabOptions) => Promise<Lab>;
}

/** Playwright's `test` with a profile and a window for each test; a screenshot and a trace are kept if it fails. */
export const test = base.extend<Fixtures>({
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-window-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  open: async ({ profile }, use, info) => {
    const opened: TestWindow[] = [];
    await use(async (options) => {
      const window = await openWindow(profile, options);
      await window.context.tracing.start({ snapshots: true });
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
    const service = await playService();
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
    await rm(folder, { recursive: true, force: true });
  },
  lab: async ({ profile }, use) => {
    const started: Lab[] = [];
    await use(async (options) => {
      const lab = await startLab(profile, options);
      started.push(lab);
      return lab;
    });
    for (const lab of started) await lab.close();
  },
});

async function put(window: TestWindow, index: number, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) {
    await window.context.tracing.stop().catch(() => undefined); // closed by the test itself
  } else {
    await window.page.screenshot({ path: info.outputPath(`failure-${index}.png`) }).catch(() => undefined);
    await window.context.tracing.stop({ path: info.outputPath(`trace-${index}.zip`) }).catch(() => undefined);
  }
  await window.close();
}

export { expect } from 'playwright/test';

/** Opens Causeway on a profile folder, cut off from the keychain, the ssh config and the ports of whoever runs the test. */
export async function openWindow(profile: string, options: WindowOptions = {}): Promise<TestWindow> {
  await keepOffOtherPorts(profile);
  const complaints: string[] = [];
  const environment = { PATH: process.env['PATH'], HOME: profile, SSH_AUTH_SOCK: '' };
  const window = await openChromiumWindow(profile, {
    vault: createMemoryVault(),
    environment,
    surroundings: async () => ({
      ...systemSurroundings(environment),
      home: profile,
      configFiles: [{ path: path.join(profile, 'ssh_config'), owner: 'user' }],
    }),
    prepare: async (page) => {
      page.on('pageerror', (error) => complaints.push(`thrown in the page: ${error.stack ?? error.message}`));
      await page.exposeFunction('complain', (words: string) => void complaints.push(words));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) => {
          const { complain } = window as unknown as { complain: (words: string) => void };
          complain(`stopped by the policy: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`);
        });
      });
    },
    ...options,
  });
  return { ...window, complaints };
}

/** The agent's usual ports may be taken by a Causeway that is in use. */
async function keepOffOtherPorts(profile: string): Promise<void> {
  const settings = { ...defaultAgentSettings, port: await freePort(), demoPort: await freePort() };
  const file = path.join(profile, 'agent.json');
  await writeFile(file, JSON.stringify({ version: 1, data: { settings, keys: [] } }), { flag: 'wx' }).catch(() => undefined); // from a first start
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening, so it has an address
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until nothing moves any more; what turns for ever is left out. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
}

const sections = ['Chat', 'Complete', 'Library', 'Tools', 'Connection', 'Settings'] as const;

/** Goes to a section by its keys; whatever lies over the window takes keys for itself, so that must be gone first. */
export async function goTo(page: Page, section: (typeof sections)[number]): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press(`ControlOrMeta+${sections.indexOf(section) + 1}`);
  const rail = page.getByRole('navigation', { name: 'Sections' });
  await expect(rail.getByRole('button', { name: section })).toHaveAttribute('aria-current', 'page');
}

/** Puts the window into a theme, as the settings screen would. */
export async function useTheme({ core, page }: Pick<TestWindow, 'core' | 'page'>, theme: 'light' | 'dark'): Promise<void> {
  await core.settings.change({ theme });
  await page.waitForFunction((name) => document.documentElement.dataset['theme'] === name, theme);
  await settled(page);
}

/** Asserts that axe finds nothing in the state shown, in either theme. */
export async function expectAccessible(
  window: Pick<TestWindow, 'core' | 'page'>,
  state: string,
  { without = [] }: { readonly without?: readonly string[] } = {},
): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await useTheme(window, theme);
    const { violations } = await new AxeBuilder({ page: window.page })
      .setLegacyMode()
      .disableRules([...without])
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect.soft(found, `${state}, ${theme}`).toEqual([]);
  }
}
