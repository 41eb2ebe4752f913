import type { Failed } from '../contract/failure.ts';
import { cancelledCall, fail } from '../contract/failures/fail.ts';
import type { DialogQuestion, Dialogs } from './dialogs.ts';
import { hostText } from './text.ts';

/** Whether the user allows an action. They aren't asked without a gesture, and for some time after they declined (paused). */
export type UserAnswer = 'yes' | 'no' | 'not-asked' | 'paused';

/** Returns the failure of an action that wasn't allowed. One that the user declined needs no message. */
export function notAllowed(answer: Exclude<UserAnswer, 'yes'> | undefined, needsClick: Failed = fail('needs-click')): Failed {
  if (answer === 'no') return cancelledCall;
  return answer === 'paused' ? fail('approvals-paused') : needsClick;
}

/** Tells whether the user has just clicked or pressed a key. Each gesture can be used once. */
export interface UserGesture {
  /**
   * Uses up the gesture for `action`, which is worded to follow "Did you ask Causeway to". If gestures can't be observed, the
   * user may be asked, until `signal` withdraws the question.
   */
  readonly use: (action: string, signal?: AbortSignal) => UserAnswer | Promise<UserAnswer>;
  /** Asks a question that requires a gesture. If no gesture was observed, the question says so. A yes after `signal` counts as a no. */
  readonly ask: (question: DialogQuestion, signal?: AbortSignal) => Promise<UserAnswer>;
}

/** As long as a gesture is valid in Chromium. The page may take seconds to react on a busy machine. */
const validForMs = 5000;

/** The user's most recent gesture. */
interface LastUserGesture {
  readonly record: () => void;
  /** Returns whether there was a recent gesture, and uses it up. */
  readonly use: () => boolean;
}

/** Creates a record without a gesture. */
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
  /** Whether assistive technology is active. */
  readonly hasScreenReader: () => boolean;
  readonly confirm: Dialogs['confirm'];
  readonly now: () => number;
}

/** Pause after a refusal, because a hostile page could wear the user down with questions. */
const pauseAfterRefusalMs = 60_000;

/**
 * Asks the user in a system dialog if a screen reader is active and no gesture was observed. Screen readers press buttons
 * through the accessibility interface, inside the page, so Electron reports no input event. Without a screen reader the
 * request is rejected.
 */
export function createScreenReaderConfirmation({
  lastGesture,
  hasScreenReader,
  confirm,
  now,
}: ScreenReaderConfirmationOptions): UserGesture {
  let refusedAt = -Infinity;
  const confirmUnnoticed = async (question: DialogQuestion, signal: AbortSignal | undefined): Promise<UserAnswer> => {
    if (!hasScreenReader()) return 'not-asked';
    if (now() - refusedAt < pauseAfterRefusalMs) return 'paused';
    const isYes = await confirm(question, signal);
    if (!isYes) refusedAt = now();
    return isYes && signal?.aborted !== true ? 'yes' : 'no';
  };
  return {
    use: (action, signal) => {
      if (lastGesture.use()) return 'yes';
      const { message, unnoticed, yes } = hostText.confirm;
      return confirmUnnoticed({ message: message(action), detail: unnoticed, yes }, signal);
    },
    ask: async (question, signal) => {
      if (!lastGesture.use()) {
        return confirmUnnoticed({ ...question, detail: `${question.detail}\n\n${hostText.confirm.unnoticed}` }, signal);
      }
      return (await confirm(question, signal)) && signal?.aborted !== true ? 'yes' : 'no';
    },
  };
}
