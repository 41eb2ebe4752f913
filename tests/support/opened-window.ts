import type { BrowserContext, Page } from 'playwright';
import type { PageCore } from './page-core.ts';
import type { TestDialogs } from './dialog-answers.ts';

/** Causeway in a window, in a browser or in Electron: what a test can do with either. */
export interface OpenedWindow {
  readonly core: PageCore;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where the program asks outside of the page, and who answers. */
  readonly dialogs: TestDialogs;
  /** The text on the clipboard. */
  readonly clipboard: () => Promise<string>;
  readonly resize: (size: { readonly width: number; readonly height: number }) => Promise<void>;
  /** The computer has slept, and wakes up: the network may be another. */
  readonly wakeUp: () => Promise<void>;
  /** What the handlers threw: expected failures are values, so each of these is a bug. Complete once it is closed. */
  readonly bugs: readonly unknown[];
  readonly close: () => Promise<void>;
}
