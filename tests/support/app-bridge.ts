import type { RunningApp } from './app.ts';

/** What the bridge gives back. */
export interface Answer<T> {
  readonly ok: boolean;
  readonly value: T;
  readonly failure?: { readonly code: string };
}

let nextId = 5000;

/** Asks as the page could: through the bridge, past all of the window's own views. */
export function callRoute<T>({ page }: RunningApp, route: string, input?: unknown): Promise<Answer<T>> {
  nextId += 1;
  return page.evaluate(
    (message) => (globalThis as unknown as { causeway: { call: (message: unknown) => Promise<Answer<T>> } }).causeway.call(message),
    { kind: 'call', id: nextId, route, input },
  );
}

/** Stands in for the user at the system's dialogs; `shown` collects the questions. */
export async function answerDialogs(
  { electron }: RunningApp,
  answers: { readonly button?: number; readonly file?: string },
): Promise<void> {
  await electron.evaluate(({ dialog }, { button = 0, file }) => {
    const shown: string[] = [];
    (globalThis as unknown as { shown: string[] }).shown = shown;
    const filePath = file ?? '';
    dialog.showMessageBox = (...words: unknown[]) => {
      shown.push(JSON.stringify(words.at(-1)));
      return Promise.resolve({ response: button, checkboxChecked: false });
    };
    dialog.showSaveDialog = () => Promise.resolve({ canceled: file === undefined, filePath });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: file === undefined, filePaths: [filePath] });
  }, answers);
}

/** The questions that the system's dialogs have asked since they are answered. */
export function shownDialogs({ electron }: RunningApp): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

/** A click that does nothing, but is one. */
export async function clickPage({ page }: RunningApp): Promise<void> {
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
}
