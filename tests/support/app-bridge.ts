import type { RunningApp } from './app.ts';

/** A result of the bridge. */
export interface Answer<T> {
  readonly ok: boolean;
  readonly value: T;
  readonly failure?: { readonly code: string };
}

let nextId = 5000;

/** Calls a route through the bridge, as the page could. */
export function callRoute<T>({ page }: RunningApp, route: string, input?: unknown): Promise<Answer<T>> {
  nextId += 1;
  return page.evaluate(
    (message) => (globalThis as unknown as { causeway: { call: (message: unknown) => Promise<Answer<T>> } }).causeway.call(message),
    { kind: 'call', id: nextId, route, input },
  );
}

/** Answers the system's dialogs. `shownDialogs` returns their questions. */
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

/** Returns the questions of the system's dialogs since `answerDialogs`. */
export function shownDialogs({ electron }: RunningApp): Promise<readonly string[]> {
  return electron.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}
