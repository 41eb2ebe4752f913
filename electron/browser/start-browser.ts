import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { defaultDataFolder, makeFolder } from '../command-line/data-folder.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { Failure } from '../contract/failure.ts';
import { failure } from '../contract/failures/start.ts';
import type { Core } from '../core/create-core.ts';
import { lockDataFolder, systemClock, userName, type LockHolder } from '../core/program-start.ts';
import { announceApprovals, approveAtTerminal, askApproval } from './approvals/pending-approvals.ts';
import type { LinkHolder } from './access/sessions.ts';
import { openBrowserShell, type BrowserShellOptions } from './browser-shell.ts';
import { findBrowser, hasDisplay, openAddress, sshForwardCommand } from './open-browser.ts';
import { browserHelp, readBrowserCommand, type BrowserOptions } from './options.ts';
import { browserText } from './text.ts';

const text = browserText.link;

/** The process that runs the browser shell. */
export interface BrowserProcess {
  readonly args: readonly string[];
  readonly version: string;
  /** Folder of the built renderer. */
  readonly pages: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WritableStream;
  readonly errorOutput: NodeJS.WritableStream;
  /** Aborted by SIGTERM or Ctrl+C. */
  readonly shutdown: AbortSignal;
  /** Aborted by a second signal, or when the time for closing is over. */
  readonly forceShutdown: AbortSignal;
}

/** Serves the window to a browser until shutdown. Returns the exit code. */
export async function runBrowser(context: BrowserProcess): Promise<ExitCode> {
  const { args, environment, output } = context;
  const command = readBrowserCommand(args);
  if (!command.ok) return reportFailure(context, command.failure, exitCodes.usage);
  const { action, browser } = command.value;
  if (action === 'help' || action === 'version') {
    output.write(action === 'help' ? browserHelp : `${context.version}\n`);
    return exitCodes.done;
  }
  const data = path.resolve(command.value.data ?? defaultDataFolder(process.platform, os.homedir(), environment));
  if (action === 'approve') return approveForRunning(data, context);

  const folder = await makeFolder(data);
  if (!folder.ok) return reportFailure(context, folder.failure, exitCodes.noFolder);
  const forced = new Promise<ExitCode>((resolve) => {
    context.forceShutdown.addEventListener('abort', () => resolve(exitCodes.done), { once: true });
  });
  return Promise.race([serveOrLink(data, browser, context), forced]);
}

/** How long a second start waits for a program without a control socket, which is starting or closing. */
const runningTimeoutMs = 10_000;
const retryMs = 100;

/** Serves the window, or prints a link if a running program does. Waits while that program is starting or closing. */
async function serveOrLink(data: string, browser: BrowserOptions, context: BrowserProcess): Promise<ExitCode> {
  const { output, shutdown } = context;
  const deadline = performance.now() + runningTimeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const lock = lockDataFolder(data, 'browser');
    if (!lock.ok) return reportFailure(context, lock.failure, exitCodes.noFolder);
    if (lock.value.isOurs) return serve(data, browser, context).finally(lock.value.release);
    const { holder } = lock.value;
    const linked = await linkToRunning(data, holder, browser, context);
    if (linked !== 'unserved') return linked;
    if (performance.now() > deadline) return reportInUse(holder, context);
    if (isFirst) output.write(`${text.waiting}\n`);
    await delay(retryMs, undefined, { signal: shutdown }).catch(() => undefined);
    if (shutdown.aborted) return exitCodes.done;
  }
}

/** Delay before the core is loaded if no browser connects. Loading blocks the process, so the first page is served before. */
const coreDelayMs = 500;

