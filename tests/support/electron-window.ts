import type { BrowserContext, ElectronApplication } from 'playwright';
import type { DialogQuestion } from '../../electron/host/dialogs.ts';
import { acceptRuntimeFlag } from '../../electron/shell/desktop/start-flags.ts';
import { resumeApp, launchPausedApp } from './app.ts';
import { createPageCore } from './page-core.ts';
import type { OpenedWindow } from './opened-window.ts';
import type { DialogAnswers, TestDialogs } from './dialog-answers.ts';
import { loggedBugs } from './logged-bugs.ts';

export interface ElectronOptions {
  readonly dialogs?: DialogAnswers | undefined;
  /** Where its home, its keychain and its display are. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called before there is a page. */
  readonly prepare: (context: BrowserContext) => Promise<void>;
}

/** Opens the program itself on a profile folder, and waits until its window can be used. */
export async function openElectronWindow(
  profile: string,
  { dialogs: answers = {}, environment, prepare }: ElectronOptions,
): Promise<OpenedWindow> {
  const electron = await launchPausedApp(profile, [acceptRuntimeFlag], environment);
  const context = electron.context();
  await prepare(context);
  const dialogs = await playSystemDialogs(electron, answers);
  await keepInside(electron);
  await resumeApp(electron);
  const page = await electron.firstWindow();
  await page.getByRole('navigation', { name: 'Sections' }).waitFor();
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

/** Opens nothing in the programs of whoever runs the test, which would outlive it and hold its end up. */
async function keepInside(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(({ shell }) => {
    shell.openExternal = async () => undefined;
    shell.openPath = async () => '';
  });
}

/** What is kept in the main process while a test runs. */
interface Played {
  answers: { readonly file?: string; readonly isYes?: readonly boolean[] };
  count: number;
  readonly asked: DialogQuestion[];
}

/** Stands in for the user at Electron's own dialogs, in which nobody else could click. */
async function playSystemDialogs(electron: ElectronApplication, first: DialogAnswers): Promise<TestDialogs> {
  await electron.evaluate(({ dialog }, answers) => {
    const played: Played = { answers, count: 0, asked: [] };
    Object.assign(globalThis, { played });
    const file = (): string => played.answers.file ?? '';
    dialog.showSaveDialog = async () => ({ canceled: file() === '', filePath: file() });
    dialog.showOpenDialog = async () => ({ canceled: file() === '', filePaths: [file()] });
    dialog.showMessageBox = async (...words: unknown[]) => {
      const { message, detail = '', buttons = [] } = words.at(-1) as Electron.MessageBoxOptions; // the window, if any, comes first
      played.asked.push({ message, detail, yes: buttons[1] ?? '' });
      const { isYes = [] } = played.answers;
      const answer = isYes[Math.min(played.count, isYes.length - 1)] ?? false;
      played.count += 1;
      return { response: answer ? 1 : 0, checkboxChecked: false };
    };
  }, first);
  return {
    answer: (answers) =>
      electron.evaluate((_electron, next) => {
        Object.assign((globalThis as unknown as { played: Played }).played, { answers: next, count: 0 });
      }, answers),
    asked: () => electron.evaluate(() => (globalThis as unknown as { played: Played }).played.asked),
  };
}
