import { failureSentences } from '../contract/failures/render-failure.ts';
import { app, dialog, Menu, nativeTheme, session, shell, type WebContents } from 'electron';
import { createCore, type CallContext, type Core } from '../core/create-core.ts';
import { defaultDataFolder } from '../command-line/data-folder.ts';
import { exitCodes } from '../command-line/exit-code.ts';
import { systemClock } from '../core/program-start.ts';
import { oneAtATime } from '../host/dialogs.ts';
import { createDispatcher } from '../host/dispatcher.ts';
import { createShellHandlers, parseExternalLink } from '../host/shell-handlers.ts';
import { diagramPage, startPage, userModelId } from './app-identity.ts';
import { claimDataFolder } from './claim-data-folder.ts';
import { preparePageServer, registerAppScheme, serveAppPages, guardSession } from './app-protocol.ts';
import { crashPageHtml } from './crash-policy.ts';
import { confirmDevRuntime, createElectronDialogs, warnWithoutSandbox } from './electron-dialogs.ts';
import { integrateWithDesktop, wasOpenedAtLogin } from './desktop/desktop-integration.ts';
import { isHiddenStart } from './desktop/start-at-login.ts';
import { hostIpc, createWindowHost } from './window.ts';
import { menuTemplate, notifyFailure } from './menu.ts';
import { createPdfExport } from './pdf-export.ts';
import { createPdfPrinter } from './pdf-printer.ts';
import { closeOnQuit, createShowRequests } from './quit.ts';
import { scheduleUpdateChecks } from './updates/electron-feed.ts';
import { findUpdatePackage } from './updates/update-package.ts';
import { shellText } from './text.ts';
import { ok, type Result } from '../contract/failure.ts';
import { fail } from '../contract/failures/fail.ts';

/** Opens a link in the system's browser: https and mailto only. Nothing else may open URLs. */
export async function openLink(url: string): Promise<Result<undefined>> {
  const link = parseExternalLink(url);
  if (!link.ok) return link;
  await shell.openExternal(link.value);
  return ok(undefined);
}

/** Opens a folder in the system's file manager. */
export async function showFolder(folder: string): Promise<Result<undefined>> {
  const problem = await shell.openPath(folder);
  return problem === '' ? ok(undefined) : fail('log-folder-not-opened', { folder, detail: problem });
}

/** Blocks navigation, redirects, pop-ups and webviews in every page. */
export function blockNavigation(onAttempt: (what: string, address: string) => void): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, onAttempt));
}

/** Allows "Start again" on the crash page, reloads, and the diagram frame. */
function isOwnNavigation({ isMainFrame, url }: { readonly isMainFrame: boolean; readonly url: string }): boolean {
  return url === (isMainFrame ? startPage : diagramPage);
}

function guardContents(contents: WebContents, onAttempt: (what: string, address: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (isOwnNavigation(event)) return;
    event.preventDefault();
    onAttempt('navigate', event.url);
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
    onAttempt('redirect', event.url);
  });
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
    onAttempt('webview', '');
  });
  contents.setWindowOpenHandler(({ url }) => {
    onAttempt('pop-up', url);
    return { action: 'deny' };
  });
}

export interface ShellOptions {
  /** Path of the preload script in the build. */
  readonly preload: string;
  readonly pages: string;
  readonly trayImages: string;
  /** Public key of update signatures. Empty in builds without updates. */
  readonly updateKey: string;
  /** Version of Electron that ships. Any other version is an unofficial build. */
  readonly officialElectron: string;
  readonly developmentServer: string | undefined;
}

/** Starts the program under Electron. Quits if another instance is running. */
export function startShell(options: ShellOptions): void {
  const claim = claimDataFolder({
    folder: app.getPath('userData'),
    requestInstanceLock: () => app.requestSingleInstanceLock(),
    wait: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  });
  if (claim.kind === 'running') {
    app.quit(); // the first instance is notified and shows its window
    return;
  }
  if (process.platform === 'win32') app.setAppUserModelId(userModelId(app.isPackaged, process.env, process.execPath));
  // otherwise a start that the error message asks for finds an instance without a window
  if (claim.kind === 'refused') app.releaseSingleInstanceLock();
  registerAppScheme();
  void app
    .whenReady()
    .then(() => {
      if (claim.kind === 'refused') throw new StartError(failureSentences(claim.failure, { surface: 'window' }));
      return run(options, claim.release);
    })
    .catch(showErrorAndExit);
}

