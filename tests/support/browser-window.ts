import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { Browser, BrowserContext, Download, Page } from 'playwright';
import type { DialogQuestion } from '../../electron/host/dialogs.ts';
import { createPageCore } from './page-core.ts';
import type { DialogAnswers, TestDialogs } from './dialog-answers.ts';
import { loggedBugs } from './logged-bugs.ts';
import type { OpenedWindow } from './opened-window.ts';
import { waitForFile } from './saved-file.ts';
import type { WindowProgram } from './window-program.ts';
import { browserPageText } from '../../renderer/browser/text.ts';
import { layoutText } from '../../renderer/layout/text.ts';
import { hostText } from '../../electron/host/text.ts';

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
  const dialogs = answerFileDialogs(page, answers);
  await page.goto(program.link);
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  await page.evaluate(() => navigator.clipboard.writeText('')); // the browser's windows share it
  const asked = answerApprovals(context, program.port + 1, dialogs.next);
  const bugs: unknown[] = [];
  const close = async (): Promise<void> => {
    await closeContext();
    await program.close();
    bugs.push(...(await loggedBugs(profile)));
  };
  let closing: Promise<void> | undefined;
  return {
    core: createPageCore(page),
    context,
    page,
    dialogs: { answer: dialogs.answer, asked },
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    resize: (size) => page.setViewportSize(size),
    wakeUp: async () => void (await program.wakeUp()),
    bugs,
    close: () => (closing ??= close()),
  };
}

/** Answers the browser's file chooser for the user, and saves downloads. */
function answerFileDialogs(page: Page, first: DialogAnswers): Pick<TestDialogs, 'answer'> & { readonly next: () => boolean } {
  let { file, isYes = [] } = first;
  let left = [...isYes];
  page.on('filechooser', (chooser) => {
    // Playwright can't cancel a chooser, so this sends the page the event.
    void (file === undefined ? chooser.element().dispatchEvent('cancel') : waitForFile(file).then(() => chooser.setFiles(file ?? [])));
  });
  void pressChooseFile(page).catch(() => undefined); // until the window is closed
  page.on('download', (download) => void (file !== undefined && saveDownload(download, file)));
  return {
    answer: async (answers) => {
      ({ file, isYes = [] } = answers);
      left = [...isYes];
    },
    next: () => (left.length > 1 ? left.shift() : left[0]) ?? false,
  };
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

/** Returns whether a question is about an action that the test has just started. Those are always approved. */
function isOwnAction(message: string): boolean {
  const [beginning = ''] = hostText.confirm.message('\n').split('\n');
  return message.startsWith(beginning) || [1, 2].some((count) => message === hostText.trustAuthorities.message(count));
}

/** Answers on the approvals page for the user. Returns a function that returns the questions so far, once the program has the answers. */
function answerApprovals(context: BrowserContext, port: number, next: () => boolean): TestDialogs['asked'] {
  const asked: DialogQuestion[] = [];
  let answered: Promise<unknown> = Promise.resolve();
  const answer = async (page: Page): Promise<void> => {
    await page.locator('#yes:not([aria-disabled=true])').waitFor({ timeout: 0 });
    const [message = '', detail = '', yes = ''] = await Promise.all(
      ['#message', '#detail', '#yes'].map((part) => page.locator(part).textContent()),
    );
    const isOwn = isOwnAction(message ?? '');
    if (!isOwn) asked.push({ message: message ?? '', detail: detail ?? '', yes: yes ?? '' });
    const received = page.waitForResponse((response) => new URL(response.url()).pathname === '/answers', { timeout: 0 });
    answered = Promise.all([received, page.locator(isOwn || next() ? '#yes' : '#no').click()]);
    await answered;
  };
  const answerAll = async (): Promise<void> => {
    await firstQuestion(context, port); // most tests have none, and opening the page takes a fifth of a start
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    for (;;) await answer(page);
  };
  void answerAll().catch(() => undefined); // until the window is closed
  return async () => {
    await answered;
    return asked;
  };
}

/** Waits until the program has a question, as the approvals page does. */
async function firstQuestion(context: BrowserContext, port: number): Promise<void> {
  const cookies = await context.cookies();
  const questions = get({
    host: '127.0.0.1',
    port,
    path: '/questions',
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    agent: false,
  });
  const [response] = (await once(questions, 'response')) as [IncomingMessage];
  for await (const line of createInterface({ input: response })) {
    if (!line.startsWith('data: [{')) continue;
    response.destroy();
    return;
  }
  throw new Error('The program ended without a question.');
}
