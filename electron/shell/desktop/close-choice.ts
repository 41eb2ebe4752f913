import type { Settings } from '../../contract/settings.ts';

/** What the user can answer. */
export type CloseAnswer = Exclude<Settings['desktop']['onClose'], 'ask'> | 'cancel';

export interface CloseChoiceOptions {
  readonly read: () => Settings['desktop']['onClose'];
  readonly save: (onClose: Exclude<CloseAnswer, 'cancel'>) => Promise<unknown>;
  readonly ask: () => Promise<CloseAnswer>;
  readonly hide: () => void;
  readonly quit: () => void;
}

/** What closing the window does: hide and go on, or quit. Asks until it was answered once; says whether the window may close now. */
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
    // not every desktop keeps a window from being closed under its own question
    else if (!isAsking) {
      isAsking = true;
      void askOnce().finally(() => (isAsking = false));
    }
    return false;
  };
}
