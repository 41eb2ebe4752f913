import type { BrowserContext, ElectronApplication } from 'playwright';
import type { DialogQuestion } from '../../electron/host/dialogs.ts';
import { acceptRuntimeFlag } from '../../electron/shell/desktop/start-at-login.ts';
import { resumeApp, launchPausedApp } from './app.ts';
import { createPageCore } from './page-core.ts';
import type { OpenedWindow } from './opened-window.ts';
import type { DialogAnswers, TestDialogs } from './dialog-answers.ts';
import { loggedBugs } from './logged-bugs.ts';
import { layoutText } from '../../renderer/layout/text.ts';

export interface ElectronOptions {
  readonly dialogs?: DialogAnswers | undefined;
  /** The program's environment, with its home folder, keychain and display. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called before a page exists. */
  readonly prepare: (context: BrowserContext) => Promise<void>;
}

/** Opens the desktop program on a profile folder, and waits until its window can be used. */
export async function openElectronWindow(
  profile: string,
  { dialogs: answers = {}, environment, prepare }: ElectronOptions,
): Promise<OpenedWindow> {
  const electron = await launchPausedApp(profile, [acceptRuntimeFlag], environment);
  const context = electron.context();
  await prepare(context);
  const dialogs = await answerSystemDialogs(electron, answers);
  await resumeApp(electron);
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: layoutText.sections.label }).waitFor();
  const bugs: unknown[] = [];
  const close = async (): Promise<void> => {
    await electron.close();
    bugs.push(...(await loggedBugs(profile)));
  };
  let closing: Promise<void> | undefined;
  return {
    core: createPageCore(page),
    context,
    page,
    dialogs,
    clipboard: () => electron.evaluate(({ clipboard }) => clipboard.readText()),
    resize: async (size) => {
      await electron.evaluate(
        ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
        size,
      );
      await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
    },
    wakeUp: () => electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume')),
    bugs,
    close: () => (closing ??= close()),
  };
}

/** State in the main process. */
interface DialogState {
  answers: { readonly file?: string; readonly isYes?: readonly boolean[] };
  count: number;
  readonly asked: DialogQuestion[];
}

/** Answers Electron's native dialogs for the user. */
async function answerSystemDialogs(electron: ElectronApplication, first: DialogAnswers): Promise<TestDialogs> {
  await electron.evaluate(({ dialog }, answers) => {
    const dialogState: DialogState = { answers, count: 0, asked: [] };
    Object.assign(globalThis, { dialogState });
    const file = (): string => dialogState.answers.file ?? '';
    dialog.showSaveDialog = async () => ({ canceled: file() === '', filePath: file() });
    dialog.showOpenDialog = async () => ({ canceled: file() === '', filePaths: [file()] });
    dialog.showMessageBox = async (...given: unknown[]) => {
      const { message, detail = '', buttons = [] } = given.at(-1) as Electron.MessageBoxOptions; // the window, if any, comes first
      dialogState.asked.push({ message, detail, yes: buttons[1] ?? '' });
      const { isYes = [] } = dialogState.answers;
      const answer = isYes[Math.min(dialogState.count, isYes.length - 1)] ?? false;
      dialogState.count += 1;
      return { response: answer ? 1 : 0, checkboxChecked: false };
    };
  }, first);
  return {
    answer: (answers) =>
      electron.evaluate((_electron, next) => {
        Object.assign((globalThis as unknown as { dialogState: DialogState }).dialogState, { answers: next, count: 0 });
      }, answers),
    asked: () => electron.evaluate(() => (globalThis as unknown as { dialogState: DialogState }).dialogState.asked),
  };
}