async function serve(data: string, browser: BrowserOptions, context: BrowserProcess): Promise<ExitCode> {
  const { environment, input, output, pages, shutdown } = context;
  const folders = { data, logs: path.join(data, 'logs') };
  const [core, use, end] = [Promise.withResolvers<Core>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  core.promise.catch(() => undefined); // handled below
  if (shutdown.aborted) end.resolve();
  shutdown.addEventListener('abort', () => end.resolve(), { once: true });

  const opened = await openBrowserShell({ ...browser, core: core.promise, onUse: use.resolve, clock: systemClock, folders, pages });
  if (!opened.ok) return reportFailure(context, opened.failure, exitCodeFor(opened.failure.code));
  const shell = opened.value;
  const stopApproving = input.isTTY
    ? approveAtTerminal(shell.approvals, { input, output })
    : announceApprovals(shell, (sentence) => output.write(`${sentence}\n`));
  output.write(`${(await offerLink(shell.createLink, browser, environment)).text} ${text.stop}\n`);
  const timer = setTimeout(use.resolve, coreDelayMs);
  await Promise.race([use.promise, end.promise]);
  clearTimeout(timer);
  try {
    if (!shutdown.aborted) core.resolve(await startCore(folders, context));
    await end.promise;
    return exitCodes.done;
  } finally {
    stopApproving();
    core.reject(new Error('There is no core.')); // no effect if the core has started
    await shell.close();
    await (await core.promise.catch(() => undefined))?.dispose();
  }
}

async function startCore(folders: BrowserShellOptions['folders'], { version, environment }: BrowserProcess): Promise<Core> {
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1'); // the garbage of loading would make V8 hold 5 MB more from then on
  const { createCore } = await import('../core/create-core.ts');
  const core = await createCore({
    clock: systemClock,
    environment,
    launchFolder: defaultDataFolder(process.platform, os.homedir(), environment),
    waitsForUse: true, // nothing is needed before a page is open
    app: {
      version,
      shell: 'browser',
      platform: process.platform,
      electron: process.versions['electron'] ?? 'none',
      isOfficialRuntime: true,
      folders,
    },
  });
  setFlagsFromString('--semi-space-growth-factor=2'); // its default
  process.on('uncaughtException', (error) => core.log.error('main.exception', { error }));
  process.on('unhandledRejection', (error) => core.log.error('main.rejection', { error }));
  return core;
}

/** Creates links to a window in this process or in a running one. */
type CreateLink = (holder: LinkHolder) => string | Promise<string>;

/** Opens the window if there is a display. Returns a link and the text to print. */
export async function offerLink(
  createLink: CreateLink,
  { opensWindow: wantsWindow, allowedHosts, basePath }: BrowserOptions,
  environment: BrowserProcess['environment'],
): Promise<{ readonly link: string; readonly text: string }> {
  const isOpened = wantsWindow && hasDisplay(process.platform, environment) && (await openWindow(createLink, environment));
  const link = await createLink('anyone');
  const throughProxy = allowedHosts.map((host) => `  https://${host}${basePath}open${link.slice(link.indexOf('#'))}`);
  const login = { user: userName(environment), hostName: os.hostname(), sshConnection: environment['SSH_CONNECTION'] };
  const lines = [
    isOpened ? text.opened : text.open,
    '',
    `  ${link}`,
    ...(throughProxy.length > 0 ? ['', text.throughProxy, '', ...throughProxy] : []),
    ...(isOpened ? [] : ['', text.forward, '', `  ${sshForwardCommand(Number(new URL(link).port), login)}`]),
    '',
    text.notes,
  ];
  return { link, text: lines.join('\n') };
}

/**
 * Opens the window in a browser. Returns false if none could be started. Process arguments are public, so they contain no
 * secret that other users could use.
 */
async function openWindow(createLink: CreateLink, environment: BrowserProcess['environment']): Promise<boolean> {
  const program = await findBrowser(process.platform, environment, process.getuid?.() === 0);
  if (process.platform === 'linux') return openAddress(program, await createLink('same-user'));
  // OS users can't be told apart here, so the link is passed in a file that only this user can read
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-open-'));
  const file = path.join(folder, 'open.html');
  const link = await createLink('anyone');
  await writeFile(file, `<!doctype html><meta charset="utf-8"><title>Causeway</title><meta http-equiv="refresh" content="0;url=${link}">`, {
    mode: 0o600,
  });
  setTimeout(() => void rm(folder, { recursive: true, force: true }), 60_000).unref();
  return openAddress(program, pathToFileURL(file).href);
}

/**
 * Handles a second start: prints a new link to the running program, or says which program uses the folder. Returns `unserved` if the
 * program has no control socket.
 */
async function linkToRunning(
  data: string,
  holder: LockHolder | undefined,
  browser: BrowserOptions,
  context: BrowserProcess,
): Promise<ExitCode | 'unserved'> {
  if (holder?.program === 'desktop') {
    return reportFailure(context, failure('data-folder-in-use-by-app', { pid: holder.pid }), exitCodes.unavailable);
  }
  const { isUnserved, requestApprovals, requestLink } = await import('./control-client.ts');
  try {
    await requestApprovals(data); // fails if the running program isn't served to browsers
    const offer = await offerLink((wanted) => requestLink(data, wanted), browser, context.environment);
    context.output.write(`${text.alreadyRunning}\n\n${offer.text}\n`);
    return exitCodes.done;
  } catch (error) {
    return isUnserved(error) ? 'unserved' : reportInUse(holder, context);
  }
}

function reportInUse(holder: LockHolder | undefined, context: BrowserProcess): Promise<ExitCode> {
  return reportFailure(context, failure('data-folder-in-use', { pid: holder?.pid ?? null }), exitCodes.unavailable);
}

/** Answers the running program's pending approvals at this terminal. */
async function approveForRunning(data: string, context: BrowserProcess): Promise<ExitCode> {
  const { input, output, shutdown } = context;
  const { requestApprovals, sendApproval } = await import('./control-client.ts');
  const waiting = await requestApprovals(data).catch(() => undefined);
  if (!waiting) return reportFailure(context, failure('data-folder-idle'), exitCodes.unavailable);
  if (waiting.length === 0) output.write(`${browserText.approve.nothing}\n`);
  for (const approval of waiting) {
    const isYes = await askApproval(approval, { input, output, signal: shutdown });
    if (shutdown.aborted) break; // unanswered
    await sendApproval(data, approval.id, isYes).catch(() => output.write(`${browserText.approve.answeredElsewhere}\n`));
  }
  return exitCodes.done;
}

async function reportFailure({ errorOutput }: BrowserProcess, failure: Failure, code: ExitCode): Promise<ExitCode> {
  const { failureSentences } = await import('../contract/failures/render-failure.ts');
  errorOutput.write(`${failureSentences(failure, { surface: 'terminal' })}\n`);
  return code;
}
