import type { Dialogs, DialogQuestion } from './dialogs/dialogs.ts';
import type { LastUserGesture } from './last-user-gesture.ts';
import type { UserGesture } from './user-gesture.ts';

export interface ScreenReaderConfirmationOptions {
  readonly noticed: Pick<LastUserGesture, 'use'>;
  /** Whether a screen reader or the like is at work. */
  readonly hasScreenReader: () => boolean;
  readonly confirm: Dialogs['confirm'];
  readonly now: () => number;
}

/** After a no it is not asked again for so long: a hostile page must not wear anybody down. */
const restMs = 60_000;
const unnoticed =
  'No click and no key was noticed, as happens with a screen reader. If it was not you, something in the window tried it by itself.';

/**
 * A screen reader presses a button through the system's accessibility interface, and Electron tells of no input then:
 * the click is made inside the page. So where one is at work, what was not noticed is asked about in a dialog of the
 * system's, which no page can answer; elsewhere it is refused, as what a page did by itself.
 */
export function createScreenReaderConfirmation({ noticed, hasScreenReader, confirm, now }: ScreenReaderConfirmationOptions): UserGesture {
  let refusedAt = -Infinity;
  const mayAsk = (): boolean => hasScreenReader() && now() - refusedAt >= restMs;
  const askUnnoticed = async (question: DialogQuestion): Promise<boolean> => {
    const isYes = await confirm(question);
    if (!isYes) refusedAt = now();
    return isYes;
  };
  return {
    use: (what) => {
      if (noticed.use()) return true;
      return mayAsk() && askUnnoticed({ message: `Did you ask Causeway to ${what}?`, detail: unnoticed, yes: 'It was me' });
    },
    ask: async (question) => {
      const isNoticed = noticed.use();
      if (!isNoticed && !mayAsk()) return 'not-asked';
      const isYes = isNoticed ? await confirm(question) : await askUnnoticed({ ...question, detail: `${question.detail}\n\n${unnoticed}` });
      return isYes ? 'yes' : 'no';
    },
  };
}
