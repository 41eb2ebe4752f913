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

/**
 * Creates a function that decides what closing the window does: hide or quit. It asks until the user has answered once, and
 * returns whether the window may close now.
 */
export function createCloseChoice({ read, save, ask, hide, quit }: CloseChoiceOptions): () => boolean {
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
    if (onClose === 'quit') return true;
    if (onClose === 'keep-running') hide();
    // not every desktop blocks closing a window while its own question is open
    else if (!isAsking) {
      isAsking = true;
      void askOnce().finally(() => (isAsking = false));
    }
    return false;
  };
}
