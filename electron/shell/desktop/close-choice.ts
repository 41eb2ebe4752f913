import type { Settings } from '../../contract/settings.ts';

/** The user's possible answers. */
export type CloseAnswer = Exclude<Settings['desktop']['onClose'], 'ask'> | 'cancel';

export interface CloseChoiceOptions {
  readonly read: () => Settings['desktop']['onClose'];
  readonly save: (onClose: Exclude<CloseAnswer, 'cancel'>) => Promise<unknown>;
  readonly ask: () => Promise<CloseAnswer>;
  readonly hide: () => void;
  readonly quit: () => void;
}

/** The part of Electron's window that hiding uses. */
export interface HideableWindow {
  readonly isFullScreen: () => boolean;
  readonly setFullScreen: (flag: boolean) => void;
  readonly once: (event: 'leave-full-screen', listener: () => void) => unknown;
  readonly hide: () => void;
}

/** Hides the window. On macOS it leaves full screen before, because a black screen would remain. */
export function hideWindow(window: HideableWindow, platform: NodeJS.Platform): void {
  if (platform !== 'darwin' || !window.isFullScreen()) return window.hide();
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

/** Creates a function that hides the window or quits instead of closing it. It asks until the user has answered once. */
export function createCloseChoice({ read, save, ask, hide, quit }: CloseChoiceOptions): () => void {
  let isAsking = false;

  const askOnce = async (): Promise<void> => {
    const answer = await ask();
    if (answer === 'cancel') return;
    await save(answer);
    if (answer === 'quit') quit();
    else hide();
  };

  return () => {
    const onClose = read();
    // a closed window alone doesn't quit on macOS
    if (onClose === 'quit') quit();
    else if (onClose === 'keep-running') hide();
    // not every desktop blocks closing a window while its own question is open
    else if (!isAsking) {
      isAsking = true;
      void askOnce().finally(() => (isAsking = false));
    }
  };
}
