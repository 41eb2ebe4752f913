import type { BrowserContext, Page } from 'playwright';
import type { PageCore } from './page-core.ts';
import type { TestDialogs } from './dialog-answers.ts';

/** Causeway's window in a browser or in Electron. */
export interface OpenedWindow {
  readonly core: PageCore;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The dialogs outside the page, and their answers. */
  readonly dialogs: TestDialogs;
  /** Returns the text on the clipboard. */
  readonly clipboard: () => Promise<string>;
  readonly resize: (size: { readonly width: number; readonly height: number }) => Promise<void>;
  /** Simulates that the computer wakes up, maybe in another network. */
  readonly wakeUp: () => Promise<void>;
  /** Exceptions of the handlers. Each is a bug, because expected failures are values. Complete once the window is closed. */
  readonly bugs: readonly unknown[];
  readonly close: () => Promise<void>;
}