/** Shows why the program can't start, then exits. A process without a window would keep the data folder locked. */
function showErrorAndExit(error: unknown): void {
  const reason =
    error instanceof StartError ? error.message : shellText.startFailed(error instanceof Error ? error.message : String(error));
  process.stderr.write(`${reason}\n`);
  dialog.showErrorBox('Causeway', reason);
  app.exit(error instanceof StartError ? exitCodes.unavailable : exitCodes.bug);
}

/** An expected start failure, with a message for the user. */
class StartError extends Error {}

async function run(options: ShellOptions, releaseDataFolder: () => void): Promise<void> {
  const { preload, pages, trayImages, updateKey, officialElectron, developmentServer } = options;
  const logFolder = app.getPath('logs');
  const isHidden = isHiddenStart(process.argv) || wasOpenedAtLogin();
  const showRequests = createShowRequests();
  const { show } = showRequests;
  app.on('second-instance', (_event, args) => {
    if (!isHiddenStart(args)) show();
  });
  const updatePackage = updateKey === '' ? undefined : findUpdatePackage();
  const core = await createCore({
    clock: systemClock,
    confirmUnofficial: confirmDevRuntime,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    launchFolder: defaultDataFolder(process.platform, app.getPath('home'), process.env),
    waitsForUse: !isHidden, // connecting at once would delay the window, whose page requests the connection itself
    app: {
      version: app.getVersion(),
      shell: 'desktop',
      platform: process.platform,
      electron: process.versions.electron,
      isOfficialRuntime: process.versions.electron === officialElectron,
      canUpdate: updatePackage !== undefined,
      folders: { data: app.getPath('userData'), logs: logFolder },
    },
  });
  process.on('uncaughtException', (error) => core.log.error('main.exception', { error }));
  process.on('unhandledRejection', (error) => core.log.error('main.rejection', { error }));

  warnWithoutSandbox(core);
  prepareSession(core, pages, logFolder, developmentServer ? new URL(developmentServer) : undefined);
  syncTheme(core);

  const windows = createWindowHost(core, preload, systemClock.now);
  const dialogs = oneAtATime(createElectronDialogs(windows.current, app.getPath('documents')));
  const shellHandlers = createShellHandlers({
    core,
    dialogs,
    now: systemClock.now,
    refusals: () => dispatcher.refusals(),
    printPdf: createPdfExport({
      dialogs,
      print: createPdfPrinter(),
      onError: (error) => core.log.error('conversations.export-failed', { error }),
    }),
    openLink,
    showLogs: () => showFolder(logFolder),
  });
  const dispatcher = createDispatcher({
    handlers: { ...core.handlers, ...shellHandlers },
    onBug: (route, error) => core.log.error('handler.bug', { route, error }),
  });
  const stopIpc = hostIpc(dispatcher);
  if (isHidden) core.log.info('app.hidden');
  else show();
  showRequests.open(() => windows.show(dispatcher)); // shows it once, also if a second start requested it too
  preparePageServer();

  const updates = updatePackage && (await scheduleUpdateChecks(core, updateKey, updatePackage));
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, app.isPackaged, {
        command: (command) => {
          show();
          core.emit('window.command', command);
        },
        showLogs: () => void notifyFailure(core, shellHandlers['shell.showLogs'](undefined, neverCancelled)),
        saveDiagnostics: () => void notifyFailure(core, shellHandlers['shell.saveDiagnostics'](undefined, neverCancelled)),
        installUpdate: updates && updatePackage !== 'deb' ? () => void notifyFailure(core, updates.install()) : undefined,
      }),
    ),
  );
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  closeOnQuit(app, {
    core,
    showRequests,
    stopIpc,
    releaseDataFolder,
    // a new AppImage is already in place, and its start waits for this program like any second start
    isRestartedByInstaller: () => updates?.isInstalling() === true && updatePackage !== 'AppImage',
  });
  integrateWithDesktop({ core, trayImages: trayImages, show, now: systemClock.now });
}

const neverCancelled: CallContext = { signal: new AbortController().signal };

function prepareSession(core: Core, pages: string, logFolder: string, developmentServer: URL | undefined): void {
  blockNavigation((what, address) => core.log.warn('navigation.denied', { what, address }));
  guardSession(session.defaultSession, developmentServer);
  serveAppPages(session.defaultSession, { folder: pages, developmentServer, crashPage: () => crashPageHtml(logFolder) });
}

function syncTheme(core: Core): void {
  nativeTheme.themeSource = core.settings.read().theme;
  core.listen(({ event, payload }) => {
    if (event === 'settings.changed') nativeTheme.themeSource = payload.theme;
  });
}
