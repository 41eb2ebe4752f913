import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { root } from '../../build/set-up/places.mjs';
import { findChromium } from '../../build/steps/find-chromium.ts';
import type { EventMessage } from '../../electron/contract/events.ts';
import type { Handlers, ShellRoute } from '../../electron/contract/routes.ts';
import { createCore, systemClock, type CallContext, type Core, type CoreOptions } from '../../electron/core/create-core.ts';
import { trustByClick } from '../../electron/host/approval/trust-by-click.ts';
import { coreClickRules, desktopClickRules } from '../../electron/host/click-rules.ts';
import { contentSecurityPolicy, diagramPolicy } from '../../electron/host/content-security-policy.ts';
import { createAssistedGesture } from '../../electron/host/assisted-gesture.ts';
import type { Dialogs } from '../../electron/host/dialogs/dialogs.ts';
import { oneAtATime } from '../../electron/host/dialogs/one-at-a-time.ts';
import { createDispatcher } from '../../electron/host/dispatcher.ts';
import { createEventBatcher } from '../../electron/host/event-batcher.ts';
import { createGestureMemory } from '../../electron/host/gesture-memory.ts';
import { guardByClick } from '../../electron/host/guard-by-click.ts';
import { diagramPage, origin, pageOrigin } from '../../electron/shell/origin.ts';
import { pageFile } from '../../electron/host/page-files.ts';
import { linkLean } from './lean-link.ts';
import { createChromiumShell } from './chromium-shell.ts';
import type { OpenedWindow } from './opened-window.ts';
import { playDialogs, type DialogAnswers } from './played-dialogs.ts';

/** The whole program but for Electron: the real core and the real page, under the real policy, in a Chromium window. */
export interface ChromiumWindow extends OpenedWindow {
  readonly core: Core;
}

/** What a test may choose; left out, what the program itself would take. */
export type ChromiumOptions = Pick<CoreOptions, 'vault' | 'environment' | 'surroundings'> & {
  readonly dialogs?: DialogAnswers | undefined;
  /** Other answers for routes of the shell. */
  readonly shell?: (core: Core) => ShellAnswers;
  /** Calls go by the shortest way, for benchmarks. */
  readonly isLean?: boolean;
  /** Called before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
};

type ShellAnswers = Partial<Handlers<ShellRoute, CallContext>>;

/** Opens the window on a profile folder and waits until it can be used. */
export async function openChromiumWindow(
  profile: string,
  { dialogs = {}, shell = () => ({}), isLean = false, prepare, ...options }: ChromiumOptions = {},
): Promise<ChromiumWindow> {
  const core = await createCore({
    clock: systemClock,
    app: {
      version: '0.0.0',
      shell: 'desktop',
      platform: process.platform,
      electron: 'none',
      isOfficialRuntime: true,
      folders: { data: profile, logs: path.join(profile, 'logs') },
    },
    ...options,
  });
  const pages = await servePages(path.join(root, 'build/out/renderer'));
  const browser = await launch();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const played = playDialogs(dialogs);
  const bugs = await connect(page, core, played.dialogs, shell(core), isLean);
  await prepare?.(page);
  await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/index.html`); // listening, so it has an address
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
  return {
    core,
    context,
    page,
    dialogs: played,
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    resize: (size) => page.setViewportSize(size),
    wakeUp: async () => core.networkMayHaveChanged('the computer woke up'),
    bugs,
    close: async () => {
      await browser.close();
      pages.close();
      await core.dispose();
    },
  };
}

function launch(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium: run `npm run set-up`.');
  const rootSwitches = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...rootSwitches, '--disable-gpu', '--disable-background-networking', '--no-first-run'] });
}

/** What the preload script and the IPC host do under Electron. */
async function connect(page: Page, core: Core, dialogs: Dialogs, shell: ShellAnswers, isLean: boolean): Promise<readonly unknown[]> {
  const bugs: unknown[] = [];
  const clicks = createGestureMemory(Date.now);
  const clicked = createAssistedGesture({
    noticed: clicks,
    isAssisted: () => false,
    confirm: oneAtATime(dialogs).confirm,
    now: Date.now,
  });
  const gesture = () => clicked;
  const desktop = createChromiumShell({ core, context: page.context(), dialogs, gesture });
  const dispatcher = createDispatcher({
    handlers: guardByClick(
      { ...core.handlers, ...trustByClick(core.handlers, gesture), ...desktop, ...shell },
      { ...coreClickRules, ...desktopClickRules },
      gesture,
      () => ({
        agent: core.agent.read().settings,
        desktop: core.settings.read().desktop,
      }),
    ),
    onBug: (route, error) => {
      bugs.push(error);
      console.error(`A bug in ${route}:`, error);
    },
  });
  const handle = (message: unknown) => dispatcher.handle({ id: 1, isTrusted: true }, message);
  await page.exposeFunction('causewayCall', handle);
  await page.exposeFunction('causewayGesture', clicks.notice);
  await page.addInitScript(() => {
    // Electron tells the main process of these itself
    for (const name of ['pointerdown', 'pointerup', 'keydown']) {
      addEventListener(
        name,
        ({ isTrusted }) => {
          if (isTrusted) (window as unknown as { causewayGesture: () => void }).causewayGesture();
        },
        { capture: true },
      );
    }
    const listeners: ((batch: unknown) => void)[] = [];
    Object.assign(window, {
      causeway: {
        call: (message: unknown) => (window as unknown as { causewayCall: (message: unknown) => Promise<unknown> }).causewayCall(message),
        on: (listener: (batch: unknown) => void) => void listeners.push(listener),
      },
      causewayTell: (batch: unknown) => {
        for (const listener of listeners) listener(batch);
      },
    });
  });
  if (isLean) await linkLean(page, handle);
  const batcher = createEventBatcher(tellInTurn(page));
  core.listen((message) => {
    followTheme(page, message);
    batcher.push(message);
  });
  return bugs;
}

/** Tells the page what has happened, and goes on only when it has heard: what a test asks of a busy page must not wait behind it all. */
function tellInTurn(page: Page): (batch: readonly EventMessage[]) => void {
  let waiting: readonly EventMessage[] = [];
  let isTelling = false;
  const tell = async (): Promise<void> => {
    isTelling = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await page
        .evaluate((told) => (window as unknown as { causewayTell?: (batch: unknown) => void }).causewayTell?.(told), batch)
        .catch(() => undefined); // a page that is gone hears nothing
    }
    isTelling = false;
  };
  return (batch) => {
    waiting = [...waiting, ...batch];
    if (!isTelling) void tell();
  };
}

function followTheme(page: Page, { event, payload }: EventMessage): void {
  if (event !== 'settings.changed') return;
  void page.emulateMedia({ colorScheme: payload.theme === 'dark' ? 'dark' : 'light' }).catch(() => undefined); // closed meanwhile
}

async function servePages(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const found = pageFile(folder, new URL(request.url ?? '/', 'http://localhost'));
    const isDiagram = request.url === new URL(diagramPage).pathname;
    // of this server instead of the program's own scheme
    const policy = (isDiagram ? diagramPolicy : contentSecurityPolicy)(pageOrigin).replaceAll(
      origin,
      `http://${request.headers.host ?? ''}`,
    );
    const headers = { 'content-security-policy': policy, 'x-content-type-options': 'nosniff', 'access-control-allow-origin': 'null' };
    void (found ? readFile(found.file) : Promise.reject(new Error('not ours'))).then(
      (body) => response.writeHead(200, { ...headers, 'content-type': found?.type }).end(body),
      () => response.writeHead(404, headers).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
