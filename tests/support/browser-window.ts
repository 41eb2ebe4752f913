import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Download, Page } from 'playwright';
import { requestApprovals, sendApproval } from '../../electron/browser/control-client.ts';
import type { DialogQuestion } from '../../electron/host/dialogs.ts';
import { createPageCore } from './page-core.ts';
import type { DialogAnswers, TestDialogs } from './dialog-answers.ts';
import { loggedBugs } from './logged-bugs.ts';
import type { OpenedWindow } from './opened-window.ts';
import { waitForFile } from './saved-file.ts';
import type { WindowProgram } from './window-program.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';

/** A browser context in which windows are opened, one at a time. */
export interface WindowContext {
  readonly context: BrowserContext;
  /** Opens a page without the cookies and storage of earlier ones. Adds the context's complaints to the given ones from now on. */
  readonly openPage: (origin: string, complaints: string[]) => Promise<Page>;
}

/** Violations of the content security policy, and exceptions of a page's own code. */
export async function collectComplaints(context: BrowserContext, complain: (text: string) => void): Promise<void> {
  context.on('weberror', (thrown) => {
    const error = thrown.error();
    complain(`thrown in the page: ${error.stack ?? error.message}`);
  });
  await context.exposeFunction('complain', complain);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) => {
      const { complain } = window as unknown as { complain: (text: string) => void };
      complain(`stopped by the policy: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`);
    });
  });
}

/** Opens a context. */
export async function openWindowContext(browser: Browser): Promise<WindowContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  let current: string[] = [];
  await collectComplaints(context, (text) => current.push(text));
  return {
    context,
    openPage: async (origin, complaints) => {
      current = complaints;
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await session.detach();
      await context.clearCookies();
      return page;
    },
  };
}

export interface BrowserWindowOptions {
  readonly dialogs?: DialogAnswers | undefined;
  readonly program: WindowProgram;
  readonly opened: WindowContext;
  readonly complaints: string[];
  /** Called before the page is loaded. */
  readonly prepare?: ((page: Page) => Promise<unknown>) | undefined;
  /** Called once the page is closed. */
  readonly close: () => Promise<void>;
}

/** Opens a program's link in a browser, and waits until the window can be used. */
export async function openBrowserWindow(
  profile: string,
  { dialogs: answers = {}, program, opened, complaints, prepare, close: closeContext }: BrowserWindowOptions,
): Promise<OpenedWindow> {
  const { context } = opened;
  const page = await opened.openPage(new URL(program.link).origin, complaints);
  await prepare?.(page);
  const fileDialogs = answerFileDialogs(page);
  const approvals = answerApprovals(profile);
  const answer: TestDialogs['answer'] = async ({ file, isYes }) => {
    fileDialogs.choose(file);
    if (isYes) approvals.answer(isYes);
  };
  await answer(answers);
  await page.goto(program.link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('')); // the browser's windows share it
  const bugs: unknown[] = [];
  const close = async (): Promise<void> => {
    approvals.stop();
    await closeContext();
    await program.close();
    bugs.push(...(await loggedBugs(profile)));
  };
  let closing: Promise<void> | undefined;
  return {
    core: createPageCore(page),
    context,
    page,
    dialogs: { answer, asked: async () => approvals.asked },
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    resize: (size) => page.setViewportSize(size),
    wakeUp: async () => void (await program.wakeUp()),
    bugs,
    close: () => (closing ??= close()),
  };
}

/** Answers the browser's file chooser for the user, and saves downloads. */
function answerFileDialogs(page: Page) {
  let file: string | undefined;
  page.on('filechooser', (chooser) => {
    // Playwright can't cancel a chooser, so this sends the page the event.
    void (file === undefined ? chooser.element().dispatchEvent('cancel') : waitForFile(file).then(() => chooser.setFiles(file ?? [])));
  });
  void pressChooseFile(page).catch(() => undefined); // until the window is closed
  page.on('download', (download) => void (file !== undefined && saveDownload(download, file)));
  return { choose: (next: string | undefined) => void (file = next) };
}

/**
 * Presses the button that the page shows when the user's click is too old for a file chooser. Not a locator handler, because
 * those run only within actions and assertions, and some tests wait for the file or the program instead.
 */
async function pressChooseFile(page: Page): Promise<never> {
  // the form of a service has a button with the same name, but not among a dialog's actions
  const button = page.locator('.ui-dialog-actions').getByRole('button', { name: browserPageText.upload.choose });
  for (;;) await button.click({ timeout: 0 });
}

/** Saves a download atomically, so that no test reads a partial file. */
async function saveDownload(download: Download, file: string): Promise<void> {
  const part = `${file}.part`;
  await download.saveAs(part);
  await rename(part, file);
}

const approvalPollMs = 100;

/** Answers questions about programs as a second start does, once the test has given its answers. */
function answerApprovals(profile: string) {
  const asked: DialogQuestion[] = [];
  const stopping = new AbortController();
  let left: boolean[] | undefined;
  const answerAll = async (): Promise<never> => {
    for (;;) {
      for (const { id, ...question } of await requestApprovals(profile)) {
        await sendApproval(profile, id, ((left?.length ?? 0) > 1 ? left?.shift() : left?.[0]) ?? false);
        asked.push(question);
      }
      await delay(approvalPollMs, undefined, { signal: stopping.signal });
    }
  };
  return {
    asked,
    answer: (isYes: readonly boolean[]): void => {
      const isFirst = left === undefined;
      left = [...isYes];
      if (isFirst) void answerAll().catch(() => undefined); // until the window is closed
    },
    stop: () => stopping.abort(),
  };
}
