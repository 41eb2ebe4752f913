import type { DialogQuestion, Dialogs } from './dialogs.ts';

/** Tells whether a person has just clicked or pressed a key. Each gesture serves once. */
export interface UserGesture {
  /** `action` is about to be done, as it follows "Did you ask Causeway to": where no gesture could be noticed, the user may be asked. */
  readonly use: (action: string) => boolean | Promise<boolean>;
  /** Asks action is asked only after a gesture: one question, which says so itself where none could be noticed. */
  readonly ask: (question: DialogQuestion) => Promise<'yes' | 'no' | 'not-asked'>;
}

const validForMs = 2000;

/** The last gesture of the user's. */
interface LastUserGesture {
  readonly record: () => void;
  /** Whether there was one just now; it serves once. */
  readonly use: () => boolean;
}

/** Remembers none at first. */
export function createLastUserGesture(now: () => number): LastUserGesture {
  let last = -Infinity;
  return {
    record: () => void (last = now()),
    use: () => {
      const isRecent = now() - last <= validForMs;
      last = -Infinity;
      return isRecent;
    },
  };
}

export interface ScreenReaderConfirmationOptions {
  readonly lastGesture: Pick<LastUserGesture, 'use'>;
  /** Whether a screen reader or the like is at work. */
  readonly hasScreenReader: () => boolean;
  readonly confirm: Dialogs['confirm'];
  readonly now: () => number;
}

/** After a no it is not asked again for so long: a hostile page must not wear anybody down. */
const pauseAfterRefusalMs = 60_000;
const unnoticedNote =
  'No click and no key was noticed, as happens with a screen reader. If it was not you, something in the window tried it by itself.';

/**
 * A screen reader presses a button through the system's accessibility interface, and Electron tells of no input then:
 * the click is made inside the page. So where one is at work, action was not noticed is asked about in a dialog of the
 * system's, which no page can answer; elsewhere it is refused, as action a page did by itself.
 */
export function createScreenReaderConfirmation({
  lastGesture,
  hasScreenReader,
  confirm,
  now,
}: ScreenReaderConfirmationOptions): UserGesture {
  let refusedAt = -Infinity;
  const mayAsk = (): boolean => hasScreenReader() && now() - refusedAt >= pauseAfterRefusalMs;
  const confirmUnnoticed = async (question: DialogQuestion): Promise<boolean> => {
    const isYes = await confirm(question);
    if (!isYes) refusedAt = now();
    return isYes;
  };
  return {
    use: (action) => {
      if (lastGesture.use()) return true;
      return mayAsk() && confirmUnnoticed({ message: `Did you ask Causeway to ${action}?`, detail: unnoticedNote, yes: 'It was me' });
    },
    ask: async (question) => {
      const isNoticed = lastGesture.use();
      if (!isNoticed && !mayAsk()) return 'not-asked';
      const isYes = isNoticed
        ? await confirm(question)
        : await confirmUnnoticed({ ...question, detail: `${question.detail}\n\n${unnoticedNote}` });
      return isYes ? 'yes' : 'no';
    },
  };
}
